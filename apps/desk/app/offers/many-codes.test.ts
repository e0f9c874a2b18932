import { expect, test } from 'vitest'
import { manyCodes } from './many-codes.ts'

test('many codes differ, begin with the same words and may be redeemed once each', () => {
  const voucher = { code: 'MESSE', kind: 'voucher' as const, plans: [2, 10], price: 399, days: 90, from: '2027-01-01' }
  const csv = manyCodes({ ...voucher, until: null, most: null, titles: null, background: null, colour: null }, 500)
  const [head, ...lines] = csv.split('\n')
  expect(head).toBe('code,plans,price,days,from,until,most')
  expect(new Set(lines).size).toBe(500)
  for (const line of lines) expect(line).toMatch(/^MESSE-[A-HJ-NP-Z2-9]{10},2 10,3\.99,90,2027-01-01,,1$/)
})
