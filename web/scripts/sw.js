/*
 * Keep the page, so that it opens without a network, and what does not depend on any game: rules
 * and the list of lessons. Python and the networks are large: they are kept once the page has asked for them.
 * Nothing about games is kept.
 *
 * The build fills in the names of the files and a version that changes with any of them.
 */
const FILES = '__FILES__';
const LARGE = '__LARGE__';
const OURS = 'kahuna-';
const CACHE = `${OURS}__VERSION__`;
/** Milliseconds to wait for a new page where one is kept. */
const PATIENCE = 4000;
const REFERENCE = ['api/rules', 'api/lessons'];
/** A record that another program has shared, until the page takes it. */
const SHARED = 'shared-record';
/** The folder of the page. */
const HOME = new URL('./', location.href).pathname;

addEventListener('install', (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(HOME)) return;
  const name = pathname.slice(HOME.length);
  if (request.method === 'POST' && name === 'share') return event.respondWith(receive(request));
  if (request.method !== 'GET') return;
  if (name === SHARED) return event.respondWith(handOver());
  if (REFERENCE.includes(name)) return event.respondWith(newest(request));
  if (name.startsWith('api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.includes(name)) event.respondWith(kept(name).then((file) => file ?? fetch(request)));
  else if (LARGE.includes(name)) event.respondWith(kept(name).then((file) => file ?? keep(request)));
});

// A push that shows nothing costs the permission on some systems: show it even if the page is open.
addEventListener('push', (event) => {
  const { title, game } = event.data.json();
  const options = { tag: game, renotify: true, icon: `${HOME}icons/icon-192.png`, data: { game } };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.game));
});

/** Open a game, or bring the page to the front. */
async function open(game) {
  const address = new URL(game ? `${HOME}game/${game}` : HOME, location.origin).href;
  const pages = await clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => url === address) ?? (game ? undefined : pages[0]);
  await (page ? page.focus() : clients.openWindow(address));
}

async function fill() {
  const cache = await caches.open(CACHE);
  // Names in assets/ change with what is in the files: what an older version has kept is the same.
  const isLasting = (name) => name.startsWith('assets/');
  const known = await Promise.all([...FILES, ...LARGE].filter(isLasting).map((name) => takeOver(cache, name)));
  const missing = FILES.filter((name) => !known.includes(name));
  const asked = (name) => new Request(HOME + name, { cache: isLasting(name) ? 'default' : 'reload' });
  await cache.addAll(missing.map(asked));
}

/** Copy a file that an older version has kept; return its name if there is one. */
async function takeOver(cache, name) {
  const file = await caches.match(HOME + name);
  if (!file) return null;
  await cache.put(HOME + name, file);
  return name;
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

/** The page: a new one if it comes soon, and the kept one if the line or the server does not answer. */
async function page(request) {
  const before = await kept('');
  if (!before) return fetch(request);
  const answer = fetch(request).then((found) => (found.status >= 502 ? before : found), () => before);
  return Promise.race([answer, new Promise((resolve) => setTimeout(() => resolve(before), PATIENCE))]);
}

async function kept(name) {
  return (await caches.open(CACHE)).match(HOME + name);
}

/** Fetch a file and keep it. */
async function keep(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
}

/** Keep a shared record for the page, and open the page. */
async function receive(request) {
  const form = await request.formData();
  const file = form.get('record');
  const text = file instanceof File ? await file.text() : String(form.get('text') ?? '');
  await (await caches.open(CACHE)).put(HOME + SHARED, new Response(text));
  return Response.redirect(HOME, 303);
}

/** Give the page the shared record, once. */
async function handOver() {
  const cache = await caches.open(CACHE);
  const record = await cache.match(HOME + SHARED);
  await cache.delete(HOME + SHARED);
  return record ?? new Response(null, { status: 204 });
}
