// Run games.py in the Python of the built site: node play_games.mjs FOLDER NUMBER
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, number] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}/python.zip` });
  const source = readFileSync(new URL('games.py', import.meta.url), 'utf-8');
  python.runPython(`import sys; sys.argv = ['games', '${number}']`);
  python.runPython(source, { globals: python.toPy({ __name__: '__main__' }) });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
