import { type ApiClient, createApiClient } from '@kiosk/api-client/api-client'
import type { Language } from '@kiosk/domain/locale'
import { noticeSupport } from './support-bar.ts'

/** Returns an API client for a page of the reader, with the token of its document, its language, and the browser's session. */
export function readerClient({ token, language }: { token: string; language: Language }): ApiClient {
  return createApiClient({
    fetch: (address, init) => fetch(address, init),
    headers: { 'x-api-token': token, 'accept-language': language },
    credentials: 'same-origin',
    onResponse: (response) => noticeSupport(response, language),
  })
}
