/** Whether a list shows what is open, or everything. */
export const OPEN_OR_ALL = ['open', 'all'] as const

export const openOrAllIn = (request: Request): (typeof OPEN_OR_ALL)[number] =>
  new URL(request.url).searchParams.get('state') === 'all' ? 'all' : 'open'
