/** Where pages of the website and the reader ask about push messages, and the worker that shows them. */
export const pushPlace = { address: '/reader/push', worker: '/reader/sw.js', scope: '/reader' } as const
