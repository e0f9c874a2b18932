import type { Balance } from '@kiosk/backend/adapters/payments/port'
import { ledgerBalance } from '@kiosk/backend/billing/ledger/provider-entries'
import {
  type Found,
  findDifferences,
  type Lists,
  listsOfProviders,
  PROPOSALS,
} from '@kiosk/backend/billing/reconciliation/find-differences'
import { noteReconciled } from '@kiosk/backend/billing/reconciliation/nightly'
import { repairDifferences } from '@kiosk/backend/billing/reconciliation/repair-differences'
import { stopComparing } from '@kiosk/backend/billing/reconciliation/stop-comparing'
import type { AppContext } from '@kiosk/backend/context'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { DAY_MS } from '@kiosk/domain/time'
import { type DeclareCommand, formerOption, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { formatMoney } from './format-money.ts'
import { withContext } from './open-context.ts'
import { day, dayAfter, reason, today, WHY } from './parse-values.ts'

const WRONG_USE = 64
const UNAVAILABLE = 69

type Days = { from: Date; to: Date }

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Reconciles the lists of every payment provider with our ledger: charges, refunds, disputes, fees, payouts, and wallet
      subscriptions that no webhook reported. Prints one line per difference with the proposed repair. The server runs it with
      --repair every night, for the last four days.

      Then it prints the balance at the provider, by its own account and by our ledger. Both are equal once the fees and payouts
      of all days are booked, provided that nothing else uses the provider's account.

      With --repair, providers that were compared without a gap since the last night count as compared, as after a night.

      PayPal's list lags by up to three hours. Sales of the app store are not compared: the store offers no list.

      Exit code 1 if there are differences (with --repair: differences that could not be repaired); 69 if a provider could not be
      reached.`,
    )
    .option('--since <DAY>', 'first day (2026-11-01, UTC); default: 40 days ago', day)
    .option('--until <DAY>', 'last day; default: yesterday, because payments of today may still be in progress', day)
    .addOption(formerOption('--from <DAY>', 'since').argParser(day))
    .addOption(formerOption('--to <DAY>', 'until').argParser(day))
    .option(
      '--repair',
      `books unambiguous differences as their webhooks would have; moves the others to suspense, with an alarm (see "kiosk
      suspense"). Amounts that differ are left for one day, as webhooks may be on their way. It is safe to run it repeatedly:
      everything is booked once`,
    )
    .addHelpText('afterAll', SERVER_ENVIRONMENT)
    .action(
      withExitCode(async ({ since = daysAgo(40), until = daysAgo(1), repair = false }) => {
        if (since > until) return command.error('error: --since is after --until')
        return withContext(async (ctx) => {
          const lists = listsOfProviders(ctx, ctx.payments)
          if (lists.length > 0) return compareAll(ctx, lists, { from: since, to: dayAfter(until) }, repair)
          console.error('No payment provider is configured: see PAYMENTS.')
          return WRONG_USE
        })
      }),
    )
  command
    .command('stop')
    .summary('Stops the comparison with a provider that is no longer used.')
    .description(
      `Stops the comparison with a provider whose settings have been removed, which ends its alert ReconciliationLate. Prints what is
      left there: it gets no result until the provider is configured again. Then, the next night compares everything since the first
      payment there.`,
    )
    .argument('<PROVIDER>', 'stripe, paypal, …, as in the alert')
    .requiredOption('--why <TEXT>', WHY, reason())
    .action(withExitCode((provider, { why }) => withContext((ctx) => stop(ctx, provider, why))))
}

/** @returns exit code */
export async function stop(ctx: AppContext, provider: string, why: string): Promise<number> {
  const stopped = await stopComparing(ctx, provider, why)
  if (stopped === 'in-use' || stopped === 'not-compared') {
    console.error(
      stopped === 'in-use'
        ? `${provider} is still configured: remove its settings first.`
        : `No comparison with "${printable(provider)}" is recorded.`,
    )
    return 1
  }
  const { payments, refunds, subscriptions } = stopped
  console.log(`${provider} is no longer compared with the ledger.`)
  const left = [
    ...(payments > 0 ? [`${count(payments, 'payment')} without a result`] : []),
    ...(refunds > 0 ? [`${count(refunds, 'refund')} without a result`] : []),
    ...(subscriptions > 0 ? [count(subscriptions, 'running subscription')] : []),
  ]
  if (left.length > 0) console.log(`Left there: ${left.join(', ')}.`)
  return 0
}

const daysAgo = (days: number) => new Date(today().getTime() - days * DAY_MS)

/** Prints the differences of each provider; an unreachable provider does not stop the others. @returns exit code */
export async function compareAll(ctx: AppContext, lists: readonly Lists[], days: Days, repair: boolean): Promise<number> {
  let sum = 0
  let isIncomplete = false
  for (const provider of lists) {
    try {
      sum += await compareOne(ctx, provider, days, repair)
    } catch (error) {
      isIncomplete = true
      console.error(`${provider.name}: could not be compared: ${(error as Error).message}`)
    }
  }
  return isIncomplete ? UNAVAILABLE : sum > 0 ? 1 : 0
}

/** Prints the differences of a provider. @returns how many are left */
async function compareOne(ctx: AppContext, lists: Lists, days: Days, repair: boolean): Promise<number> {
  const { name } = lists
  const result = repair ? await repairDifferences(ctx, lists, days) : { ...(await findDifferences(ctx, lists, days)), left: null }
  const { compared, found, left } = result
  if (repair) await noteReconciled(ctx, name, days)
  for (const each of found) console.log(lineOf(each))
  const repaired = left === null ? '' : `, ${left.length} left after repair`
  console.log(`${name}: ${compared} compared, ${count(found.length, 'difference')}${repaired}.`)
  for (const each of left ?? []) console.log(`left: ${lineOf(each)}`)
  await printBalance(ctx, name)
  return (left ?? found).length
}

async function printBalance({ db, payments }: Pick<AppContext, 'db' | 'payments'>, name: string): Promise<void> {
  const { card, wallet } = payments
  const requested: Balance | undefined = card?.name === name ? await card.balance() : await wallet?.balance?.()
  if (requested === undefined || (card?.name !== name && wallet?.name !== name)) return
  const ledgerSums = await ledgerBalance(db, name)
  const providerSums = new Map(requested.map(({ currency, amount }) => [currency, amount]))
  for (const currency of [...new Set([...ledgerSums.keys(), ...providerSums.keys()])].sort()) {
    const [there, here] = [providerSums.get(currency) ?? 0, ledgerSums.get(currency) ?? 0]
    if (there === 0 && here === 0) continue
    const differ = there === here ? '' : `; they differ by ${formatMoney(there - here, currency)}`
    console.log(`${name}: balance there ${formatMoney(there, currency)}, in our ledger ${formatMoney(here, currency)}${differ}.`)
  }
}

/** "missing here     attempt 0d3f… (declined)  theirs 19.99 EUR  2026-11-03T02:11:09Z  → book the charge with …" */
function lineOf({ is, what, id, state, ledgerAmount, providerAmount, currency, at, proposal }: Found): string {
  const sides = [
    ledgerAmount === null ? '' : `ours ${formatMoney(ledgerAmount, currency)}`,
    providerAmount === null ? '' : `theirs ${formatMoney(providerAmount, currency)}`,
  ]
  const which = printable(`${what} ${id} (${state ?? 'unknown here'})`)
  const when = `${at.toISOString().slice(0, 19)}Z`
  return [`${is.padEnd(16)} ${which}`, sides.filter(Boolean).join(', '), when, `→ ${PROPOSALS[proposal]}`]
    .filter(Boolean)
    .join('  ')
}
