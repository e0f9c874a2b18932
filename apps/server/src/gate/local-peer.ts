import type { ClientInfo } from '@kiosk/backend/http/api'
import { isLoopback } from './hosts.ts'

/** Whether a request was made on this machine, and not forwarded by a proxy for another client. */
export function isFromThisMachine(request: Request, { address }: ClientInfo): boolean {
  return isLoopback(address) && !request.headers.has('x-forwarded-for') && !request.headers.has('forwarded')
}
