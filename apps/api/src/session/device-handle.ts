import { createHmac } from 'node:crypto'
import type { House } from '../house.ts'

/**
 * What clients are told instead of a device's `vendor_id`: 132 bits, the same in all answers to one account. The value
 * itself is that of the `device` cookie. With a stolen password it passes as a known browser, so no answer holds it.
 * @returns the handle of a `vendor_id` of the account
 */
export async function deviceHandles(accountId: number, { secret }: Pick<House, 'secret'>): Promise<(vendorId: string) => string> {
  const key = await secret()
  return (vendorId) => createHmac('sha256', key).update(`device handle|${accountId}|${vendorId}`).digest('base64url').slice(0, 22)
}
