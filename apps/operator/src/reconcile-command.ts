import { parseArgs } from 'node:util'
import type { House } from '@kiosk/api/house'
import type { Balance } from '@kiosk/api/outside/payments/port'
import { type Found, findDifferences, type Lists, listsOfProviders, PROPOSALS } from '@kiosk/api/payments/find-differences'
import { ledgerBalance } from '@kiosk/api/payments/provider-entries'
import { repairDifferences } from '@kiosk/api/payments/repair-differences'
import { firstAndLast, isoDay } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { inWords } from './money-in-words.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- reconcile [--since DAY] [--until DAY] [--repair]

Compares every provider's own lists with our books: charges, refunds, disputes and their ends, fees, payouts, and subscriptions
of the wallet that nobody told us of. Prints every difference in one line, with what repairing it would do. The server does the
same with --repair every night, for the last four days.

  --since DAY   first day (2026-11-01, UTC); default: 40 days ago
  --until DAY   last day; default: yesterday, because what is under way today may be in one book only
  --repair      books what is unambiguous, as the provider's message would have; puts the rest into suspense, with an alarm
                (see "kiosk suspense"). What the books disagree about waits for a day, as messages may be under way. Run it as
                often as you like: everything is booked once.

Then it prints what the provider holds for us, by its own account and by our ledger. They are the same once fees and payouts of
all days are booked, and where nobody else uses the account.

PayPal's list is up to three hours behind. What the app's store sells is in its books alone.

Exit code 1 when there are differences (with --repair: which could not be repaired); 69 when a provider could not be asked.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const UNAVAILABLE = 69
const DAY_MS = 86_400_000

type Days = { from: Date; to: Date }
const text = { type: 'string' } as const

export const reconcileCommand: Command = {
  summary: "compare the providers' lists with our books, and repair",
  help: HELP,
  async run(args) {
    const { values } = parseArgs({
      args,
      // "from" and "to" are what these were called first.
      options: { since: text, until: text, from: text, to: text, repair: { type: 'boolean', default: false } },
    })
    const { since = values.from, until = values.to, repair } = values
    const days = daysOf({ since, until }, new Date())
    if (typeof days === 'string') {
      console.error(`${days}\n\n${HELP}`)
      return WRONG_USE
    }
    const { house, close } = await openHouse()
    try {
      const lists = listsOfProviders(house, house.payments)
      if (lists.length === 0) {
        console.error('No provider is set up: see PAYMENTS.')
        return WRONG_USE
      }
      return await compareAll(house, lists, days, repair)
    } finally {
      await close()
    }
  },
}

/** The days that were typed, the last left out, or why there are none. */
function daysOf({ since, until }: { since: string | undefined; until: string | undefined }, now: Date): Days | string {
  const ago = (days: number) => isoDay(new Date(now.getTime() - days * DAY_MS))
  const days = firstAndLast({ since: since ?? ago(40), until: until ?? ago(1) })
  return typeof days === 'string' ? days : { from: days.first, to: new Date(days.last.getTime() + DAY_MS) }
}

/** Prints every difference, provider by provider; one that can't be asked does not hide those of the others. @returns exit code */
export async function compareAll(house: House, lists: readonly Lists[], days: Days, repair: boolean): Promise<number> {
  let sum = 0
  let isUnasked = false
  for (const provider of lists) {
    try {
      sum += await compareOne(house, provider, days, repair)
    } catch (error) {
      isUnasked = true
      console.error(`${provider.name}: could not be compared: ${(error as Error).message}`)
    }
  }
  return isUnasked ? UNAVAILABLE : sum > 0 ? 1 : 0
}

/** @returns how many differences are left */
async function compareOne(house: House, lists: Lists, days: Days, repair: boolean): Promise<number> {
  const { name } = lists
  const told = repair
    ? await repairDifferences(house, lists, days)
    : { ...(await findDifferences(house, lists, days)), left: null }
  const { compared, found, left } = told
  for (const each of found) console.log(lineOf(each))
  const repaired = left === null ? '' : `, ${left.length} left after repair`
  console.log(`${name}: ${compared} compared, ${countOf(found.length)}${repaired}.`)
  for (const each of left ?? []) console.log(`left: ${lineOf(each)}`)
  await printBalance(house, name)
  return (left ?? found).length
}

const countOf = (found: number) => (found === 1 ? '1 difference' : `${found} differences`)

async function printBalance({ db, payments }: House, name: string): Promise<void> {
  const { card, wallet } = payments
  const asked: Balance | undefined = card?.name === name ? await card.balance() : await wallet?.balance?.()
  if (asked === undefined || (card?.name !== name && wallet?.name !== name)) return
  const ours = await ledgerBalance(db, name)
  const theirs = new Map(asked.map(({ currency, amount }) => [currency, amount]))
  for (const currency of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const [there, here] = [theirs.get(currency) ?? 0, ours.get(currency) ?? 0]
    if (there === 0 && here === 0) continue
    const differ = there === here ? '' : `; they differ by ${inWords(there - here, currency)}`
    console.log(`${name}: balance there ${inWords(there, currency)}, in our ledger ${inWords(here, currency)}${differ}.`)
  }
}

/** "missing here     attempt 0d3f… (declined)  theirs 19.99 EUR  2026-11-03T02:11:09Z  → book the charge with …" */
function lineOf({ is, what, id, state, ours, theirs, currency, at, proposal }: Found): string {
  const sides = [
    ours === null ? '' : `ours ${inWords(ours, currency)}`,
    theirs === null ? '' : `theirs ${inWords(theirs, currency)}`,
  ]
  const which = `${what} ${id} (${state ?? 'unknown here'})`
  const when = `${at.toISOString().slice(0, 19)}Z`
  return [`${is.padEnd(16)} ${which}`, sides.filter(Boolean).join(', '), when, `→ ${PROPOSALS[proposal]}`]
    .filter(Boolean)
    .join('  ')
}
