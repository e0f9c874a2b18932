/** Section 9: a premium period and a month are 30 days. */
export const PERIOD_DAYS = 30
/** Section 9: cancel so long before a period ends to stop its renewal. Days. */
export const NOTICE_DAYS = 7
/** Section 9: charges at the special-offer price where an offer says nothing else. */
export const REDUCED_CHARGES = 3
/** How long before a period begins its charge is due; a debit is told of in advance. Days. */
export const CHARGE_AHEAD_DAYS = { CC: 0, DD: 0 } as const
/** A debit is told of so long ahead: what SEPA asks where nothing shorter was agreed. Days. */
export const DEBIT_NOTICE_DAYS = 14
/** Who has a subscription is told of a price rise so long before the first charge at it. Days. */
export const PRICE_NOTICE_DAYS = 30
/** After a declined renewal it is tried again after so many days; then the subscription ends. What ships with `dunning`. */
export const RETRY_AFTER_DAYS = [1, 3, 7] as const
/** While a renewal is under way or tried again, one may read on; what ships with `dunning`. Days. */
export const GRACE_DAYS = 11
/**
 * A card or an account whose first debit failed, whose charge was disputed or whose debit was returned is not accepted again for
 * so long: as long as a debit without authorisation may be returned. Days.
 */
export const REFUSED_DAYS = 395
/** The same where the account lacked funds or its mandate was cancelled, which passes. Days. */
export const REFUSED_SHORTLY_DAYS = 90
/** A declined renewal is not tried again for so long after a cancellation that nobody has confirmed yet. Days. */
export const CONFIRMATION_DAYS = 3
/** Withdrawal within so many days of the contract, where it was not given up. */
export const WITHDRAWAL_DAYS = 14
/** Invoices are kept so long after the end of their year, by the country of the buyer (decisions/020). Years. */
export const INVOICES_KEPT_YEARS = { AT: 7, elsewhere: 10 } as const
/** What was accepted is kept as long as anybody may claim. Years. */
export const ACCEPTANCES_KEPT_YEARS = 10
/** Who buys so soon after registering came from where the registration came from, unless the cart says otherwise. Days. */
export const CAME_FROM_DAYS = 30
/** Order types of section 3. */
export const ORDER_TYPE = { own: 1, google: 2, wallet: 3 } as const
/**
 * What becomes of the right of withdrawal when reading begins at once, by the operator's choice (decisions/082). `kept`: it
 * stays, and who withdraws pays for the days until then; `given-up`: the buyer loses it.
 */
export const WITHDRAWAL_POLICIES = ['kept', 'given-up'] as const
export type WithdrawalPolicy = (typeof WITHDRAWAL_POLICIES)[number]
/** Edition of the wording by which a buyer asks to begin at once and accepts what that means. */
export const ACCEPTANCE_VERSIONS: Record<WithdrawalPolicy, string> = { kept: '2026-11-22', 'given-up': '2026-11-01' }
/** Who accepted it may buy for so long. Hours. */
export const ACCEPTANCE_HOLDS = 24
/** Section 9: where a SEPA debit is taken. */
export const DEBIT_COUNTRIES: readonly string[] = ['AT', 'DE', 'LU']
