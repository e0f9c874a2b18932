import { isPermitted, type Permission, type Role } from '@kiosk/domain/staff/roles'

/** A section of the desk: its address below /desk, the key of its name, and who sees it; null = everybody. */
export type Section = { path: string; key: string; permission: Permission | null }

export const sections: readonly Section[] = [
  { path: '/', key: 'DESK.SECTION.TODAY', permission: null },
  { path: '/front', key: 'DESK.SECTION.FRONT', permission: 'front.read' },
  { path: '/takedowns', key: 'DESK.SECTION.TAKEDOWNS', permission: 'shelf.read' },
  { path: '/newsletters', key: 'DESK.SECTION.NEWSLETTERS', permission: 'newsletter.read' },
  { path: '/staff', key: 'DESK.SECTION.STAFF', permission: 'staff.read' },
  { path: '/audit', key: 'DESK.SECTION.AUDIT', permission: 'audit.read' },
  { path: '/security', key: 'DESK.SECTION.SECURITY', permission: null },
]

export function sectionsOf(role: Role): readonly Section[] {
  return sections.filter(({ permission }) => permission === null || isPermitted(role, permission))
}
