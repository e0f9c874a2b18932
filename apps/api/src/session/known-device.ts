import { accountByEmail } from '../accounts/queries.ts'
import type { Asking } from '../endpoint.ts'
import { sessionCookies } from './cookies.ts'

/**
 * The device cookie of this browser where the account of an address was signed in here before; null = unknown. What
 * strangers do elsewhere never counts against such a browser: it has counts of its own.
 */
export async function knownDevice({ request, house }: Pick<Asking, 'request' | 'house'>, email: string): Promise<string | null> {
  const vendorId = sessionCookies(house.publicUrl).deviceIn(request)
  if (!vendorId) return null
  const account = await accountByEmail(house.db, email)
  if (!account) return null
  const found = await house.db
    .selectFrom('devices')
    .select('id')
    .where('account_id', '=', account.id)
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  return found ? vendorId : null
}
