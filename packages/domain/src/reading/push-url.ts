/** Push endpoint that pages of the website and the reader call, with the service worker and its scope. */
export const pushEndpoint = { address: '/reader/push', worker: '/reader/sw.js', scope: '/' } as const
