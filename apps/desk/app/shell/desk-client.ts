import { createApiClient } from '@kiosk/api-client/api-client'

/**
 * The API of the desk for changes, called by the browser; its cookie is sent along. Errors come in the language of the page.
 * Pages load their data in loaders.
 */
export const deskClient = createApiClient({
  fetch: (address, init) => {
    const headers = new Headers(init?.headers)
    headers.set('accept-language', document.documentElement.lang)
    return fetch(address, { ...init, headers })
  },
  headers: {},
  credentials: 'same-origin',
})
