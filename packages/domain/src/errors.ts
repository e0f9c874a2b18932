/**
 * Every expected refusal of the API: its HTTP status and the key of its words in `languages`.
 * Statuses of section 8 of the specification; 498 and 406 are its own.
 */
export const errors = {
  wrong_input: { status: 400, words: 'ERROR.WRONG_INPUT' },
  not_signed_in: { status: 401, words: 'ERROR.NOT_SIGNED_IN' },
  token_missing: { status: 403, words: 'ERROR.FORBIDDEN' },
  foreign_origin: { status: 403, words: 'ERROR.FORBIDDEN' },
  not_entitled: { status: 403, words: 'ERROR.NOT_ENTITLED' },
  address_expired: { status: 403, words: 'ERROR.ADDRESS_EXPIRED' },
  not_found: { status: 404, words: 'ERROR.RESOURCE_UNAVAILABLE' },
  body_too_large: { status: 413, words: 'ERROR.WRONG_INPUT' },
  unsupported_body: { status: 415, words: 'ERROR.WRONG_INPUT' },
  too_many_requests: { status: 429, words: 'ERROR.TOO_MANY_REQUESTS' },
  unexpected: { status: 500, words: 'ERROR.SERVICE_UNAVAILABLE' },
  unavailable: { status: 503, words: 'ERROR.SERVICE_UNAVAILABLE' },
} as const satisfies Record<string, { status: number; words: string }>

export type ErrorCode = keyof typeof errors

/** An expected refusal: thrown by a handler, answered as `{ code, message, field?, requestId }`. */
export class Refusal extends Error {
  readonly code: ErrorCode
  /** Name of the input field that is wrong. */
  readonly field: string | undefined
  constructor(code: ErrorCode, field?: string) {
    super(code)
    this.code = code
    this.field = field
  }
}

/** Words for a status that came without a message (section 8, default mapping); null = unknown. */
export function wordsOfStatus(status: number): string | null {
  if (status === 400) return 'ERROR.WRONG_INPUT'
  if (status === 403) return 'ERROR.FORBIDDEN'
  if (status === 404) return 'ERROR.RESOURCE_UNAVAILABLE'
  if (status === 500 || status === 502 || status === 503) return 'ERROR.SERVICE_UNAVAILABLE'
  return null
}
