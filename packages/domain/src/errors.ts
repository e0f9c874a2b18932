/**
 * Every expected refusal of the API: its HTTP status and the key of its words in `languages`.
 * Statuses of section 8 of the specification; 498 and 406 are its own.
 */
export const errors = {
  wrong_input: { status: 400, words: 'ERROR.WRONG_INPUT' },
  token_invalid: { status: 400, words: 'VALIDATION.invalidToken' },
  wrong_credentials: { status: 401, words: 'ERROR.WRONG_CREDENTIALS' },
  unknown_mail: { status: 401, words: 'VALIDATION.unknownMail' },
  verification_resent: { status: 403, words: 'VALIDATION.verificationResent' },
  account_unknown: { status: 403, words: 'ERROR.ACCOUNT_UNKNOWN' },
  account_inactive: { status: 403, words: 'VALIDATION.userInactive' },
  login_refused: { status: 403, words: 'ERROR.LOGIN_REFUSED' },
  acceptance_missing: { status: 400, words: 'VALIDATION.acceptLossOfCancellationPeriodRequired' },
  payment_refused: { status: 402, words: 'ERROR.PAYMENT_REFUSED' },
  voucher_invalid: { status: 406, words: 'VALIDATION.voucherCodeInvalid' },
  region_unavailable: { status: 409, words: 'ERROR.TARIFF_UNAVAILABLE' },
  second_special_offer: { status: 409, words: 'ERROR.SECOND_SPECIAL_OFFER' },
  subscribed_already: { status: 409, words: 'ERROR.SUBSCRIBED_ALREADY' },
  wallet_refused: { status: 409, words: 'ERROR.WALLET_REFUSED' },
  code_invalid: { status: 404, words: 'ERROR.CODE_INVALID' },
  mail_invalid: { status: 406, words: 'VALIDATION.email' },
  mail_not_subscribed: { status: 406, words: 'ERROR.MAIL_NOT_SUBSCRIBED' },
  password_pattern: { status: 406, words: 'VALIDATION.passwordPattern' },
  password_wrong: { status: 406, words: 'VALIDATION.passwordInvalid' },
  verification_expired: { status: 406, words: 'ERROR.VERIFICATION_EXPIRED' },
  code_redeemed: { status: 406, words: 'ERROR.CODE_REDEEMED' },
  already_verified: { status: 409, words: 'ERROR.ALREADY_VERIFIED' },
  mail_taken: { status: 409, words: 'VALIDATION.notAvailable' },
  contract_active: { status: 409, words: 'ERROR.CONTRACT_ACTIVE' },
  no_password: { status: 409, words: 'ERROR.NO_PASSWORD' },
  login_stale: { status: 409, words: 'ERROR.LOGIN_STALE' },
  paid_already: { status: 409, words: 'ERROR.PAID_ALREADY' },
  offer_redeemed: { status: 409, words: 'ERROR.OFFER_REDEEMED' },
  offer_expired: { status: 410, words: 'ERROR.OFFER_EXPIRED' },
  token_expired: { status: 498, words: 'VALIDATION.vercodeexpired' },
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
  /** Key of words more exact than those of the code: "VALIDATION.minlength". */
  readonly words: string | undefined
  constructor(code: ErrorCode, field?: string, words?: string) {
    super(code)
    this.code = code
    this.field = field
    this.words = words
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
