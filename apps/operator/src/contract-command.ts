import { createHash, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { accountByEmail } from '@kiosk/api/accounts/queries'
import type { House } from '@kiosk/api/house'
import { acceptWithdrawal } from '@kiosk/api/payments/contract-acts/accept-withdrawal'
import { ActRefused } from '@kiosk/api/payments/contract-acts/act-refused'
import { endForLostDispute, renewAfterWonDispute } from '@kiosk/api/payments/contract-acts/decide-dispute'
import { actsOf, contractsOfAccount, describeContract } from '@kiosk/api/payments/contract-acts/describe-contract'
import { endContract } from '@kiosk/api/payments/contract-acts/end-contract'
import { extendContract, grantGoodwill, MOST_DAYS } from '@kiosk/api/payments/contract-acts/grant-days'
import { moveDown, takeBackMoveDown } from '@kiosk/api/payments/contract-acts/move-down'
import {
  type ActKind,
  type ActOptions,
  type Asked,
  GOODWILL_REASONS,
  type Performed,
  REFUND_POLICIES,
  type RefundPolicy,
} from '@kiosk/api/payments/contract-acts/perform-act'
import { planEnd, takeBackPlannedEnd } from '@kiosk/api/payments/contract-acts/planned-ends'
import { contractNumber } from '@kiosk/api/payments/contract-number'
import { sendRefunds } from '@kiosk/api/payments/refunds'
import { endOfDayInVienna } from '@kiosk/domain/day'
import { isDay } from '@kiosk/domain/iso-time'
import { actLine, contractLines, effectLines } from './contract-words.ts'
import { wholeNumber } from './entered-values.ts'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- contract show CONTRACT|EMAIL
       npm run kiosk -- contract history CONTRACT
       npm run kiosk -- contract end CONTRACT --refund pro-rata|whole|none --why TEXT [--on DAY] [--exit DECLARATION]
       npm run kiosk -- contract end CONTRACT --take-back --why TEXT
       npm run kiosk -- contract withdraw DECLARATION --why TEXT [--refund pro-rata|whole] [--contract CONTRACT]
       npm run kiosk -- contract extend CONTRACT --days N --why TEXT
       npm run kiosk -- contract goodwill CONTRACT --days N --because REASON --why TEXT
       npm run kiosk -- contract downgrade CONTRACT --why TEXT [--take-back]
       npm run kiosk -- contract dispute-lost|dispute-won CONTRACT --why TEXT

Looks at a contract (V-000042), and changes it. Every change is one transaction with its credit notes, its refunds and its
e-mail to the reader, is written down for good with your name and reason, and happens once, however often it is asked for.

  show        state, periods, payments, what waits, and what was done to it; with an e-mail address, all of that account
  history     what was done to it by operators: when, by whom, why
  end         ends it now; what is unpaid is given up, a purchase that waits to take its place too
  withdraw    accepts a withdrawal that waits (W-20261121-43): its contract ends, what was paid goes back as of the time at which
              the withdrawal was received, and it is settled
  extend      it runs so many days longer without a charge, and the next charge comes after them; nobody is told
  goodwill    the same, with an e-mail that says why. Both refuse a contract that a wallet charges: its day cannot be moved
  downgrade   PREMIUM becomes MAGZ when the paid period ends, at the price of the list; not where a wallet charges it
  dispute-lost  ends it though something else is paid; what came and went by itself is booked already, and nothing goes back
  dispute-won   renews it again: the dispute had cancelled it, and what is paid runs on by itself

  --refund    what goes back of the period that is running: pro-rata (its unused days), whole, or none
  --on DAY    the last day of the contract (2026-12-31). One to come: it goes on and is charged until then, and ends by itself.
              One that has passed: it ends now, and unused days are reckoned from then
              For a withdrawal: pro-rata (days until it was received are paid for) or whole; to be said where the buyer has not
              kept the right
  --exit      the declared cancellation (K-20261121-42) that is carried out by it, and settled
  --contract  the contract, where none was found when the withdrawal was declared
  --days N    1 to 366
  --because   what the reader is told: outage, late-issue, mistake or thanks
  --take-back the end, or the other plan, that was put down is taken back
  --why TEXT  your reason, kept with the act; name no persons. Days that are granted again, for another reason, need other words:
              the same command twice grants them once
  --dry-run   shows what would happen, and changes nothing

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, ENVIRONMENT, PUBLIC_URL and the settings of payments.`

const WRONG_USE = 64
const WHY_LENGTH = 500

const OPTIONS = {
  refund: { type: 'string' },
  on: { type: 'string' },
  why: { type: 'string' },
  exit: { type: 'string' },
  contract: { type: 'string' },
  days: { type: 'string' },
  because: { type: 'string' },
  'take-back': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const
type Values = {
  [Name in keyof typeof OPTIONS]?: ((typeof OPTIONS)[Name]['type'] extends 'string' ? string : boolean) | undefined
}
type Asking = Omit<Asked, 'contract'>
/** Carries out what was typed. */
type Perform<Kind extends ActKind> = (house: House, asked: Asking, options: ActOptions) => Promise<Performed<Kind>>
type Prepared = Perform<ActKind> | string

/** What an act needs of the options; a sentence where something is missing or wrong. */
const ACTS: Record<string, { options: (keyof Values)[]; prepare(which: string, values: Values): Prepared }> = {
  end: { options: ['refund', 'on', 'exit', 'take-back'], prepare: ofContract(prepareEnd) },
  withdraw: { options: ['refund', 'contract'], prepare: prepareWithdrawal },
  extend: { options: ['days'], prepare: ofContract(prepareExtension) },
  downgrade: { options: ['take-back'], prepare: ofContract(prepareDowngrade) },
  'dispute-lost': { options: [], prepare: ofContract(prepareDispute(endForLostDispute)) },
  'dispute-won': { options: [], prepare: ofContract(prepareDispute(renewAfterWonDispute)) },
  goodwill: { options: ['days', 'because'], prepare: ofContract(prepareGoodwill) },
}

export const contractCommand: Command = {
  summary:
    'look at a contract and change it: show, history, end, withdraw, extend, goodwill, downgrade, dispute-lost, dispute-won',
  help: HELP,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    const [action = '', which = '', ...more] = positionals
    if (more.length > 0 || which === '') return wrongUse('')
    if (action === 'show' || action === 'history') {
      if (Object.keys(values).length > 0) return wrongUse(`"${action}" takes no options.`)
      return atTheHouse((house) => (action === 'show' ? show(house, which) : history(house, which)))
    }
    const act = Object.hasOwn(ACTS, action) ? ACTS[action] : undefined
    if (!act) return wrongUse(`There is no "contract ${action}".`)
    const useless = Object.keys(values).find((name) => !['why', 'dry-run', ...act.options].includes(name))
    if (useless) return wrongUse(`--${useless} is of no use with "${action}".`)
    const why = (values.why ?? '').trim()
    if (why === '') return wrongUse('--why is missing: the reason is kept with the act.')
    if (why.length > WHY_LENGTH) return wrongUse(`--why: at most ${WHY_LENGTH} characters.`)
    const perform = act.prepare(which, values)
    if (typeof perform === 'string') return wrongUse(perform)
    const asked = { actId: randomUUID(), actor: userInfo().username, why }
    return atTheHouse((house) => carryOut(house, asked, perform, { isRehearsal: values['dry-run'] ?? false }))
  },
}

async function atTheHouse(work: (house: House) => Promise<number>): Promise<number> {
  const { house, close } = await openHouse()
  try {
    return await work(house)
  } finally {
    await close()
  }
}

/** What is done to the contract that was typed. */
function ofContract(prepare: (contract: number, values: Values) => Prepared): (which: string, values: Values) => Prepared {
  return (which, values) => {
    const contract = contractOf(which)
    return contract === null ? `"${which}" is no contract; V-000042 is one.` : prepare(contract, values)
  }
}

function prepareEnd(contract: number, { refund, on, exit: typed, 'take-back': isTakenBack }: Values): Prepared {
  if (isTakenBack)
    return refund || on || typed
      ? '--take-back goes with --why alone.'
      : (house, asked, options) => takeBackPlannedEnd(house, { ...asked, contract }, options)
  if (!REFUND_POLICIES.includes(refund as RefundPolicy)) return `--refund is one of ${REFUND_POLICIES.join(', ')}.`
  if (on !== undefined && !isDay(on)) return `--on: there is no day ${on}; 2026-12-31 is one.`
  const exit = typed === undefined ? undefined : exitOf(typed)
  if (exit === null) return `--exit: ${typed} is no declaration; K-20261121-42 is one.`
  const wanted = { contract, refund: refund as RefundPolicy, ...(exit && { exit }) }
  if (on === undefined) return (house, asked, options) => endContract(house, { ...asked, ...wanted }, options)
  const endsAt = endOfDayInVienna(on)
  return endsAt > new Date()
    ? (house, asked, options) => planEnd(house, { ...asked, ...wanted, endsAt }, options)
    : (house, asked, options) => endContract(house, { ...asked, ...wanted, at: endsAt }, options)
}

function prepareWithdrawal(which: string, { refund, contract: typed }: Values): Prepared {
  const exit = exitOf(which)
  if (exit === null) return `"${which}" is no declaration; W-20261121-43 is one.`
  const back = (['pro-rata', 'whole'] as const).find((each) => each === refund)
  if (refund !== undefined && !back) return '--refund is one of pro-rata, whole.'
  const contract = typed === undefined ? undefined : contractOf(typed)
  if (contract === null) return `--contract: "${typed}" is no contract; V-000042 is one.`
  const wanted = { exit, ...(back && { refund: back }), ...(contract && { contract }) }
  return (house, asked, options) => acceptWithdrawal(house, { ...asked, ...wanted }, options)
}

function prepareDowngrade(contract: number, { 'take-back': isTakenBack }: Values): Prepared {
  const perform = isTakenBack ? takeBackMoveDown : moveDown
  return (house, asked, options) => perform(house, { ...asked, contract }, options)
}

function prepareDispute(
  perform: (house: House, asked: Asked, options: ActOptions) => Promise<Performed<ActKind>>,
): (contract: number) => Prepared {
  return (contract) => (house, asked, options) => perform(house, { ...asked, contract }, options)
}

function prepareExtension(contract: number, { days: typed }: Values): Prepared {
  const days = wholeNumber(typed ?? '')
  if (days === null || days > MOST_DAYS) return `--days is a whole number from 1 to ${MOST_DAYS}.`
  return (house, { why, actor }, options) => {
    const actId = idOfCommand('extend', contract, days, why)
    return extendContract(house, { actId, contract, actor, why, days }, options)
  }
}

function prepareGoodwill(contract: number, { days: typed, because: reason }: Values): Prepared {
  const days = wholeNumber(typed ?? '')
  if (days === null || days > MOST_DAYS) return `--days is a whole number from 1 to ${MOST_DAYS}.`
  const because = GOODWILL_REASONS.find((each) => each === reason)
  if (!because) return `--because is one of ${GOODWILL_REASONS.join(', ')}.`
  return (house, { why, actor }, options) => {
    const actId = idOfCommand('goodwill', contract, days, because, why)
    return grantGoodwill(house, { actId, contract, actor, why, days, because }, options)
  }
}

/** The same words are the same act: what adds up is not added twice when a command is repeated. @returns a UUID */
function idOfCommand(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(words)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Carries an act out, tells what it changed, and sends the refunds that it wrote. @returns exit code */
export async function carryOut<Kind extends ActKind>(
  house: House,
  asked: Asking,
  perform: Perform<Kind>,
  { isRehearsal = false }: ActOptions,
): Promise<number> {
  try {
    const { isNew, act } = await perform(house, asked, { isRehearsal })
    const head = !isNew
      ? 'It was done already, and nothing has changed:'
      : isRehearsal
        ? 'Nothing has changed. This would happen:'
        : null
    if (head) console.log(head)
    if (!isNew) console.log(actLine(act))
    else for (const line of effectLines(act.kind, act.details)) console.log(line)
    if (!isRehearsal) await sendRefunds(house)
    return 0
  } catch (error) {
    if (!(error instanceof ActRefused)) throw error
    console.error(error.message)
    return 1
  }
}

async function show(house: House, which: string): Promise<number> {
  const contracts = which.includes('@') ? await contractsOfEmail(house, which) : [contractOf(which)]
  if (contracts.length === 0) return refused('There is no contract under this address.')
  for (const id of contracts) {
    const view = id === null ? undefined : await describeContract(house, id)
    if (!view) return refused('There is no such contract.')
    for (const line of contractLines(view)) console.log(line)
  }
  return 0
}

async function contractsOfEmail({ db }: House, email: string): Promise<number[]> {
  const account = await accountByEmail(db, email)
  return account ? contractsOfAccount(db, account.id) : []
}

async function history(house: House, which: string): Promise<number> {
  const id = contractOf(which)
  if (id === null || !(await describeContract(house, id))) return refused('There is no such contract.')
  const acts = await actsOf(house.db, id)
  if (acts.length === 0) console.log(`No operator has changed ${contractNumber(id)}.`)
  for (const act of acts) console.log(actLine(act))
  return 0
}

/** "V-000042" or "42"; null = it is no contract number. */
export function contractOf(typed: string): number | null {
  const digits = /^(?:V-)?(\d{1,15})$/i.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

/** "W-20261121-43": the id of the declaration; null = it is no number of one. */
export function exitOf(typed: string): number | null {
  const digits = /^[KW]-\d{8}-(\d{1,15})$/.exec(typed)?.[1]
  return digits ? Number(digits) : null
}

function refused(why: string): number {
  console.error(why)
  return 1
}

function wrongUse(why: string): number {
  console.error(why ? `${why}\n\n${HELP}` : HELP)
  return WRONG_USE
}
