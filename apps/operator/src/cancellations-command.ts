import { userInfo } from 'node:os'
import { ActionRejected } from '@kiosk/backend/billing/operator-actions/action-rejected'
import { confirmTermination } from '@kiosk/backend/billing/operator-actions/confirm-declaration'
import { settleTermination } from '@kiosk/backend/billing/operator-actions/settle-declaration'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { answerBy } from '@kiosk/backend/billing/withdrawals/answer-by'
import { terminationNumber } from '@kiosk/backend/billing/withdrawals/number'
import type { Database } from '@kiosk/backend/db/connect'
import { printable } from '@kiosk/backend/printable'
import { dayInVienna } from '@kiosk/domain/day'
import { type DeclareCommand, SERVER_ENVIRONMENT, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'
import { declaration, reason } from './parse-values.ts'
import { printLines } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Lists declared cancellations and withdrawals that are still open: they wait for the owner's confirmation, or for a decision
      because they are for cause, came from an unknown address, too late, or after the right of withdrawal was waived.`,
    )
    .option(
      '--done <NUMBER>',
      `marks a declaration (K-20261121-42) as resolved and answered. Its subscription must have ended, or its end must be planned:
      see "subscription withdraw" and "subscription end". If its account was erased, the name and address that were stored for it
      are deleted`,
      numbered,
    )
    .option('--without-ending', 'with --done: resolves it although its subscription continues; needs --why')
    .option('--why <TEXT>', 'with --without-ending: the reason, stored with the subscription', reason())
    .addOption(
      command
        .createOption(
          '--confirm <NUMBER>',
          `confirms that the owner declared it: it takes effect as of the time it was received, and the owner gets an e-mail`,
        )
        .argParser(declaration)
        .conflicts(['done', 'withoutEnding', 'why']),
    )
    .addHelpText('after', SERVER_ENVIRONMENT)
    .action(
      withExitCode(async ({ done, confirm: confirmed, withoutEnding = false, why }) => {
        if (withoutEnding !== (why !== undefined) || (withoutEnding && done === undefined))
          return command.error('error: --without-ending and --why are used together, with --done')
        if (confirmed !== undefined) return confirm(confirmed)
        if (done !== undefined) return settle(done, why === undefined ? null : { actor: userInfo().username, why })
        return printLines(terminationLines)
      }),
    )
}

/** Parses the number of a declaration. Returns its id, and the number for messages. */
const numbered = (typed: string) => ({ id: declaration(typed), number: typed })

async function confirm(id: number): Promise<number> {
  return withContext(async (ctx) => {
    try {
      const confirmed = await confirmTermination(ctx, { exit: id })
      if (!confirmed.isNew) {
        console.error('It is already confirmed or resolved.')
        return 1
      }
      const { isApplied } = confirmed
      console.log(isApplied ? 'Confirmed and applied.' : `Confirmed. It still needs your decision: ${reasonOf(confirmed)}.`)
      return 0
    } catch (error) {
      if (!(error instanceof ActionRejected)) throw error
      console.error(error.message)
      return 1
    }
  })
}

async function settle(
  { id: termination, number }: { id: number; number: string },
  goesOn: { actor: string; why: string } | null,
): Promise<number> {
  return withContext(async (ctx) => {
    try {
      const settled = await settleTermination(ctx, { exit: termination, goesOn })
      if (settled.outcome === 'settled') {
        console.log('Resolved.')
        return 0
      }
      for (const line of alternatives(settled, number)) console.error(line)
      return 1
    } catch (error) {
      if (!(error instanceof ActionRejected)) throw error
      console.error('There is no open declaration with this number.')
      return 1
    }
  })
}

/** Returns the commands to run instead, if the subscription would continue as if nothing had been declared. */
function alternatives(
  { subscription: id, kind }: { subscription: number; kind: 'cancel' | 'withdraw' },
  number: string,
): string[] {
  const subscription = subscriptionNumber(id)
  const command =
    kind === 'withdraw'
      ? `subscription withdraw ${number} --why TEXT`
      : `subscription end ${subscription} --declaration ${number} --refund pro-rata --why TEXT [--on DAY]`
  return [
    `${subscription} has not ended: it would continue and be charged. Nothing has changed.`,
    `  to apply the declaration:          npm run kiosk -- ${command}`,
    `  to let the subscription continue:  npm run kiosk -- cancellations --done ${number} --without-ending --why TEXT`,
  ]
}

const REASONS: Record<string, string> = {
  unconfirmed: 'waits for the owner’s confirmation',
  unknown: 'no subscription for this address',
  'too-late': 'later than 14 days',
  'by-hand': 'needs a decision',
}

const CONFIRMED: Record<string, string> = {
  session: 'declared while signed in',
  link: 'confirmed by the link in the receipt',
  operator: 'confirmed by you',
}

function reasonOf({ outcome }: { outcome: string | null }): string {
  return REASONS[outcome ?? 'by-hand'] ?? outcome ?? ''
}

/** Returns the open declarations, the oldest first, with addresses, because the operator has to answer them. */
async function terminationLines(db: Database): Promise<string[]> {
  const waiting = await db
    .selectFrom('termination_declarations')
    .selectAll()
    .where('applied_at', 'is', null)
    .orderBy('received_at')
    .execute()
  if (waiting.length === 0) return ['There are no open declarations.']
  return waiting.flatMap((each) => {
    const manner = each.kind === 'cancel' ? `cancellation, ${each.manner}` : 'withdrawal'
    const subscription = each.subscription_id === null ? each.contract : subscriptionNumber(each.subscription_id)
    const promised = answerBy(each)
    const more = [
      promised && `answer promised by ${dayInVienna(promised)}`,
      each.requested_end && `requested end ${each.requested_end}`,
      each.confirmed_by && `confirmed: ${CONFIRMED[each.confirmed_by] ?? each.confirmed_by}`,
      each.effective_at && each.outcome !== 'unconfirmed' && `renewal stopped, ends ${dayInVienna(each.effective_at)}`,
      each.reason && `reason: ${each.reason.replace(/\s+/g, ' ').slice(0, 200)}`,
    ].filter(Boolean)
    const at = `${each.received_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    return [
      `${terminationNumber(each)}  ${at}  ${manner}: ${reasonOf(each)}`,
      `    ${printable(each.name)} <${printable(each.email)}>, ${each.language}${subscription ? `, ${printable(subscription)}` : ''}`,
      ...more.map((line) => `    ${printable(String(line))}`),
    ]
  })
}
