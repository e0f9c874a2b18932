import type { VoucherInput } from '@kiosk/domain/staff/offer-endpoints'

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RANDOM_LENGTH = 10

/** Returns a CSV file of vouchers that are alike, with random codes that begin with the code of the first: SOMMER-7KQ2… */
export function manyCodes({ code, plans, price, days, from, until, most }: VoucherInput, count: number): string {
  const rest = [plans.join(' '), (price / 100).toFixed(2), days ?? '', from, until ?? '', most ?? 1].join(',')
  const codes = new Set<string>()
  while (codes.size < count) codes.add(`${code}-${randomPart()}`)
  return ['code,plans,price,days,from,until,most', ...[...codes].map((each) => `${each},${rest}`)].join('\n')
}

function randomPart(): string {
  // The alphabet has 32 characters, so each is equally likely.
  return [...crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
