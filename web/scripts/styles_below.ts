/** Puts the stylesheets of the page below what it shows while it loads: in the head they would hold that back. */
import type { Plugin } from 'vite';

const STYLES = / *<link rel="stylesheet"[^>]*>\n/g;

export function stylesBelow(): Plugin {
  return {
    name: 'kahuna-styles-below',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(STYLES, '').replace('  </body>', `${(html.match(STYLES) ?? []).join('')}  </body>`),
    },
  };
}
