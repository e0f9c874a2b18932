import { canonicalEmail } from '../accounts/canonical-email.ts'
import { accountByEmail } from '../accounts/queries.ts'
import type { RequestContext } from '../http/handler.ts'
import { networksOf } from '../http/networks.ts'
import { TooMany } from '../http/too-many-requests.ts'
import type { Counted } from './rate-limits.ts'
import { recordBoundedEvent, recordSecurityEvent } from './security-events.ts'

const OF_ACCOUNT = ['login', 'login-56', 'login-48'] as const
const OF_ALL_ACCOUNTS = ['login-address', 'login-address-56', 'login-address-48'] as const

/**
 * Limits failed logins of one name per network and from all networks, and of all names per network; networks include the wider
 * ones around them. The limits do not depend on whether the account exists. A known browser (`device`) has only its own counter,
 * so strangers cannot block it.
 */
export function loginLimits(call: RequestContext, username: string, device: string | null) {
  const { ctx, visitor } = call
  const { rateLimits } = ctx
  const name = canonicalEmail(username)
  const counters: Counted[] = device ? [['login', `${name} on ${device}`]] : countersOfStranger(name, visitor.address)

  async function rejectAtLimit(waitOf: (counted: readonly Counted[]) => Promise<number | null>): Promise<void> {
    const wait = await waitOf(counters)
    if (wait === null) return
    if ((await rateLimits.count('limit-recorded', `login ${name}`)) === null) {
      const accountId = (await accountByEmail(ctx.db, name))?.id ?? null
      const event = { kind: 'limit.reached', accountId, details: { limit: 'sign-in' } } as const
      // Bounded, because anybody can invent any number of unknown names.
      await (accountId === null ? recordBoundedEvent(call, event) : recordSecurityEvent(ctx.db, call, event))
    }
    throw new TooMany(wait, 'ERROR.TOO_MANY_LOGINS')
  }

  return {
    /** Rejects with 429 at the limit; counts nothing. */
    assertNotLimited: () => rejectAtLimit(rateLimits.checkAll),
    /** Counts a wrong password; rejects with 429 if concurrent attempts reached the limit. */
    recordFailure: () => rejectAtLimit(rateLimits.countAll),
    /** Resets the failures of this account after a correct password; failures for other accounts stay. */
    async reset(): Promise<void> {
      for (const [attempt, key] of counters) if (attempt === 'login') await rateLimits.reset(attempt, key)
    },
  }
}

function countersOfStranger(name: string, address: string): Counted[] {
  const networks = networksOf(address)
  return [
    ...networks.map((network, level) => [OF_ALL_ACCOUNTS[level]!, network] as const),
    ...networks.map((network, level) => [OF_ACCOUNT[level]!, `${name} from ${network}`] as const),
    ['login-account', name],
  ]
}
