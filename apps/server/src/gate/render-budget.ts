import { networksOf } from '@kiosk/backend/http/networks'
import { AHEAD_SHARE, READS_PER_MINUTE } from '@kiosk/backend/http/request-limits'
import { MINUTE_MS } from '@kiosk/domain/time'
import { LRUCache } from 'lru-cache'
import { GateError } from './gate-error.ts'

/**
 * Rendering time of one network, by prefix: an IPv4 address or /64, a /56, a /48. Milliseconds per minute. A page takes
 * about 10 ms, so an office or a crawler behind one address stays far below, and one network uses a quarter of a core at most.
 */
const BUDGETS_MS = [15_000, 22_500, 30_000] as const
/** The request limit for which these values are chosen; with another limit they change in proportion. */
const USUAL_REQUESTS = READS_PER_MINUTE
/** Charged when rendering begins and corrected when it ends, so that many simultaneous requests cannot bypass the limit. */
const ADVANCE_MS = 50
/** Maximum charge for a page: waiting for a slow database is not rendering time. */
const MOST_PER_PAGE_MS = 500
const MOST_NETWORKS = 50_000

type Account = { spentMs: number; at: number }
export type RenderBudget = {
  /** The returned function must be called when the page is done. @throws GateError busy, with Retry-After */
  begin(address: string): () => void
  /** Whether a page that nobody has opened yet may be rendered: half of the budget remains for opened pages. */
  admitsAhead(address: string): boolean
}

/**
 * Limits page rendering by its cost in this process, not by requests: cached pages are free. Pages that render at the same
 * time share the elapsed time, so that no network pays for the pages of others. Charges expire evenly over a minute.
 */
export function createRenderBudget(options: { requestsPerMinute?: number | undefined; now?: () => number } = {}): RenderBudget {
  const { requestsPerMinute = USUAL_REQUESTS, now = () => performance.now() } = options
  const budgetsMs = BUDGETS_MS.map((budget) => (budget * requestsPerMinute) / USUAL_REQUESTS)
  const accounts = new LRUCache<string, Account>({ max: MOST_NETWORKS })
  let active = 0
  /** Milliseconds charged so far to a page that has been rendering all the time. */
  let shareMs = 0
  let sharedAt = now()

  function advanceShare(): number {
    const time = now()
    if (active > 0) shareMs += (time - sharedAt) / active
    sharedAt = time
    return shareMs
  }

  function spentBy(network: string, budgetMs: number): Account {
    const time = now()
    const known = accounts.get(network) ?? { spentMs: 0, at: time }
    const account = { spentMs: Math.max(0, known.spentMs - ((time - known.at) * budgetMs) / MINUTE_MS), at: time }
    accounts.set(network, account)
    return account
  }

  const accountsOf = (address: string) =>
    networksOf(address).map((network, level) => {
      const budgetMs = budgetsMs[level] ?? BUDGETS_MS[0]
      return { network, budgetMs, account: spentBy(network, budgetMs) }
    })

  return {
    admitsAhead: (address) =>
      accountsOf(address).every(({ budgetMs, account }) => account.spentMs + ADVANCE_MS <= budgetMs * AHEAD_SHARE),
    begin(address) {
      const charged = accountsOf(address)
      for (const { budgetMs, account } of charged) {
        const excessMs = account.spentMs + ADVANCE_MS - budgetMs
        if (excessMs <= 0) continue
        const seconds = Math.max(1, Math.ceil(((excessMs / budgetMs) * MINUTE_MS) / 1000))
        throw new GateError('busy', { 'retry-after': String(seconds) })
      }
      for (const { account } of charged) account.spentMs += ADVANCE_MS
      const before = advanceShare()
      active++
      let done = false
      return () => {
        if (done) return
        done = true
        const costMs = Math.min(MOST_PER_PAGE_MS, advanceShare() - before)
        active--
        for (const { network, budgetMs } of charged) {
          const account = spentBy(network, budgetMs)
          account.spentMs = Math.max(0, account.spentMs + costMs - ADVANCE_MS)
        }
      }
    },
  }
}
