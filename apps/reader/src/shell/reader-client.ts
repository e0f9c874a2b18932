import { type ApiClient, createApiClient } from '@kiosk/api-client/api-client'
import type { Language } from '@kiosk/domain/locale'

/** The API as a page of the reader calls it: with the token of its document, in its language, in the browser's session. */
export function readerClient({ token, language }: { token: string; language: Language }): ApiClient {
  return createApiClient({
    fetch: (address, init) => fetch(address, init),
    headers: { 'x-api-token': token, 'accept-language': language },
    credentials: 'same-origin',
  })
}
