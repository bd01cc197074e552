/** Puts the service worker into the build, with the names of all files that make up the page. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isLarge } from './python_files';

const WORKER = new URL('./sw.js', import.meta.url);
const PUBLIC = new URL('../public/', import.meta.url);

/** For other sites, when they show a link; the page itself does not need it. */
const PREVIEW = 'icons/preview.jpg';

export function serviceWorker(): Plugin {
  return {
    name: 'kahuna-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const built = Object.values(bundle)
        .map((file) => file.fileName)
        .filter((name) => name !== 'index.html');
      const still = readdirSync(PUBLIC, { recursive: true, encoding: 'utf-8' }).filter(
        (name) => name.includes('.') && name !== PREVIEW,
      );
      const files = ['', ...built.filter((name) => !isLarge(name)), ...still].sort();
      const large = built.filter(isLarge).sort();
      const index = bundle['index.html'];
      const hash = createHash('sha256').update([...files, ...large].join());
      if (index?.type === 'asset') hash.update(index.source);
      for (const name of still) hash.update(readFileSync(new URL(name, PUBLIC)));
      const source = readFileSync(WORKER, 'utf-8')
        .replace("'__FILES__'", JSON.stringify(files))
        .replace("'__LARGE__'", JSON.stringify(large))
        .replace('__VERSION__', hash.digest('hex').slice(0, 12));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
