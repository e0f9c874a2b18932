import type { AppContext } from '../context.ts'
import { keyedHash } from '../keyed-hash.ts'

/**
 * Returns a function from the `vendor_id` of a device to its public handle: 132 bits, the same in all responses to one account.
 * No response contains the `vendor_id`. It is the value of the `device` cookie, so with a stolen password it would pass as a
 * known browser.
 */
export async function deviceHandles(
  accountId: number,
  { secret }: Pick<AppContext, 'secret'>,
): Promise<(vendorId: string) => string> {
  const key = await secret()
  return (vendorId) => keyedHash(key, `device handle|${accountId}|${vendorId}`).slice(0, 22)
}
