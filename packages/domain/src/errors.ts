/**
 * Every expected error of the API: its HTTP status and the key of its message in `messages/`. Two codes have their meaning in the
 * v8 API, not in HTTP: 406 rejects a value that was sent, and 498 is an expired session.
 */
export const errors = {
  wrong_input: { status: 400, words: 'ERROR.WRONG_INPUT' },
  token_invalid: { status: 400, words: 'VALIDATION.invalidToken' },
  wrong_credentials: { status: 401, words: 'ERROR.WRONG_CREDENTIALS' },
  unknown_mail: { status: 401, words: 'VALIDATION.unknownMail' },
  verification_resent: { status: 403, words: 'VALIDATION.verificationResent' },
  account_unknown: { status: 403, words: 'ERROR.ACCOUNT_UNKNOWN' },
  account_inactive: { status: 403, words: 'VALIDATION.userInactive' },
  second_factor_required: { status: 401, words: 'ERROR.SECOND_FACTOR_PROGRAM' },
  passkey_rejected: { status: 401, words: 'ERROR.PASSKEY_REJECTED' },
  confirmation_required: { status: 403, words: 'ERROR.CONFIRMATION_REQUIRED' },
  login_refused: { status: 403, words: 'ERROR.LOGIN_REFUSED' },
  acceptance_missing: { status: 400, words: 'VALIDATION.acceptLossOfCancellationPeriodRequired' },
  payment_refused: { status: 402, words: 'ERROR.PAYMENT_REFUSED' },
  voucher_invalid: { status: 406, words: 'VALIDATION.voucherCodeInvalid' },
  region_unavailable: { status: 409, words: 'ERROR.TARIFF_UNAVAILABLE' },
  sales_closed: { status: 409, words: 'ERROR.SALES_CLOSED' },
  market_closed: { status: 409, words: 'ERROR.MARKET_CLOSED' },
  market_mismatch: { status: 409, words: 'ERROR.MARKET_MISMATCH' },
  market_unproved: { status: 409, words: 'ERROR.MARKET_UNPROVED' },
  move_unproved: { status: 409, words: 'ERROR.MOVE_UNPROVED' },
  moved_lately: { status: 409, words: 'ERROR.MOVED_LATELY' },
  second_special_offer: { status: 409, words: 'ERROR.SECOND_SPECIAL_OFFER' },
  price_changed: { status: 409, words: 'ERROR.PRICE_CHANGED' },
  subscribed_already: { status: 409, words: 'ERROR.SUBSCRIBED_ALREADY' },
  wallet_refused: { status: 409, words: 'ERROR.WALLET_REFUSED' },
  code_invalid: { status: 404, words: 'ERROR.CODE_INVALID' },
  mail_invalid: { status: 406, words: 'VALIDATION.email' },
  mail_not_subscribed: { status: 406, words: 'ERROR.MAIL_NOT_SUBSCRIBED' },
  password_pattern: { status: 406, words: 'VALIDATION.passwordPattern' },
  password_wrong: { status: 406, words: 'VALIDATION.passwordInvalid' },
  code_wrong: { status: 406, words: 'ERROR.CODE_WRONG' },
  verification_expired: { status: 406, words: 'ERROR.VERIFICATION_EXPIRED' },
  code_redeemed: { status: 406, words: 'ERROR.CODE_REDEEMED' },
  already_verified: { status: 409, words: 'ERROR.ALREADY_VERIFIED' },
  mail_taken: { status: 409, words: 'VALIDATION.notAvailable' },
  contract_active: { status: 409, words: 'ERROR.CONTRACT_ACTIVE' },
  no_password: { status: 409, words: 'ERROR.NO_PASSWORD' },
  account_erasing: { status: 403, words: 'ERROR.ACCOUNT_ERASING' },
  other_account: { status: 409, words: 'ERROR.OTHER_ACCOUNT' },
  second_factor_enabled: { status: 409, words: 'ERROR.SECOND_FACTOR_ENABLED' },
  too_many_searches: { status: 409, words: 'ERROR.TOO_MANY_SEARCHES' },
  too_many_bookmarks: { status: 409, words: 'ERROR.TOO_MANY_BOOKMARKS' },
  too_many_passkeys: { status: 409, words: 'ERROR.TOO_MANY_PASSKEYS' },
  login_stale: { status: 409, words: 'ERROR.LOGIN_STALE' },
  paid_already: { status: 409, words: 'ERROR.PAID_ALREADY' },
  offer_redeemed: { status: 409, words: 'ERROR.OFFER_REDEEMED' },
  offer_expired: { status: 410, words: 'ERROR.OFFER_EXPIRED' },
  token_expired: { status: 498, words: 'VALIDATION.vercodeexpired' },
  not_signed_in: { status: 401, words: 'ERROR.NOT_SIGNED_IN' },
  token_missing: { status: 403, words: 'ERROR.FORBIDDEN' },
  foreign_origin: { status: 403, words: 'ERROR.FORBIDDEN' },
  shared_device: { status: 403, words: 'ERROR.SHARED_DEVICE' },
  view_only: { status: 403, words: 'ERROR.VIEW_ONLY' },
  not_entitled: { status: 403, words: 'ERROR.NOT_ENTITLED' },
  sign_in_to_confirm: { status: 403, words: 'ERROR.SIGN_IN_TO_CONFIRM' },
  address_expired: { status: 403, words: 'ERROR.ADDRESS_EXPIRED' },
  not_found: { status: 404, words: 'ERROR.RESOURCE_UNAVAILABLE' },
  wrong_request: { status: 400, words: 'REQUEST_ERROR.WRONG_REQUEST' },
  wrong_method: { status: 405, words: 'REQUEST_ERROR.WRONG_METHOD' },
  too_slow: { status: 408, words: 'REQUEST_ERROR.TOO_SLOW' },
  body_too_large: { status: 413, words: 'REQUEST_ERROR.BODY_TOO_LARGE' },
  address_too_long: { status: 414, words: 'REQUEST_ERROR.ADDRESS_TOO_LONG' },
  unsupported_body: { status: 415, words: 'REQUEST_ERROR.UNSUPPORTED_BODY' },
  wrong_host: { status: 421, words: 'REQUEST_ERROR.WRONG_HOST' },
  headers_too_large: { status: 431, words: 'REQUEST_ERROR.HEADERS_TOO_LARGE' },
  busy: { status: 429, words: 'REQUEST_ERROR.BUSY' },
  too_many_requests: { status: 429, words: 'ERROR.TOO_MANY_REQUESTS' },
  unexpected: { status: 500, words: 'ERROR.SERVICE_UNAVAILABLE' },
  unavailable: { status: 503, words: 'ERROR.SERVICE_UNAVAILABLE' },
} as const satisfies Record<string, { status: number; words: string }>

/** Further errors of the calls of the desk; their messages are in `messages/de/desk-errors.json` and the other languages. */
export const deskErrors = {
  changed_meanwhile: { status: 409, words: 'ERROR.CHANGED_MEANWHILE' },
  time_is_past: { status: 409, words: 'ERROR.TIME_IS_PAST' },
  not_permitted: { status: 403, words: 'ERROR.NOT_PERMITTED' },
  invitation_invalid: { status: 410, words: 'ERROR.INVITATION_INVALID' },
  last_owner: { status: 409, words: 'ERROR.LAST_OWNER' },
  last_way_in: { status: 409, words: 'ERROR.LAST_WAY_IN' },
  tus_version: { status: 412, words: 'ERROR.TUS_VERSION' },
  upload_too_large: { status: 413, words: 'ERROR.UPLOAD_TOO_LARGE' },
  upload_quota: { status: 409, words: 'ERROR.UPLOAD_QUOTA' },
  upload_offset: { status: 409, words: 'ERROR.UPLOAD_OFFSET' },
  upload_checksum: { status: 460, words: 'ERROR.UPLOAD_CHECKSUM' },
  not_a_pdf: { status: 415, words: 'ERROR.NOT_A_PDF' },
  article_is_down: { status: 409, words: 'ERROR.ARTICLE_IS_DOWN' },
  other_publication: { status: 409, words: 'ERROR.OTHER_PUBLICATION' },
  taken_down_already: { status: 409, words: 'ERROR.TAKEN_DOWN_ALREADY' },
  suspense_rejected: { status: 409, words: 'ERROR.SUSPENSE.not-open' },
  export_rejected: { status: 409, words: 'ERROR.EXPORT.not-configured' },
  price_change_rejected: { status: 409, words: 'ERROR.PRICE_CHANGE.too-soon' },
  restored_already: { status: 409, words: 'ERROR.RESTORED_ALREADY' },
  newsletter_state: { status: 409, words: 'ERROR.NEWSLETTER_STATE' },
  newsletter_incomplete: { status: 409, words: 'ERROR.NEWSLETTER_INCOMPLETE' },
  newsletter_nobody: { status: 409, words: 'ERROR.NEWSLETTER_NOBODY' },
  newsletter_link: { status: 400, words: 'ERROR.NEWSLETTER_LINK' },
  newsletter_image: { status: 400, words: 'ERROR.NEWSLETTER_IMAGE' },
  price_in_force: { status: 409, words: 'ERROR.PRICE_IN_FORCE' },
  wallet_plan_missing: { status: 409, words: 'ERROR.WALLET_PLAN_MISSING' },
  voucher_of_campaign: { status: 409, words: 'ERROR.VOUCHER_OF_CAMPAIGN' },
  campaign_key_taken: { status: 409, words: 'ERROR.CAMPAIGN_KEY_TAKEN' },
  edition_exists: { status: 409, words: 'ERROR.EDITION_EXISTS' },
  edition_shown: { status: 409, words: 'ERROR.EDITION_SHOWN' },
  content_key_taken: { status: 409, words: 'ERROR.CONTENT_KEY_TAKEN' },
  picture_invalid: { status: 400, words: 'ERROR.PICTURE_INVALID' },
  title_key_taken: { status: 409, words: 'ERROR.TITLE_KEY_TAKEN' },
  plans_not_nested: { status: 409, words: 'ERROR.PLANS_NOT_NESTED' },
  category_key_taken: { status: 409, words: 'ERROR.CATEGORY_KEY_TAKEN' },
  category_name_taken: { status: 409, words: 'ERROR.CATEGORY_NAME_TAKEN' },
  category_in_use: { status: 409, words: 'ERROR.CATEGORY_IN_USE' },
  category_is_last: { status: 409, words: 'ERROR.CATEGORY_IS_LAST' },
  publisher_name_taken: { status: 409, words: 'ERROR.PUBLISHER_NAME_TAKEN' },
  publisher_has_titles: { status: 409, words: 'ERROR.PUBLISHER_HAS_TITLES' },
  withdrawn_already: { status: 409, words: 'ERROR.WITHDRAWN_ALREADY' },
  published_already: { status: 409, words: 'ERROR.PUBLISHED_ALREADY' },
  view_not_allowed: { status: 403, words: 'ERROR.VIEW_NOT_ALLOWED' },
  action_rejected: { status: 409, words: 'ERROR.ACTION_REJECTED' },
} as const satisfies Record<string, { status: number; words: string }>

const allErrors = { ...errors, ...deskErrors }
export type ErrorCode = keyof typeof allErrors

export function errorOf(code: ErrorCode): { status: number; words: string } {
  return allErrors[code]
}

/** The date for `{date}` in a message, and the account whose market decides how it is written. */
type DateInMessage = { at: Date; account: { region_id: number } }

/** An expected error: thrown by a handler, returned as `{ code, message, field?, requestId }`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  /** Name of the invalid input field. */
  readonly field: string | undefined
  /** Key of a more specific message than that of the code: "VALIDATION.minlength". */
  readonly words: string | undefined
  readonly date: DateInMessage | undefined
  constructor(code: ErrorCode, field?: string, words?: string, date?: DateInMessage) {
    super(code)
    this.code = code
    this.field = field
    this.words = words
    this.date = date
  }
}

/** Returns the message key for a response with a status but no message; null = unknown. */
export function wordsOfStatus(status: number): string | null {
  if (status === 400) return 'ERROR.WRONG_INPUT'
  if (status === 403) return 'ERROR.FORBIDDEN'
  if (status === 404) return 'ERROR.RESOURCE_UNAVAILABLE'
  if (status === 429) return 'ERROR.TOO_MANY_REQUESTS'
  if (status === 500 || status === 502 || status === 503 || status === 504) return 'ERROR.SERVICE_UNAVAILABLE'
  return null
}

/**
 * Retry-After of a response when something is temporarily unavailable, such as a locked database, which recovers within seconds
 * or not at all.
 */
export const RETRY_AFTER_SECONDS = 5
