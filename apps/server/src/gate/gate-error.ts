import type { ErrorCode } from '@kiosk/domain/errors'

export type GateCode = Extract<
  ErrorCode,
  | 'wrong_request'
  | 'wrong_method'
  | 'too_slow'
  | 'body_too_large'
  | 'address_too_long'
  | 'unsupported_body'
  | 'wrong_host'
  | 'headers_too_large'
  | 'busy'
>

/** A request that the gate rejects before any program sees it. */
export class GateError extends Error {
  readonly code: GateCode
  /** Headers of the response: `allow`, `retry-after`. */
  readonly headers: Record<string, string>
  constructor(code: GateCode, headers: Record<string, string> = {}) {
    super(code)
    this.code = code
    this.headers = headers
  }
}
