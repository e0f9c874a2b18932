/** A premium period and a month are 30 days. */
export const PERIOD_DAYS = 30
/** Deadline before the end of a period for cancelling its renewal. Days. */
export const NOTICE_DAYS = 7
/** Default number of charges at the special price. */
export const REDUCED_CHARGES = 3
/** How long before a period its charge is due; debits are announced in advance. Days. */
export const CHARGE_AHEAD_DAYS = { CC: 0, DD: 0 } as const
/** Announcement period of a debit: the SEPA default unless a shorter one is agreed. Days. */
export const DEBIT_NOTICE_DAYS = 14
/** Notice before the first charge at an increased price. Days. */
export const PRICE_NOTICE_DAYS = 30
/** Default retry schedule after a declined renewal, in days; then the subscription ends. Part of the default `dunning`. */
export const RETRY_AFTER_DAYS = [1, 3, 7] as const
/** Default grace period while a renewal is pending or retried, with access. Days. */
export const GRACE_DAYS = 11
/**
 * Block after a failed first debit, a chargeback or a returned debit: the card or account is rejected for as long as a
 * debit without authorisation can be returned. Days.
 */
export const REJECTED_DAYS = 395
/** Block after insufficient funds or a cancelled mandate, which are temporary. Days. */
export const REJECTED_SHORTLY_DAYS = 90
/** A declined renewal is not retried for this long after an unconfirmed cancellation. Days. */
export const CONFIRMATION_DAYS = 3
/** Withdrawal period from the conclusion of the contract, if the right was not given up. Days. */
export const WITHDRAWAL_DAYS = 14
/** Retention of invoices from the end of their year, by the buyer's country (ADR-0020). Years. */
export const INVOICES_KEPT_YEARS = { AT: 7, elsewhere: 10 } as const
/** Retention of acceptances, until claims expire. Years. */
export const ACCEPTANCES_KEPT_YEARS = 10
/** A purchase this soon after registration inherits its attribution, unless the cart has its own. Days. */
export const ATTRIBUTION_DAYS = 30
/** Order types on the wire. */
export const ORDER_TYPE = { own: 1, google: 2, wallet: 3 } as const
/**
 * The right of withdrawal when reading begins at once, by the operator's choice (ADR-0082). `kept`: it stays, and a
 * withdrawal is charged for the days until then; `given-up`: the buyer loses it.
 */
export const WITHDRAWAL_POLICIES = ['kept', 'given-up'] as const
export type WithdrawalPolicy = (typeof WITHDRAWAL_POLICIES)[number]
/** Edition of the text by which a buyer asks to begin at once and accepts the consequences. */
export const ACCEPTANCE_VERSIONS: Record<WithdrawalPolicy, string> = { kept: '2026-11-22', 'given-up': '2026-11-01' }
/** How long that acceptance is valid for a purchase. Hours. */
export const ACCEPTANCE_HOLDS = 24
/** Countries where SEPA debits are offered. */
export const DEBIT_COUNTRIES: readonly string[] = ['AT', 'DE', 'LU']
