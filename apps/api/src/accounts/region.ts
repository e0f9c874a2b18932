import { region as declared } from '@kiosk/domain/accounts/endpoints'
import { serve } from '../endpoint.ts'

export const region = serve(declared, 'personal', async (call) => ({ id: call.region.id }))
