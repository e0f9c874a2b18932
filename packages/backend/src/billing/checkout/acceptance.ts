import { ApiError } from '@kiosk/domain/errors'
import { acceptLossOfWithdrawal as declared } from '@kiosk/domain/payments/endpoints'
import { ACCEPTANCE_HOURS, ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { HOUR_MS } from '@kiosk/domain/time'
import { paymentMessages } from '@kiosk/i18n/messages/payments'
import type { Kysely } from 'kysely'
import { limitConsents } from '../../accounts/limit-consents.ts'
import type { DB } from '../../db/schema.ts'
import { defineHandler } from '../../http/handler.ts'
import { planOf } from '../plans/prices.ts'

/** Wording to accept, by withdrawal policy. */
const WORDING = { kept: 'PAYMENT.ACCEPT_BEGIN_AT_ONCE', 'given-up': 'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL' } as const

export const acceptLossOfWithdrawal = defineHandler(declared, 'personal', async (call) => {
  const { ctx, session, language, input } = call
  const { subscription, version, accepted, totalPrice = null } = input
  if (!accepted) throw new ApiError('wrong_input', 'accepted', 'VALIDATION.acceptLossOfCancellationPeriodRequired')
  // An older page shows another text, and the stored wording has to be the one that was read.
  const policy = ctx.operator.withdrawal
  if (version !== ACCEPTANCE_VERSIONS[policy]) throw new ApiError('wrong_input', 'version')
  if (!planOf(subscription)) throw new ApiError('wrong_input', 'subscription')
  await limitConsents(call, accepted)
  await ctx.db
    .insertInto('withdrawal_acceptances')
    .values({
      account_id: session.account!.id,
      plan_id: subscription,
      wording_version: version,
      wording: paymentMessages[language][WORDING[policy]],
      policy,
      language,
      shown_total: totalPrice,
      at: ctx.now(),
    })
    .execute()
  return undefined
})

/**
 * Requires that the account has accepted the wording for this plan within a day (ADR-0173). If the operator's policy changes in
 * between, the accepted one applies to this subscription.
 * @returns the total that the button showed, in minor units; null if the client did not send it
 * @throws ApiError acceptance_missing
 */
export async function requireAcceptance(
  db: Kysely<DB>,
  accountId: number,
  plan: number,
  now: Date,
): Promise<{ shownTotal: number | null }> {
  const found = await db
    .selectFrom('withdrawal_acceptances')
    .select('shown_total')
    .where('account_id', '=', accountId)
    .where('plan_id', '=', plan)
    .where('wording_version', 'in', Object.values(ACCEPTANCE_VERSIONS))
    .where('at', '>', new Date(now.getTime() - ACCEPTANCE_HOURS * HOUR_MS))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new ApiError('acceptance_missing', 'accepted')
  return { shownTotal: found.shown_total }
}
