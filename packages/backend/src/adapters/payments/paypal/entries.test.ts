import { expect, test } from 'vitest'
import { balanceOf, paypalEntries } from './entries.ts'
import type { PaypalTransaction } from './transactions.ts'

const [from, to] = [new Date('2025-10-01T00:00:00Z'), new Date('2025-11-21T00:00:00Z')]
const info = (id: string, code: string, value: string, more: Partial<PaypalTransaction> = {}): PaypalTransaction => ({
  transaction_id: id,
  transaction_event_code: code,
  transaction_status: 'S',
  transaction_initiation_date: '2025-11-01T10:00:00+0000',
  transaction_amount: { currency_code: 'EUR', value },
  ...more,
})
async function listed(all: PaypalTransaction[]) {
  const requested: string[] = []
  const found = []
  const ask = async (path: string) => {
    requested.push(path)
    return { transaction_details: all.map((transaction_info) => ({ transaction_info })), total_pages: 1 }
  }
  for await (const each of paypalEntries(ask, from, to)) found.push(each)
  return { requested, found }
}

test('maps every account transaction to a movement: charges with fees, refunds, fees, payouts, exchanges', async () => {
  const fee = { currency_code: 'EUR', value: '-1.05' }
  const { requested, found } = await listed([
    info('T1', 'T0002', '19.99', { paypal_reference_id: 'I-1', paypal_reference_id_type: 'SUB', fee_amount: fee }),
    info('R1', 'T1107', '-5.00', {
      paypal_reference_id: 'T1',
      paypal_reference_id_type: 'TXN',
      fee_amount: { currency_code: 'EUR', value: '0.35' },
    }),
    info('D1', 'T1201', '-19.99', { paypal_reference_id: 'T1' }),
    info('D2', 'T1202', '19.99', { paypal_reference_id: 'D1' }),
    info('F1', 'T0106', '-16.00'),
    info('P1', 'T0400', '-100.00'),
    info('B1', 'T0300', '50.00'),
    info('X1', 'T0200', '-20.00'),
    info('X2', 'T0200', '19.10', { transaction_amount: { currency_code: 'CHF', value: '19.10' } }),
    info('O1', 'T0007', '-7.00'),
    info('Z1', 'T9900', '1.00'),
    info('H1', 'T1503', '-19.99'),
    info('W1', 'T0002', '19.99', { transaction_status: 'P' }),
    info('L1', 'T0002', '19.99', { transaction_initiation_date: '2025-11-25T10:00:00+0000' }),
  ])
  // The server returns the same list for both months; each entry is yielded once.
  expect(requested).toHaveLength(2)
  expect(requested[0]).not.toContain('transaction_type')
  expect(
    found.map(({ kind, reference, amount, currency, fee }) => [kind, reference, amount, currency, fee?.amount ?? null]),
  ).toEqual([
    ['charge', 'T1', 1999, 'EUR', 105],
    ['refund', 'R1', -500, 'EUR', -35],
    ['dispute', 'D1', -1999, 'EUR', null],
    ['dispute', 'D2', 1999, 'EUR', null],
    ['fee', 'F1', -1600, 'EUR', null],
    ['payout', 'P1', -10_000, 'EUR', null],
    ['payout', 'B1', 5000, 'EUR', null],
    ['exchange', 'X1', -2000, 'EUR', null],
    ['exchange', 'X2', 1910, 'CHF', null],
    ['other', 'O1', -700, 'EUR', null],
    ['other', 'Z1', 100, 'EUR', null],
  ])
  expect(found[0]).toMatchObject({ subscription: 'I-1', charge: null, entry: 'T1', at: new Date('2025-11-01T10:00:00Z') })
  expect(found[1]).toMatchObject({ subscription: null, charge: 'T1' })
})

test('reports the balance in every currency', () => {
  const total_balance = { currency_code: 'EUR', value: '12.34' }
  expect(balanceOf({ balances: [{ currency: 'EUR', total_balance }, { currency: 'CHF' }] })).toEqual([
    { amount: 1234, currency: 'EUR' },
  ])
  expect(balanceOf(null)).toEqual([])
})
