import { createApiClient } from '@kiosk/api-client/api-client'

/** The API of the desk for changes, called by the browser; its cookie is sent along. Pages load their data in loaders. */
export const deskClient = createApiClient({
  fetch: (address, init) => fetch(address, init),
  headers: {},
  credentials: 'same-origin',
})
