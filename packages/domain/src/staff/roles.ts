/** Roles of the operator's staff. */
export const ROLES = ['owner', 'editor', 'care', 'finance', 'auditor'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who may do what at the desk. Roles that are not listed may not. Every call of the desk names its permission, and a test
 * compares each call with this table for each role.
 */
export const permissions = {
  'today.read': ROLES,
  'staff.read': ['owner', 'auditor'],
  'staff.write': ['owner'],
  'audit.read': ['owner', 'auditor'],
  'front.read': ROLES,
  'front.write': ['owner', 'editor'],
  'shelf.read': ROLES,
  'shelf.write': ['owner', 'editor'],
  'newsletter.read': ['owner', 'editor', 'auditor'],
  'newsletter.write': ['owner', 'editor'],
  'offers.read': ROLES,
  'offers.write': ['owner', 'finance'],
  // Vouchers and promo codes are worth money: care sees those that a reader names, by the whole code.
  'codes.find': ['owner', 'care', 'finance', 'auditor'],
  'codes.list': ['owner', 'finance', 'auditor'],
  'codes.export': ['owner', 'finance'],
  'content.read': ROLES,
  'content.write': ['owner', 'editor'],
  // Imprint, invoices and privacy page: what the company is liable for.
  'company.write': ['owner'],
  'feedback.read': ['owner', 'editor', 'care', 'auditor'],
  'feedback.write': ['owner', 'editor', 'care'],
  'readers.read': ['owner', 'care', 'finance', 'auditor'],
  'readers.write': ['owner', 'care'],
  'readers.money': ['owner', 'care', 'finance'],
  // The website as a reader sees it, while the reader allows it.
  'readers.view-as': ['owner', 'care'],
  // Invoices of one reader or all; everything else about money is for finance.
  'invoices.read': ['owner', 'finance', 'care', 'auditor'],
  'money.read': ['owner', 'finance', 'auditor'],
  'money.write': ['owner', 'finance'],
  'prices.read': ['owner', 'finance', 'auditor'],
  'prices.write': ['owner', 'finance'],
  // Background jobs and operator alarms, most of which are about money.
  'operations.read': ['owner', 'finance', 'auditor'],
  'operations.write': ['owner', 'finance'],
  // Revenue and churn; everybody sees the other figures of the overview.
  'figures.read': ['owner', 'finance', 'auditor'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function isPermitted(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role)
}
