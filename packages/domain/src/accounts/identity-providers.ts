import type { Operator } from '../operator.ts'

/** Facebook and Sign in with Apple, in the order in which they are shown and named. */
export const identityProviderNames = ['facebook', 'apple'] as const
export type IdentityProviderName = (typeof identityProviderNames)[number]

/**
 * Returns the identity providers that a newsstand shows: those that are configured. The demonstration shows all that an operator
 * can offer.
 */
export function shownProviders(
  { demonstration }: Operator,
  configured: Partial<Record<IdentityProviderName, unknown>>,
): IdentityProviderName[] {
  return identityProviderNames.filter((name) => demonstration || Boolean(configured[name]))
}
