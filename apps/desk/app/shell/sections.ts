import { isPermitted, type Permission, type Role } from '@kiosk/domain/staff/roles'
import { moneyPages } from '../money/money-pages.ts'

/** A section of the desk: its address below /desk, the key of its name, and who sees it; null = everybody. */
export type Section = {
  path: string
  key: string
  permission: Permission | null
  /** A page of another section: the command palette finds it, the navigation does not list it. */
  isBelow?: boolean
  /** Key of its name among the pages below it. */
  tab?: string
}

const sections: readonly Section[] = [
  { path: '/', key: 'DESK.SECTION.TODAY', permission: null },
  { path: '/front', key: 'DESK.SECTION.FRONT', permission: 'front.read' },
  { path: '/titles', key: 'DESK.SECTION.TITLES', permission: 'shelf.read' },
  { path: '/issues', key: 'DESK.SECTION.ISSUES', permission: 'shelf.read' },
  { path: '/publishers', key: 'DESK.SECTION.PUBLISHERS', permission: 'shelf.read' },
  { path: '/uploads', key: 'DESK.SECTION.UPLOADS', permission: 'shelf.write' },
  { path: '/takedowns', key: 'DESK.SECTION.TAKEDOWNS', permission: 'shelf.read' },
  { path: '/newsletters', key: 'DESK.SECTION.NEWSLETTERS', permission: 'newsletter.read' },
  { path: '/offers', key: 'DESK.SECTION.OFFERS', permission: 'offers.read', tab: 'DESK.SECTION.PRICES' },
  { path: '/offers/vouchers', key: 'DESK.SECTION.VOUCHERS', permission: 'codes.find', isBelow: true },
  { path: '/offers/promo-codes', key: 'DESK.SECTION.PROMO_CODES', permission: 'codes.find', isBelow: true },
  { path: '/offers/campaigns', key: 'DESK.SECTION.CAMPAIGNS', permission: 'offers.read', isBelow: true },
  { path: '/content', key: 'DESK.SECTION.CONTENT', permission: 'content.read', tab: 'DESK.SECTION.TEXTS' },
  { path: '/content/company', key: 'DESK.SECTION.COMPANY', permission: 'content.read', isBelow: true },
  { path: '/content/categories', key: 'DESK.SECTION.CATEGORIES', permission: 'content.read', isBelow: true },
  { path: '/content/topics', key: 'DESK.SECTION.TOPICS', permission: 'content.read', isBelow: true },
  { path: '/content/links', key: 'DESK.SECTION.LINKS', permission: 'content.read', isBelow: true },
  { path: '/content/advertisements', key: 'DESK.SECTION.ADVERTISEMENTS', permission: 'content.read', isBelow: true },
  { path: '/content/feedback', key: 'DESK.SECTION.FEEDBACK', permission: 'feedback.read', isBelow: true },
  { path: '/readers', key: 'DESK.SECTION.READERS', permission: 'readers.read', tab: 'DESK.SECTION.FIND_READER' },
  { path: '/readers/declarations', key: 'DESK.SECTION.DECLARATIONS', permission: 'readers.read', isBelow: true },
  { path: '/money', key: 'DESK.SECTION.MONEY', permission: 'invoices.read' },
  ...moneyPages.map(({ path, key, permission }) => ({ path: `/money/${path}`, key, permission, isBelow: true })),
  { path: '/operations', key: 'DESK.SECTION.OPERATIONS', permission: 'operations.read', tab: 'DESK.SECTION.JOBS' },
  { path: '/operations/alarms', key: 'DESK.SECTION.ALARMS', permission: 'operations.read', isBelow: true },
  { path: '/operations/rebuilds', key: 'DESK.SECTION.REBUILDS', permission: 'operations.read', isBelow: true },
  { path: '/staff', key: 'DESK.SECTION.STAFF', permission: 'staff.read' },
  { path: '/audit', key: 'DESK.SECTION.AUDIT', permission: 'audit.read' },
  { path: '/security', key: 'DESK.SECTION.SECURITY', permission: null },
]

export function sectionsOf(role: Role): readonly Section[] {
  return sections.filter(({ permission }) => permission === null || isPermitted(role, permission))
}
