/** Puts Python and the networks into the build, in folders whose names change with any of their files. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const GENERATED = new URL('../src/generated/', import.meta.url);

/** Whether a file is large, and kept only once the page has asked for it. */
export const isLarge = (fileName: string): boolean => /^assets\/(python|networks)-/.test(fileName);

interface Folder {
  name: string;
  files: { name: string; source: Buffer }[];
}

function read(kind: string): Folder {
  const folder = new URL(`${kind}/`, GENERATED);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const files = names.map((name) => ({ name, source: readFileSync(new URL(name, folder)) }));
  const hash = createHash('sha256');
  for (const { source } of files) hash.update(source);
  return { name: `${kind}-${hash.digest('hex').slice(0, 10)}`, files };
}

const addresses = ({ name, files }: Folder): string[] => files.map((file) => `assets/${name}/${file.name}`);

/** A static site has the networks; the page of a server asks the server. */
export function pythonFiles(isSite: boolean): Plugin {
  const python = read('python');
  const networks = read('networks');
  return {
    name: 'kahuna-python-files',
    config: () => ({
      define: {
        __PYTHON__: JSON.stringify(python.name),
        __NETWORKS__: JSON.stringify(networks.name),
        __PYTHON_FILES__: JSON.stringify(addresses(python)),
        __NETWORK_FILES__: JSON.stringify(isSite ? addresses(networks) : []),
      },
    }),
    generateBundle() {
      for (const { name: folder, files } of isSite ? [python, networks] : [python]) {
        if (files.length === 0) this.error(`${folder} is empty: run \`npm run ${isSite ? 'site' : 'build'}\``);
        for (const { name, source } of files) {
          this.emitFile({ type: 'asset', fileName: `assets/${folder}/${name}`, source });
        }
      }
    },
  };
}
