import type { ClientInfo } from '@kiosk/backend/http/api'

/** One of the programs that a server runs, as a function of the requests that the gate leads to it. */
export type Program = (request: Request, visitor: ClientInfo) => Promise<Response>
