/* sw.js -- the page without a network: the service worker that web/offline.ts writes into a build, with VERSION and FILES
 * filled in. src/main.ts registers it. */
const CACHE = `skerry-${'VERSION'}`;
const FILES = ['FILES'];

self.addEventListener('install', (e) => {
    e.waitUntil(caches.open(CACHE).then((c) => c.addAll(FILES)));
});

self.addEventListener('activate', (e) => {
    e.waitUntil(
        caches
            .keys()
            .then((keys) =>
                Promise.all(
                    keys
                        .filter((k) => k.startsWith('skerry-') && k !== CACHE)
                        .map((k) => caches.delete(k)),
                ),
            )
            .then(() => self.clients.claim()),
    );
});

/* Files of this build come from the cache; links into the page get the page; everything live
 * goes to the network. */
self.addEventListener('fetch', (e) => {
    const url = new URL(e.request.url);
    if (
        e.request.method !== 'GET' ||
        url.origin !== location.origin ||
        url.pathname.startsWith('/api/') ||
        url.pathname === '/ws'
    )
        return;
    const path = e.request.mode === 'navigate' ? '/' : url.pathname;
    if (!FILES.includes(path)) return;
    e.respondWith(
        caches
            .open(CACHE)
            .then((c) => c.match(path))
            .then((hit) => hit ?? fetch(e.request)),
    );
});
