import { ApiError } from '@kiosk/domain/errors'
import type { RequestContext } from '../http/handler.ts'
import { rightOf } from '../reading/reading-rights.ts'
import type { Title } from './catalogue-view.ts'
import { comparePlaces, markOfPlace, type Place, placeOf, readPlace } from './near-first.ts'

type Caller = Pick<RequestContext, 'language' | 'region' | 'session'>

/** Where a mixed list continues: the kind that comes next, and the last title of each kind; null = none yet. */
type Mark = { next: 'open' | 'closed'; open: Place | null; closed: Place | null }

/**
 * Mixes titles, sorted as by `nearFirst`, for a caller without a subscription: free titles and those that need a subscription
 * alternate, so that the dailies, new each morning, do not come before everything else. For a subscriber the order stays the
 * same. `after`: cursor of the page before.
 */
export function mixed(titles: readonly Title[], caller: Caller, after: string | undefined): Title[] {
  const mark = readMark(after)
  const isBehind = (title: Title, last: Place | null) => last === null || comparePlaces(last, placeOf(title, caller)) < 0
  const open = titles.filter((title) => isOpen(title, caller) && isBehind(title, mark.open))
  const closed = titles.filter((title) => !isOpen(title, caller) && isBehind(title, mark.closed))
  const [first, second] = mark.next === 'open' ? [open, closed] : [closed, open]
  const turns = Array.from({ length: Math.max(first.length, second.length) }, (_, turn) => [first[turn], second[turn]])
  return turns.flat().filter((title) => title !== undefined)
}

/** Returns the cursor at the end of a page of a mixed list that began `after` another. */
export function markOfMixed(page: readonly Title[], caller: Caller, after: string | undefined): string {
  const before = readMark(after)
  const lastOf = (kind: 'open' | 'closed') => {
    const last = page.findLast((title) => isOpen(title, caller) === (kind === 'open'))
    const place = last ? placeOf(last, caller) : before[kind]
    return place ? markOfPlace(place) : ''
  }
  const last = page.at(-1)
  return [last && isOpen(last, caller) ? 'closed' : 'open', lastOf('open'), lastOf('closed')].join('_')
}

function readMark(after: string | undefined): Mark {
  if (after === undefined) return { next: 'open', open: null, closed: null }
  const [, next, open, closed] = /^(open|closed)_([^_]*)_([^_]*)$/.exec(after) ?? []
  if (!next) throw new ApiError('wrong_input', 'after')
  return { next: next as Mark['next'], open: open ? readPlace(open) : null, closed: closed ? readPlace(closed) : null }
}

function isOpen(title: Title, caller: Caller): boolean {
  const { reader } = caller.session
  return reader === 'MAGZ' || reader === 'PREMIUM' || rightOf(title, caller).online !== 'one'
}
