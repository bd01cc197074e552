import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { pythonFiles } from './scripts/python_files';
import { serviceWorker } from './scripts/service_worker';
import { stylesBelow } from './scripts/styles_below';
import { staticSite } from './scripts/static_site';

const server = process.env['KAHUNA_SERVER'] ?? 'http://127.0.0.1:8000';

/** `vite build` makes the page of the server; `vite build --mode site` a site for any host. */
export default defineConfig(({ mode }) => {
  const isSite = mode === 'site';
  return {
    base: isSite ? './' : '/',
    plugins: [svelte(), pythonFiles(isSite), serviceWorker(), stylesBelow(), ...(isSite ? [staticSite()] : [])],
    build: {
      outDir: isSite ? '../site' : '../src/kahuna/server/page',
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
      modulePreload: { polyfill: false },
    },
    worker: { format: 'es' },
    server: {
      proxy: { '/api': { target: server, ws: true } },
    },
    test: { include: ['tests/**/*.test.ts'] },
  };
});
