/**
 * Pack Python for the browser: `node make_python.mjs FOLDER` copies Pyodide there, and an archive
 * with the game and the used part of the standard library.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const PYODIDE = dirname(fileURLToPath(import.meta.resolve('pyodide')));
const FILES = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];

/** Names packages that could be loaded: none. */
const LOCK = 'pyodide-lock.json';

/** Return when the newest of some files was changed. */
function lastChange(paths) {
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/** Whether the archive contains the current sources. */
function isCurrent(archive) {
  if (!existsSync(archive)) return false;
  const sources = readdirSync(join(CHECKOUT, 'src/kahuna'), { recursive: true, encoding: 'utf-8' })
    .filter((name) => /\.(py|toml|jsonl?)$/.test(name) && !name.startsWith('server/'))
    .map((name) => join(CHECKOUT, 'src/kahuna', name));
  const scripts = [fileURLToPath(import.meta.url), fileURLToPath(new URL('pack_python.py', import.meta.url))];
  return lastChange([...sources, ...scripts, join(PYODIDE, 'package.json')]) < statSync(archive).mtimeMs;
}

const [folder] = process.argv.slice(2);
if (isCurrent(join(folder, 'python.zip'))) process.exit();
try {
  const python = await loadPyodide({ indexURL: PYODIDE });
  python.FS.mkdirTree('/checkout');
  python.FS.mount(python.FS.filesystems.NODEFS, { root: CHECKOUT }, '/checkout');
  python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/checkout/web/scripts")');
  await python.pyimport('pack_python').pack('/checkout', '/tmp/python.zip');
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) copyFileSync(join(PYODIDE, name), join(folder, name));
  const lock = JSON.parse(readFileSync(join(PYODIDE, LOCK), 'utf-8'));
  writeFileSync(join(folder, LOCK), JSON.stringify({ ...lock, packages: {} }));
  writeFileSync(join(folder, 'python.zip'), python.FS.readFile('/tmp/python.zip'));
} catch (error) {
  // Node would print the source of the line, which is all of Pyodide.
  console.error(`make_python: ${error.message}`);
  process.exit(1);
}
