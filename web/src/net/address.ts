/**
 * Addresses of the page. A path such as `/rules/R4` names a screen: on a server it is the path of the
 * address, on a static site its fragment, so that any folder of any host can serve the page.
 */

/** Whether this page is a static site: no server answers, and a worker hosts the games. */
export const IS_STATIC = import.meta.env.MODE === 'site';

/** The folder with the files of the page: `/`, or `./` where nothing but the fragment changes. */
const BASE = import.meta.env.BASE_URL;

/** Return the address of a screen, for links. */
export function to(path: string): string {
  return IS_STATIC ? `#${path}` : BASE + path.slice(1);
}

/**
 * Return the path of the screen that an address names; what follows `?` and `#` in it stays. Servers
 * understand the addresses of static sites, too.
 */
export function pathOf({ pathname, search, hash }: URL | Location | HTMLAnchorElement): string {
  if (hash.startsWith('#/')) return hash.slice(1);
  return IS_STATIC ? '/' : `/${pathname.slice(BASE.length)}${search}${hash}`;
}

/** Return an address of the page as others need it. */
export function absolute(address: string): string {
  return new URL(address, location.href).href;
}

/** Return the address of a file of the page. */
export function fileAddress(name: string): string {
  return BASE + name;
}
