import { region as declared } from '@kiosk/domain/accounts/endpoints'
import { defineHandler } from '../http/handler.ts'

export const region = defineHandler(declared, 'personal', async (call) => ({ id: call.region.id }))
