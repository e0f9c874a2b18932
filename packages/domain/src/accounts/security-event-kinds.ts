/**
 * Every kind of security event, as `subject.verb`, and its audience: `reader` kinds appear on the account's security page;
 * all of them appear in `kiosk security` and, if they belong to an account, in its export. Each needs a message in every
 * language: `packages/i18n/src/messages/security-events.ts`.
 */
export const securityEventKinds = {
  'sign-in.accepted': 'reader',
  'sign-in.new-device': 'reader',
  'sign-in.rejected': 'reader',
  'sign-in.disowned': 'reader',
  'session.ended': 'reader',
  'sessions.ended-all': 'reader',
  'token.rejected': 'operator',
  'limit.reached': 'operator',
  'registration.started': 'operator',
  'address.verified': 'reader',
  'address.change-requested': 'reader',
  'address.changed': 'reader',
  'provider.linked': 'reader',
  'provider.removed': 'reader',
  'password.changed': 'reader',
  'password.recovered': 'reader',
  'recovery.requested': 'reader',
  'passkey.added': 'reader',
  'passkey.removed': 'reader',
  'second-factor.enabled': 'reader',
  'second-factor.disabled': 'reader',
  'second-factor.reset': 'reader',
  'second-factor.rejected': 'reader',
  'recovery-code.used': 'reader',
  'recovery-codes.renewed': 'reader',
  'account.export': 'reader',
  'account.erasure-requested': 'reader',
  'account.erasure-cancelled': 'reader',
  'account.erased': 'operator',
  'support.asked': 'reader',
  'support.allowed': 'reader',
  'support.opened': 'reader',
  'support.ended': 'reader',
  'exit.declared': 'reader',
  'exit.confirmed': 'reader',
  'voucher.rejected': 'operator',
  'scraping.suspected': 'operator',
  'staff.rejected': 'operator',
  'storm.detected': 'operator',
} as const satisfies Record<string, 'reader' | 'operator'>

/** Details that an event may carry: numbers and fixed words. The export has a label for each in every language. */
export const securityEventDetails = [
  'by',
  'ended',
  'kind',
  'limit',
  'number',
  'outcome',
  'passkeys',
  'provider',
  'purpose',
  'reused',
  'route',
  'sameBrowser',
  'signedIn',
  'tariff',
] as const
export type SecurityEventDetail = (typeof securityEventDetails)[number]

export type SecurityEventKind = keyof typeof securityEventKinds

export const readersEventKinds = (Object.keys(securityEventKinds) as SecurityEventKind[]).filter(
  (kind) => securityEventKinds[kind] === 'reader',
)
