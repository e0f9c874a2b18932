import { cacheControl } from '@kiosk/domain/cache-rules'

/** Headers of pages whose address contains an e-mail's token: no caching, no referrer to other sites. */
export const secretAddress = { 'cache-control': cacheControl('nothing'), 'referrer-policy': 'same-origin' } as const

/** Returns whether a request comes from this site, the address bar or another program, and not from another site. */
export function isOwnNavigation(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}
