import { createHmac } from 'node:crypto'
import type { AppContext } from '../context.ts'

/**
 * The public handle of a device in place of its `vendor_id`: 132 bits, the same in all answers to one account. The
 * `vendor_id` is the value of the `device` cookie: with a stolen password it would pass as a known browser, so no
 * response contains it.
 * @returns the handle of a `vendor_id` of the account
 */
export async function deviceHandles(
  accountId: number,
  { secret }: Pick<AppContext, 'secret'>,
): Promise<(vendorId: string) => string> {
  const key = await secret()
  return (vendorId) => createHmac('sha256', key).update(`device handle|${accountId}|${vendorId}`).digest('base64url').slice(0, 22)
}
