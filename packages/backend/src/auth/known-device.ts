import { accountByEmail } from '../accounts/queries.ts'
import type { RequestContext } from '../http/handler.ts'
import { sessionCookies } from './cookies.ts'

/**
 * Returns the device cookie of this browser if the account of an address was signed in here before; null = unknown. A known
 * browser has its own counters, so attempts of strangers do not affect it.
 */
export async function knownDevice(call: Pick<RequestContext, 'request' | 'ctx'>, email: string): Promise<string | null> {
  const account = await accountByEmail(call.ctx.db, email)
  return account ? knownDeviceOf(call, account.id) : null
}

/** Does the same for an account id. */
export async function knownDeviceOf(
  { request, ctx }: Pick<RequestContext, 'request' | 'ctx'>,
  accountId: number,
): Promise<string | null> {
  const vendorId = sessionCookies(ctx.publicUrl).deviceIn(request)
  if (!vendorId) return null
  const found = await ctx.db
    .selectFrom('devices')
    .select('id')
    .where('account_id', '=', accountId)
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  return found ? vendorId : null
}
