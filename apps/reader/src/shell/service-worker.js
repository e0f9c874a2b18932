// Keeps the reader's own shell (scripts, styles, fonts), nothing of any issue. Filled by vite.config.ts.
const VERSION = 'VERSION'
const SHELL = ['SHELL']
const CACHE = `reader-shell-${VERSION}`

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)))
})

self.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) =>
      Promise.all(names.filter((name) => name.startsWith('reader-shell-') && name !== CACHE).map((name) => caches.delete(name))),
    )
  event.waitUntil(old.then(() => self.clients.claim()))
})

// Only files of this version; documents and everything of the API go to the network as if this were not here.
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== self.location.origin || !SHELL.includes(pathname)) return
  event.respondWith(caches.match(event.request, { cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)))
})
