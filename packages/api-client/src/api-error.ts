/** A call that failed: rejected by the API, or without an answer. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 = no answer: unreachable, or it took too long. */
  readonly status: number
  /** One of the codes of packages/domain/src/errors.ts; empty if the answer has none. */
  readonly code: string
  /** The input that is wrong. */
  readonly field: string | undefined
  /** The answer; null = there was none. Its body has been read. */
  readonly response: Response | null
  /** The body of the answer. */
  readonly body: string

  constructor(response: Response | null, body = '', cause?: unknown) {
    super(`the API answered ${response?.status ?? 'nothing'}`, { cause })
    const parsed = jsonIn(body)
    this.status = response?.status ?? 0
    this.code = typeof parsed.code === 'string' ? parsed.code : ''
    this.field = typeof parsed.field === 'string' ? parsed.field : undefined
    this.response = response
    this.body = body
  }
}

function jsonIn(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}
