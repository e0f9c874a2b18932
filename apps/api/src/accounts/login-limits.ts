import type { Asking } from '../endpoint.ts'
import { networksOf } from '../rate-limits.ts'
import type { Attempt } from '../session/attempts.ts'
import { recordBoundedEvent, recordSecurityEvent } from '../session/security-events.ts'
import { TooMany } from '../too-many.ts'
import { canonicalEmail } from './canonical-email.ts'
import { accountByEmail } from './queries.ts'

const OF_ACCOUNT = ['login', 'login-56', 'login-48'] as const
const OF_ALL_ACCOUNTS = ['login-address', 'login-address-56', 'login-address-48'] as const

/**
 * Wrong passwords of one account name: by network and the wider ones around it, by these whatever the account, and from
 * anywhere. Nothing depends on whether the account exists. A browser that the account was in before (`device`) has a count
 * of its own and no other: strangers can fill all the rest.
 */
export function loginLimits(call: Asking, username: string, device: string | null) {
  const { house, visitor } = call
  const { attempts } = house
  const name = canonicalEmail(username)
  const ways = device ? [['login', `${name} on ${device}`] as const] : waysOfStranger(name, visitor.address)

  async function demand(ask: (attempt: Attempt, key: string) => Promise<number | null>): Promise<void> {
    let wait = 0
    for (const [attempt, key] of ways) wait = Math.max(wait, (await ask(attempt, key)) ?? 0)
    if (wait === 0) return
    if ((await attempts.count('limit-recorded', `login ${name}`)) === null) {
      const accountId = (await accountByEmail(house.db, name))?.id ?? null
      const event = { kind: 'limit.reached', accountId, details: { limit: 'sign-in' } } as const
      // Names that nobody has can be invented without end.
      await (accountId === null ? recordBoundedEvent(call, event) : recordSecurityEvent(house.db, call, event))
    }
    throw new TooMany(wait, 'ERROR.TOO_MANY_LOGINS')
  }

  return {
    /** Refuses with 429 where there were too many; counts nothing. */
    demandFew: () => demand(attempts.look),
    /** Counts a wrong password; refuses with 429 where others were counted while it was looked at. */
    countWrong: () => demand(attempts.count),
    /** The right password: slips of the same person are forgiven, guesses of others are not. */
    async forgive(): Promise<void> {
      for (const [attempt, key] of ways) if (attempt === 'login') await attempts.forget(attempt, key)
    },
  }
}

function waysOfStranger(name: string, address: string): (readonly [Attempt, string])[] {
  const networks = networksOf(address)
  return [
    ...networks.map((network, level) => [OF_ALL_ACCOUNTS[level]!, network] as const),
    ...networks.map((network, level) => [OF_ACCOUNT[level]!, `${name} from ${network}`] as const),
    ['login-account', name],
  ]
}
