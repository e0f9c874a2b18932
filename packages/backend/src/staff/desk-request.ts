import type { Language } from '@kiosk/domain/locale'
import type { AppContext } from '../context.ts'
import type { ClientInfo } from '../http/handler.ts'

/** A request at the desk. */
export type DeskRequest = {
  request: Request
  visitor: ClientInfo
  language: Language
  /** Headers of the response: cookies. */
  reply: Headers
  ctx: AppContext
}
