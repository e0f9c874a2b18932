/** Push endpoint for pages of the website and the reader, and for the service worker. */
export const pushPlace = { address: '/reader/push', worker: '/reader/sw.js', scope: '/reader' } as const
