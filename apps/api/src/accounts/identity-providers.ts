import { identityProviders as declared } from '@kiosk/domain/accounts/session-endpoints'
import { serve } from '../endpoint.ts'

export const identityProviders = serve(declared, 'personal', async ({ house: { identity } }) => ({
  facebook: identity.facebook !== undefined,
  apple: identity.apple !== undefined,
}))
