import { identityProviders as declared } from '@kiosk/domain/accounts/session-endpoints'
import { defineHandler } from '../../http/handler.ts'

export const identityProviders = defineHandler(declared, 'personal', async ({ ctx: { identity } }) => ({
  facebook: identity.facebook !== undefined,
  apple: identity.apple !== undefined,
}))
