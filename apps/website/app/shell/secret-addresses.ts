/** Headers of pages whose address carries a token of a mail: kept by nobody, told to no other house. */
export const secretAddress = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } as const

/** Whether a page of ours, or the address typed or opened from a program, led here: not a page of somebody else. */
export function isOwnNavigation(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site === 'same-origin' || site === 'none'
}

/** Whether a browser only fetches ahead: nobody has opened this page yet. */
export function isFetchedAhead(request: Request): boolean {
  const purpose = `${request.headers.get('sec-purpose') ?? ''} ${request.headers.get('purpose') ?? ''} ${request.headers.get('x-moz') ?? ''}`
  return /prefetch|prerender|preview/.test(purpose)
}
