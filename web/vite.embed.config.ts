// Build <kahuna-board> into one file, beside the page.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ compilerOptions: { css: 'injected' } })],
  publicDir: false,
  build: {
    outDir: mode === 'site' ? '../site' : '../src/kahuna/server/page',
    emptyOutDir: false,
    target: 'es2022',
    // A classic script: other sites may load it without CORS.
    lib: { entry: 'src/embed/main.ts', formats: ['iife'], name: 'KahunaBoard', fileName: () => 'kahuna-board.js' },
  },
}));
