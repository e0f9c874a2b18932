import { accountByEmail } from '../accounts/queries.ts'
import type { Asking } from '../endpoint.ts'
import { sessionCookies } from './cookies.ts'

/**
 * The device cookie of this browser where the account of an address was signed in here before; null = unknown. What
 * strangers do elsewhere never counts against such a browser: it has counts of its own.
 */
export async function knownDevice(call: Pick<Asking, 'request' | 'house'>, email: string): Promise<string | null> {
  const account = await accountByEmail(call.house.db, email)
  return account ? knownDeviceOf(call, account.id) : null
}

/** The same for an account by its id. */
export async function knownDeviceOf(
  { request, house }: Pick<Asking, 'request' | 'house'>,
  accountId: number,
): Promise<string | null> {
  const vendorId = sessionCookies(house.publicUrl).deviceIn(request)
  if (!vendorId) return null
  const found = await house.db
    .selectFrom('devices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  return found ? vendorId : null
}
