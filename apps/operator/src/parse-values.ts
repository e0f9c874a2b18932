// Parses arguments of the command line: days, numbers, amounts. The functions that commander calls reject invalid ones with a
// sentence that says what is valid.
import { existsSync } from 'node:fs'
import { subscriptionOf } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { dayInUtc } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { amountOf } from '@kiosk/domain/money'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { promoCodeOf } from '@kiosk/domain/subscriptions/promo-code'
import { DAY_MS } from '@kiosk/domain/time'
import { InvalidArgumentError } from 'commander'

/** Returns a parser for commander. @param parse null = invalid @param hint sentence that says what is valid */
export function parser<T>(parse: (typed: string) => T | null | undefined, hint: string): (typed: string) => T {
  return (typed) => {
    const value = parse(typed)
    if (value === null || value === undefined) throw new InvalidArgumentError(hint)
    return value
  }
}

/** Parses "2026-12-31" as the beginning of that day, UTC. */
export const day = parser(dayOf, 'A day is written 2026-12-31.')

function dayOf(typed: string): Date | null {
  return isDay(typed) ? new Date(`${typed}T00:00:00Z`) : null
}

/** Parses "2026-12-31" as a day of the markets. */
export const marketDay = parser((typed) => (isDay(typed) ? typed : null), 'A day is written 2026-12-31.')

/** Returns the beginning of today, UTC. */
export const today = () => dayOf(dayInUtc(new Date()))!

/** Returns the beginning of the next day. */
export const dayAfter = (first: Date) => new Date(first.getTime() + DAY_MS)

/** Returns a parser of whole numbers from 1 to `most`. */
export function wholeNumber(most = 999_999): (typed: string) => number {
  return parser(
    (typed) => (/^[1-9]\d{0,14}$/.test(typed) && Number(typed) <= most ? Number(typed) : null),
    `It must be a whole number from 1 to ${most}.`,
  )
}

/** Returns a parser of whole numbers from 0 to `most`. */
export function countUpTo(most: number): (typed: string) => number {
  return parser(
    (typed) => (/^\d{1,15}$/.test(typed) && Number(typed) <= most ? Number(typed) : null),
    `It must be a whole number from 0 to ${most}.`,
  )
}

/** Accepts the name of a file that exists. */
export const existingFile = parser((typed) => (existsSync(typed) ? typed : null), 'There is no such file.')

/** Parses an amount of more than 0 as minor units. */
export const amount = parser((typed) => amountOf(typed) || null, 'An amount is written 14.99 and is more than 0.')

/** Returns a parser of the operator's reason for an action. @param most characters */
export function reason(most = 10_000): (typed: string) => string {
  return parser(
    (typed) => (typed.trim().length <= most ? typed.trim() || null : null),
    `It must say why, in at most ${most} characters.`,
  )
}

/** Help of an optional `--why`. */
export const WHY = 'your reason, stored in the audit log; no names or addresses of people'

/** Parses "V-000042" or "42" as the id of a subscription. */
export const subscription = parser(subscriptionOf, 'The number of a subscription is written V-000042.')

/** Parses "W-20261121-43" as the id of a declaration. */
export const declaration = parser(declarationOf, 'The number of a declaration is written K-20261121-42 or W-20261121-43.')

/** Returns the id in the number of a declaration; null if it is not one. */
function declarationOf(typed: string): number | null {
  const digits = /^[KW]-\d{8}-(\d{1,15})$/.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

export const plan = parser(
  (typed) => plans.find(({ subscriptionId }) => String(subscriptionId) === typed.trim()),
  '"price list" shows the numbers of the plans.',
)

/** Parses a code that readers type. */
export const code = parser(promoCodeOf, 'It is not a code that readers could type.')

type Titles = { titleEn?: string | undefined; titleFr?: string | undefined }

/** Returns a title in three languages as JSON; German replaces missing translations. */
export function titlesOf(title: string, { titleEn, titleFr }: Titles): string {
  return JSON.stringify({ de: title, en: titleEn ?? title, fr: titleFr ?? title })
}
