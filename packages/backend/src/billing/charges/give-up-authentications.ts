import { sql } from 'kysely'
import type { CardProvider, Outcome } from '../../adapters/payments/port.ts'
import type { BillingContext } from '../../context.ts'
import { cardProvider, severalAtOnce } from '../provider-calls.ts'
import { abandonedOutcome } from './apply-declined.ts'
import { settleAttempts } from './settle.ts'

/** Delay before giving up an attempt is retried. */
const TIMEOUT_MS = 60_000
const BATCH_SIZE = 200

type Waiting = { id: string; provider: string; provider_reference: string | null }

/**
 * Gives up renewals whose bank authentication is no longer possible or needed: the deadline has passed, the subscription has
 * ended or was cancelled, the account was closed, or other payment data were saved. Cancels at the provider first, so that
 * nothing can be charged any more, then here. A result that arrives at the last moment is recorded unchanged. Safe to run
 * concurrently.
 * @returns number of renewals processed
 */
export async function giveUpAuthentications(ctx: BillingContext): Promise<number> {
  const now = ctx.now()
  const { rows } = await sql<Waiting>`
    with waiting as materialized (
      select a.id from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription_id
      where a.state = 'action' and a.answer_by is not null and a.sent_at < ${new Date(now.getTime() - TIMEOUT_MS)}
        and ${isOver(now)}
      order by a.id limit ${BATCH_SIZE} for no key update of a skip locked)
    update payment_attempts a set sent_at = ${now} from waiting where a.id = waiting.id
    returning a.id, a.provider, a.provider_reference`.execute(ctx.db)
  await severalAtOnce(rows, (each) => giveUp(ctx, each))
  return rows.length
}

/** Gives up the pending bank authentication of an account at once after its payment data were replaced. */
export async function giveUpReplacedAuthentication(ctx: BillingContext, accountId: number): Promise<void> {
  const { rows } = await sql<Waiting>`select a.id, a.provider, a.provider_reference
    from payment_attempts a join invoices i on i.id = a.invoice_id join subscriptions s on s.id = i.subscription_id
    where s.account_id = ${accountId} and a.state = 'action' and a.answer_by is not null
      and s.payment_method_id is distinct from a.payment_method_id`.execute(ctx.db)
  await severalAtOnce(rows, (each) => giveUp(ctx, each))
}

function isOver(now: Date) {
  return sql<boolean>`(a.answer_by <= ${now} or s.state = 'ended' or not s.auto_renew or s.account_id is null
    or s.payment_method_id is distinct from a.payment_method_id
    or exists (select from accounts o where o.id = s.account_id and o.deactivated_at is not null))`
}

async function giveUp(ctx: BillingContext, { id, provider: name, provider_reference: reference }: Waiting): Promise<void> {
  try {
    const provider = cardProvider(ctx, name)
    const outcome = provider && (await giveUpAt(provider, id, reference))
    if (!outcome || outcome.state === 'unknown') return
    await settleAttempts(ctx, [{ attemptId: id, outcome }])
  } catch (error) {
    ctx.log.warn(
      { event: 'charge.authentication-not-expired', err: error, attempt: id },
      'unanswered bank authentication could not be cancelled, will retry',
    )
  }
}

/** Cancels an attempt at its provider. @returns its result @throws if the provider cannot be reached */
export async function giveUpAt(
  provider: Pick<CardProvider, 'giveUp'>,
  attemptId: string,
  reference: string | null,
): Promise<Outcome> {
  const ended = await provider.giveUp(attemptId, reference)
  return ended.state === 'absent' ? abandonedOutcome(reference) : ended
}
