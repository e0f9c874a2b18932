import { Refusal } from '@kiosk/domain/errors'
import { acceptLossOfWithdrawal as declared } from '@kiosk/domain/payments/endpoints'
import { ACCEPTANCE_HOLDS, ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/terms'
import { paymentWords } from '@kiosk/languages/payments'
import type { Kysely } from 'kysely'
import { admitDeclaration } from '../accounts/admit-declaration.ts'
import type { DB } from '../database/schema.ts'
import { serve } from '../endpoint.ts'
import { tariffOf } from './prices.ts'

const HOUR = 3_600_000

/** What is accepted, by the policy of withdrawal. */
const WORDING = { kept: 'PAYMENT.ACCEPT_BEGIN_AT_ONCE', 'given-up': 'PAYMENT.ACCEPT_LOSS_OF_WITHDRAWAL' } as const

export const acceptLossOfWithdrawal = serve(declared, 'personal', async (call) => {
  const { house, session, language, input } = call
  const { subscription, version, accepted } = input
  if (!accepted) throw new Refusal('wrong_input', 'accepted', 'VALIDATION.acceptLossOfCancellationPeriodRequired')
  // What is kept is what was read: a page of yesterday shows other words.
  const policy = house.operator.withdrawal
  if (version !== ACCEPTANCE_VERSIONS[policy]) throw new Refusal('wrong_input', 'version')
  if (!tariffOf(subscription)) throw new Refusal('wrong_input', 'subscription')
  await admitDeclaration(call, accepted)
  await house.db
    .insertInto('withdrawal_acceptances')
    .values({
      account_id: session.account!.id,
      subscription_id: subscription,
      wording_version: version,
      wording: paymentWords[language][WORDING[policy]],
      policy,
      language,
      at: house.now(),
    })
    .execute()
  return undefined
})

/**
 * Nobody buys who has not accepted for this tariff within a day (decision 20). Should the operator's policy change meanwhile,
 * what was accepted holds for this contract.
 * @throws Refusal acceptance_missing
 */
export async function demandAcceptance(db: Kysely<DB>, accountId: number, tariff: number, now: Date): Promise<void> {
  const found = await db
    .selectFrom('withdrawal_acceptances')
    .select('id')
    .where('account_id', '=', accountId)
    .where('subscription_id', '=', tariff)
    .where('wording_version', 'in', Object.values(ACCEPTANCE_VERSIONS))
    .where('at', '>', new Date(now.getTime() - ACCEPTANCE_HOLDS * HOUR))
    .limit(1)
    .executeTakeFirst()
  if (!found) throw new Refusal('acceptance_missing', 'accepted')
}
