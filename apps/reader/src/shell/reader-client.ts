import { type ApiClient, createApiClient } from '@kiosk/api-client/api-client'
import { ACCOUNT_HEADER } from '@kiosk/domain/accounts/limits'
import type { Language } from '@kiosk/domain/locale'
import { noticeSupport } from './notice-support.ts'

type Caller = { token: string; language: Language; owner?: string | null }

/**
 * Returns an API client for a page of the reader, with the token of its document, its language, and the browser's session.
 * `owner`: reference of the account that the page was opened for; its calls are rejected once another one has signed in.
 */
export function readerClient({ token, language, owner }: Caller): ApiClient {
  return createApiClient({
    fetch: (address, init) => fetch(address, init),
    headers: { 'x-api-token': token, 'accept-language': language, ...(owner && { [ACCOUNT_HEADER]: owner }) },
    credentials: 'same-origin',
    onResponse: (response) => noticeSupport(response, language),
  })
}
