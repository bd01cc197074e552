/** Puts Python into the build, in a folder whose name changes with any of its files. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FOLDER = new URL('../src/generated/python/', import.meta.url);

/** The files that Python in the browser consists of. */
export const isPython = (fileName: string): boolean => fileName.startsWith('assets/python-');

export function pythonFiles(): Plugin {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).sort() : [];
  const files = names.map((name) => ({ name, source: readFileSync(new URL(name, FOLDER)) }));
  const hash = createHash('sha256');
  for (const { source } of files) hash.update(source);
  const folder = `python-${hash.digest('hex').slice(0, 10)}`;
  return {
    name: 'kahuna-python-files',
    config: () => ({ define: { __PYTHON__: JSON.stringify(folder) } }),
    generateBundle() {
      if (files.length === 0) this.error('Python is not packed: run `npm run build`');
      for (const { name, source } of files) {
        this.emitFile({ type: 'asset', fileName: `assets/${folder}/${name}`, source });
      }
    },
  };
}
