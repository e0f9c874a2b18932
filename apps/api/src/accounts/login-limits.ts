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

  return {
    /** Refuses with 429 where there were too many; counts nothing. */
    async demandFew(): Promise<void> {
      for (const [attempt, key] of ways) {
        const seconds = await attempts.look(attempt, key)
        if (seconds !== null && !(attempt === 'login-account' && (await isKnownDevice()))) throw new TooMany(seconds)
      }
    },
    async countWrong(): Promise<void> {
      for (const [attempt, key] of ways) await attempts.count(attempt, key)
    },
    /** The right password: slips of the same person are forgiven, guesses of others are not. */
    async forgive(): Promise<void> {
      for (const [attempt, key] of ways) if (attempt === 'login') await attempts.forget(attempt, key)
    },
  }
}
