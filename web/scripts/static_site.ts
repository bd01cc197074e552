/** Fills in what a server writes into the page, for a folder of files that any host can serve. */
import type { Plugin } from 'vite';

/** The policy of the server's headers, without what a `meta` element cannot say. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join('; ');

/** Where the site will be, without a slash at the end; link previews need the address of their picture. */
const ADDRESS = process.env['KAHUNA_SITE_URL']?.replace(/\/$/, '');

export function staticSite(): Plugin {
  return {
    name: 'kahuna-static-site',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const page = html
          .replaceAll('__TITLE__', 'Kahuna')
          .replaceAll('__DESCRIPTION__', 'Two sorcerers, twelve islands, one quiet stretch of ocean.')
          .replaceAll('__ORIGIN__', ADDRESS ?? '')
          .replaceAll('__IMAGE__', '/icons/preview.jpg');
        const shown = ADDRESS ? page : page.replace(/ *<meta property="og:image[^>]*>\n/g, '');
        return {
          html: shown,
          tags: [
            {
              tag: 'meta',
              attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
              injectTo: 'head-prepend',
            },
          ],
        };
      },
    },
  };
}
