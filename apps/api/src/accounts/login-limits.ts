import type { Asking } from '../endpoint.ts'
import { networkOf } from '../rate-limits.ts'
import type { Attempt } from '../session/attempts.ts'
import { sessionCookies } from '../session/cookies.ts'
import { TooMany } from '../too-many.ts'

/**
 * Wrong passwords of one account name: by network, by network whatever the account, and from anywhere. Nothing depends on
 * whether the account exists. A browser that the account was in before is not shut out by strangers' guesses from anywhere.
 */
export function loginLimits({ house, request, visitor }: Asking, username: string) {
  const { attempts, db } = house
  const name = username.trim().normalize('NFC')
  const network = networkOf(visitor.address)
  const device = sessionCookies(house.publicUrl).deviceIn(request)
  const ways: [Attempt, string][] = [
    ['login-address', network],
    ['login', `${name} from ${network}`],
    ['login-account', name],
  ]
  if (device) ways.push(['login', `${name} on ${device}`])

  async function isKnownDevice(): Promise<boolean> {
    if (!device) return false
    const found = await db
      .selectFrom('devices')
      .innerJoin('accounts', 'accounts.id', 'devices.account_id')
      .select('devices.id')
      .where('vendor_id', '=', device)
      .where((where) => where(where.fn('lower', ['email']), '=', where.fn('lower', [where.val(name)])))
      .executeTakeFirst()
    return found !== undefined
  }

  async function demand(ask: (attempt: Attempt, key: string) => Promise<number | null>): Promise<void> {
    let wait = 0
    for (const [attempt, key] of ways) {
      const seconds = await ask(attempt, key)
      if (seconds !== null && !(attempt === 'login-account' && (await isKnownDevice()))) wait = Math.max(wait, seconds)
    }
    if (wait > 0) throw new TooMany(wait)
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
