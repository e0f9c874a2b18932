import { Refusal } from '@kiosk/domain/errors'
import * as declared from '@kiosk/domain/payments/price-change-endpoints'
import { ORDER_TYPE, PERIOD_DAYS } from '@kiosk/domain/payments/terms'
import { paymentWords } from '@kiosk/languages/payments'
import { text } from '@kiosk/languages/words'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, Subscriptions } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import { type Asking, serve } from '../endpoint.ts'
import { addJob } from '../jobs/add-job.ts'
import { readToken } from '../session/one-time-tokens.ts'
import { endOfCancelled, switchAutoRenew } from './auto-renew.ts'
import { liveSubscription } from './buy.ts'
import { lastPeriod } from './last-period.ts'
import { holdAccounts, lockOpenSubscriptions } from './locks.ts'
import { lastNotice, noticeById, type PriceNotice } from './price-notices.ts'
import { tariffOf } from './prices.ts'

const DAY_MS = 86_400_000
type Contract = Selectable<Subscriptions>
type Dated = PriceNotice & { effective_at: Date }

export const priceChange = serve(declared.priceChange, 'personal', async (call) => {
  const { house, input } = call
  const notice = await demandNotice(house.db, call, input.token)
  return present(call, house.db, notice)
})

export const answerPriceChange = serve(declared.answerPriceChange, 'personal', async (call) => {
  const { house, input } = call
  const { id, contract_id } = await demandNotice(house.db, call, input.token)
  return transact(house, async (trx) => {
    const contract = await lockContract(trx, contract_id)
    const notice = await noticeById(trx, id)
    if (!notice?.effective_at) throw new Refusal('not_found')
    const dated = { ...notice, effective_at: notice.effective_at }
    if (contract && isOpen(dated, contract, house.now())) {
      if (input.decision === 'agree') await agree(trx, call, dated, contract)
      else await cancel(trx, call, contract)
    }
    const answered = await noticeById(trx, id)
    return present(call, trx, { ...answered!, effective_at: answered!.effective_at! })
  })
})

/** The notice that a link or a session is about. @throws Refusal token_invalid, token_expired, not_found */
async function demandNotice(db: Kysely<DB>, { session, house }: Asking, token: string): Promise<Dated> {
  const found = token ? await noticeOfToken(db, token, house.now()) : await noticeOfAccount(db, session.account?.id ?? null)
  if (!found?.effective_at) throw new Refusal('not_found')
  return { ...found, effective_at: found.effective_at }
}

async function noticeOfToken(db: Kysely<DB>, token: string, now: Date): Promise<PriceNotice | undefined> {
  const state = await readToken(db, 'price', token, now)
  if (state === 'unknown') throw new Refusal('token_invalid', 'token')
  // Spent when the account took another address.
  if (state === 'expired' || state === 'used') throw new Refusal('token_expired', 'token')
  return noticeById(db, Number(state.data.noticeId))
}

async function noticeOfAccount(db: Kysely<DB>, accountId: number | null): Promise<PriceNotice | undefined> {
  const contract = accountId === null ? undefined : await liveSubscription(db, accountId)
  return contract && lastNotice(db, contract.id)
}

/** The subscription with its account, locked in the order of decisions/068; undefined where it is nobody's any more. */
async function lockContract(trx: Transaction<DB>, id: number): Promise<Contract | undefined> {
  const of = await trx.selectFrom('subscriptions').select('account_id').where('id', '=', id).executeTakeFirst()
  if (!of || of.account_id === null) return undefined
  await holdAccounts(trx, [of.account_id])
  return (await lockOpenSubscriptions(trx, of.account_id)).find((each) => each.id === id)
}

/** Whether there is anything left to decide. */
function isOpen({ effective_at, stopped_at, rule }: Dated, contract: Contract, now: Date): boolean {
  return rule !== 'lower' && stopped_at === null && effective_at > now && contract.auto_renew && contract.state !== 'ended'
}

/** The new price holds from its day; where a debit over the old one was announced for that day, from the one after it. */
async function agree(trx: Transaction<DB>, { house }: Asking, notice: Dated, contract: Contract): Promise<void> {
  if (notice.rule !== 'consent' || notice.agreed_at !== null) return
  const { next_charge_at: next, announced_for, account_id } = contract
  const isAnnounced = next !== null && announced_for?.getTime() === next.getTime() && next >= notice.effective_at
  const now = house.now()
  await trx
    .updateTable('price_notices')
    .set({
      applies: true,
      agreed_at: now,
      // Who follows the link has read the e-mail.
      told_at: notice.told_at ?? now,
      effective_at: isAnnounced ? new Date(next.getTime() + PERIOD_DAYS * DAY_MS) : notice.effective_at,
    })
    .where('id', '=', notice.id)
    .execute()
  await addJob(trx, 'letter', { letter: 'price-agreed', accountId: account_id!, noticeId: notice.id })
}

async function cancel(trx: Transaction<DB>, { house }: Asking, { id, account_id }: Contract): Promise<void> {
  const now = house.now()
  const endsAt = await switchAutoRenew(trx, account_id!, false, now)
  const letter = { letter: 'contract-cancelled', accountId: account_id!, contract: id } as const
  if (endsAt) await addJob(trx, 'letter', { ...letter, at: now.toISOString(), endsAt: endsAt.toISOString() })
}

async function present({ house, language }: Asking, db: Kysely<DB>, notice: Dated): Promise<declared.PriceChange> {
  const contract = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', notice.contract_id)
    .where('order_type', '=', ORDER_TYPE.own)
    .executeTakeFirstOrThrow()
  const { tier, currency } = tariffOf(contract.subscription_id)!
  const isCancelled = !contract.auto_renew || contract.state === 'ended'
  const endsAt = isCancelled ? endOfCancelled(contract, await lastPeriod(db, contract.id)) : null
  const state = notice.stopped_at
    ? 'stopped'
    : isCancelled
      ? 'cancelled'
      : notice.agreed_at
        ? 'agreed'
        : notice.effective_at <= house.now()
          ? 'over'
          : 'open'
  return {
    subscriptionTitle: text(paymentWords[language], 'PAYMENT.TARIFF', { siteName: house.operator.siteName, tier }),
    currency,
    oldPrice: notice.old_price,
    newPrice: notice.new_price,
    from: notice.effective_at.toISOString(),
    rule: notice.rule as declared.PriceChange['rule'],
    withoutConsent: notice.without_consent as declared.PriceChange['withoutConsent'],
    state,
    endsAt: endsAt?.toISOString() ?? null,
  }
}
