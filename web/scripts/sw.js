/*
 * Keep the page, so that it opens without a network, and what does not depend on any game: rules
 * and the list of lessons. Nothing about games is kept.
 *
 * The build fills in the names of the files and a version that changes with any of them.
 */
const FILES = '__FILES__';
const OURS = 'kahuna-';
const CACHE = `${OURS}__VERSION__`;
const REFERENCE = ['/api/rules', '/api/lessons'];

addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (REFERENCE.includes(pathname)) return event.respondWith(newest(request));
  if (pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept('/')));
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(bringToFront());
});

async function bringToFront() {
  const [page] = await clients.matchAll({ type: 'window' });
  await (page ? page.focus() : clients.openWindow('/'));
}

async function fill() {
  const cache = await caches.open(CACHE);
  // Names in /assets change with what is in the files, so these may come from the browser's own cache.
  const asked = (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
  await cache.addAll(FILES.map(asked));
}

async function forgetOthers() {
  // Another program may have been served from this address before, and keep things of its own.
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS));
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** What the server says now, or what it said last when it cannot be reached. */
async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const before = await cache.match(request);
    if (before) return before;
    throw error;
  }
}

async function kept(path) {
  return (await caches.open(CACHE)).match(path);
}
