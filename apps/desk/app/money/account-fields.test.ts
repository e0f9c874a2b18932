import type { Bookkeeping } from '@kiosk/domain/operator'
import { expect, test } from 'vitest'
import { accountsOf, countOfDraftChanges, draftOf, sentBookkeeping } from './account-fields.ts'

const values: Bookkeeping = {
  consultant: 29098,
  client: 55003,
  fiscalYearMonth: 7,
  accountLength: 5,
  chart: 'SKR04',
  accounts: { 'cash:paypal': '1361' },
  automaticAccounts: ['8310', '8321'],
}

test('values that nobody changes are sent as they are', () => {
  expect(sentBookkeeping(draftOf(values))).toEqual(values)
  expect(countOfDraftChanges(draftOf(values), draftOf(values))).toBe(0)
})

test('an account whose field is empty has the number of the chart', () => {
  const draft = draftOf(values)
  const changed = { ...draft, accounts: { 'cash:paypal': ' ', 'tax:AT': ' 1772 ' }, automaticAccounts: '8310, 8400' }
  expect(sentBookkeeping(changed)).toMatchObject({ accounts: { 'tax:AT': '1772' }, automaticAccounts: ['8310', '8400'] })
  expect(countOfDraftChanges(draft, changed)).toBe(3)
})

test('the form asks for accounts that need a number, too', () => {
  expect(accountsOf(draftOf(null), ['revenue:FR'])).toEqual(expect.arrayContaining(['bank', 'tax:LU', 'revenue:FR']))
  expect(accountsOf(draftOf(values), [])).toContain('cash:paypal')
})
