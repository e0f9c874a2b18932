import type { Bookkeeping } from '../operator.ts'

/** Kinds of ledger accounts that do not belong to one country. */
export const LEDGER_KINDS = ['cash', 'bank', 'owed', 'suspense', 'fees', 'exchange', 'losses', 'other-income'] as const

/** Numbers of the standard charts for the accounts of our ledger. */
export const CHARTS: Record<Bookkeeping['chart'], Record<string, string>> = {
  SKR03: {
    cash: '1360',
    bank: '1200',
    owed: '1700',
    suspense: '1590',
    fees: '4970',
    exchange: '2150',
    losses: '2400',
    'other-income': '2700',
    'revenue:DE': '8300',
    'tax:DE': '1771',
  },
  SKR04: {
    cash: '1460',
    bank: '1800',
    owed: '3500',
    suspense: '1370',
    fees: '6855',
    exchange: '6880',
    losses: '6930',
    'other-income': '4830',
    'revenue:DE': '4300',
    'tax:DE': '3801',
  },
  own: {},
}
