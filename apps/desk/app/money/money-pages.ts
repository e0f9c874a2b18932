import type { Permission } from '@kiosk/domain/staff/roles'

/** Pages about money, in the order of the navigation: address below /money, key of the name, and who sees it. */
export const moneyPages: readonly { path: string; key: string; permission: Permission }[] = [
  { path: 'invoices', key: 'DESK.MONEY.INVOICES', permission: 'invoices.read' },
  { path: 'declined', key: 'DESK.MONEY.DECLINED', permission: 'money.read' },
  { path: 'disputes', key: 'DESK.MONEY.DISPUTES', permission: 'money.read' },
  { path: 'suspense', key: 'DESK.MONEY.SUSPENSE', permission: 'money.read' },
  { path: 'differences', key: 'DESK.MONEY.DIFFERENCES', permission: 'money.read' },
  { path: 'vat', key: 'DESK.MONEY.VAT', permission: 'money.read' },
  { path: 'ledger', key: 'DESK.MONEY.LEDGER', permission: 'money.read' },
  { path: 'deferred', key: 'DESK.MONEY.DEFERRED', permission: 'money.read' },
  { path: 'prices', key: 'DESK.MONEY.PRICES', permission: 'prices.read' },
  { path: 'exports', key: 'DESK.MONEY.EXPORTS', permission: 'money.read' },
  { path: 'accounts', key: 'DESK.MONEY.ACCOUNTS', permission: 'money.read' },
]
