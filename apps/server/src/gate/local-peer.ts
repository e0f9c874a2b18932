import type { Visitor } from '@kiosk/api/app'
import { isLoopback } from './hosts.ts'

/** Whether a request was made on this machine itself, by no proxy for somebody else. */
export function isFromThisMachine(request: Request, { address }: Visitor): boolean {
  return isLoopback(address) && !request.headers.has('x-forwarded-for') && !request.headers.has('forwarded')
}
