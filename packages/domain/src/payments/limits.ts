/** Length of a premium period, also called a month. */
export const PERIOD_DAYS = 30
/** Deadline before the end of a period for cancelling its renewal. */
export const NOTICE_DAYS = 7
/** Default number of charges at the special price. */
export const REDUCED_CHARGES = 3
/** Announcement period of a debit: the SEPA default, unless a shorter one was agreed. */
export const DEBIT_NOTICE_DAYS = 14
/** Notice before the first charge at an increased price. */
export const PRICE_NOTICE_DAYS = 30
/** Default retry schedule after a declined renewal; then the subscription ends. Part of the default `dunning`. */
export const RETRY_AFTER_DAYS = [1, 3, 7] as const
/** Grace period while a renewal is pending or retried, with access, unless `dunning.graceDays` in operator.json sets another. */
export const GRACE_DAYS = 11
/**
 * Block after a failed first debit, a chargeback or a returned debit: the card or account is rejected for as long as a
 * debit without authorisation can be returned.
 */
export const REJECTED_DAYS = 395
/** Block after insufficient funds or a cancelled mandate, which are temporary. */
export const REJECTED_SHORTLY_DAYS = 90
/** Time after an unconfirmed cancellation in which a declined renewal is not retried. */
export const CONFIRMATION_DAYS = 3
/** Time in which the operator answers a declaration that needs a decision, as its receipt or confirmation promises (ADR-0404). */
export const ANSWER_DAYS = 14
/** Withdrawal period from the conclusion of the contract, if the right was not given up. */
export const WITHDRAWAL_DAYS = 14
/** Retention of invoices from the end of their year, by the buyer's country (ADR-0020). Years. */
export const INVOICES_KEPT_YEARS = { AT: 7, elsewhere: 10 } as const
/** Retention of acceptances, until claims expire. */
export const ACCEPTANCES_KEPT_YEARS = 10
/** Time after registration in which a purchase inherits its attribution, unless the cart has its own. */
export const ATTRIBUTION_DAYS = 30
/** Order types on the wire. */
export const ORDER_TYPE = { own: 1, google: 2, wallet: 3 } as const
/**
 * Options for the right of withdrawal when reading begins at once, chosen by the operator (ADR-0082). `kept`: it remains,
 * and a withdrawal is charged for the days used; `given-up`: the buyer loses it.
 */
export const WITHDRAWAL_POLICIES = ['kept', 'given-up'] as const
export type WithdrawalPolicy = (typeof WITHDRAWAL_POLICIES)[number]
/** Edition of the text by which a buyer asks to begin at once and accepts the consequences. */
export const ACCEPTANCE_VERSIONS: Record<WithdrawalPolicy, string> = { kept: '2026-11-22', 'given-up': '2026-11-01' }
/** Validity of an acceptance for a purchase. */
export const ACCEPTANCE_HOURS = 24
/** Card, SEPA debit, PayPal: how a subscription can be paid, in the order in which texts name them. */
export const PAYMENT_METHODS = ['CC', 'DD', 'PP'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
/** Countries where SEPA debits are offered. */
export const DEBIT_COUNTRIES: readonly string[] = ['AT', 'DE', 'LU']
