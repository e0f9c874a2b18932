import { randomUUID } from 'node:crypto'
import { addressOf } from '@kiosk/domain/addresses'
import { Refusal } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import type { Selectable, Transaction } from 'kysely'
import type { DB, SetupSessions } from '../database/schema.ts'
import { transact } from '../database/transaction.ts'
import type { Asking } from '../endpoint.ts'
import type { House } from '../house.ts'
import { addJob } from '../jobs/add-job.ts'
import type { LeftMethod } from '../outside/payments/port.ts'
import { demandAcceptance } from './acceptance.ts'
import { takeCart, wayOfAttempt } from './buy-cart.ts'
import { cardKinds } from './carts.ts'
import { chargeOverdue } from './charge-overdue.ts'
import { giveUpReplacedQuestion } from './give-up-questions.ts'
import { lockBuyer } from './locks.ts'
import { admitPaymentPage } from './payment-trials.ts'
import { isRefusedInstrument } from './refused-instruments.ts'
import { replaceMethod } from './replace-method.ts'
import { cardProvider, sendAttempts } from './send-attempts.ts'

export type Setup = Selectable<SetupSessions>

/**
 * Opens a page of the provider in which payment data are left: for a cart, or in place of those that are there.
 * @returns path of our page that shows it (decision 24)
 * @throws Refusal unavailable, too_many_requests
 */
export async function openSetup(call: Asking, purpose: 'registration' | 'edit', cartId: number | null): Promise<string> {
  const { house, session, language } = call
  const { db, payments, publicUrl, operator, now, log } = house
  const account = session.account!
  if (!payments.card) throw new Refusal('unavailable')
  await admitPaymentPage(call)
  const id = randomUUID()
  const before = await db
    .selectFrom('payment_methods')
    .select('customer_reference')
    .where('account_id', '=', account.id)
    .where('provider', '=', payments.card.name)
    .where('customer_reference', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = { id, account_id: account.id, provider: payments.card.name, purpose, cart_id: cartId, created_at: now() }
  // Before the provider hears of it: what it tells us later finds its row.
  await db.insertInto('setup_sessions').values(row).execute()
  try {
    const opened = await payments.card.openSetup({
      setupId: id,
      customerReference: before?.customer_reference ?? null,
      email: account.email,
      kinds: cardKinds(regionById(account.region_id)?.country ?? ''),
      language: language as Language,
      returnUrl: `${publicUrl}/api/v8/psp/return/${id}`,
      creditor: operator.company.name,
    })
    const { reference, url, embed } = opened
    await db
      .updateTable('setup_sessions')
      .set({ provider_reference: reference, url, embed: embed && JSON.stringify(embed) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    log.error({ err: error, setup: id }, 'a page for payment data could not be opened')
    await db.deleteFrom('setup_sessions').where('id', '=', id).execute()
    throw new Refusal('unavailable')
  }
  return `/user/payment/frame/${id}`
}

/**
 * Goes on with a page for payment data as far as the provider has: saves the method, once, and buys the cart with it, once,
 * or puts it in the place of the old one. Whoever hears that it is over may call this: webhook, return, or a question.
 * @param mayAsk whether the provider is asked now, where that is the only way to know more; default: yes
 * @returns the setup as it is now; undefined = there is none
 */
export async function finishSetup(
  house: House,
  id: string,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<Setup | undefined> {
  const setup = await setupById(house, id)
  if (!setup) return undefined
  if (setup.state === 'open' && (await mayAsk())) await hearOf(house, setup)
  const heard = await setupById(house, id)
  // Its account was erased meanwhile.
  if (!heard) return undefined
  const isBought = heard.attempt_id !== null || heard.failure_code !== null
  if (heard.state !== 'done' || heard.purpose !== 'registration' || isBought) return heard
  await buyWith(house, heard)
  return setupById(house, id)
}

/** Path of ours for where a setup stands; null while it is open. */
export async function wayOfSetup(house: House, setup: Setup): Promise<string | null> {
  if (setup.state === 'open') return null
  // Also other payment data for an overdue subscription, which are charged at once: what became of that is what counts.
  if (setup.attempt_id) return wayOfAttempt(house, setup.attempt_id)
  if (setup.purpose === 'edit') {
    const reason = setup.failure_code === 'method_refused' ? setup.failure_code : null
    return setup.state === 'done' ? '/user/payment/success/rr' : addressOf('paymentChangeFailed', { reason })
  }
  return setup.state === 'failed' || setup.failure_code ? `/user/payment/failed/rg?attempt=${setup.id}` : null
}

export function setupById({ db }: House, id: string): Promise<Setup | undefined> {
  return db.selectFrom('setup_sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

async function hearOf(house: House, setup: Setup): Promise<void> {
  const { id, account_id: accountId, provider: name, provider_reference } = setup
  const provider = cardProvider(house, name)
  if (!provider || provider_reference === null) return
  const heard = await provider.setupState(provider_reference).catch((error: unknown) => {
    house.log.warn({ err: error, setup: id }, 'a provider could not be asked')
    return { state: 'open' as const }
  })
  if (heard.state === 'open') return
  const charged = await transact(house, async (trx) => {
    // Before the page (decisions/068): what is left may take the place of what a subscription is paid with.
    await lockBuyer(trx, accountId)
    const open = await lockOpen(trx, id)
    if (!open) return null
    const failed = (code: string, words: string) =>
      trx
        .updateTable('setup_sessions')
        .set({ state: 'failed', failure_code: code, failure_text: words.slice(0, 300), embed: null })
        .where('id', '=', id)
        .execute()
    if (heard.state === 'failed') return failed(heard.code, heard.text).then(() => null)
    const methodId = await saveMethod(trx, house, open, heard.method)
    if (methodId === null) return failed('declined', '').then(() => null)
    const { fingerprint = null } = heard.method
    if (await isRefusedInstrument(trx, { provider: name, fingerprint, now: house.now() })) {
      await refuseMethod(trx, methodId)
      return failed('method_refused', '').then(() => null)
    }
    const done = { state: 'done', payment_method_id: methodId, embed: null } as const
    await trx.updateTable('setup_sessions').set(done).where('id', '=', id).execute()
    if (setup.purpose !== 'edit') return null
    const attempts = await replaceMethod(trx, house, accountId, methodId)
    await noteCharge(trx, id, attempts)
    return attempts
  })
  if (charged === null) return
  if (charged.length > 0) return sendAttempts(house, charged)
  // Whoever dies from here on leaves it to the sweep and to the billing run.
  await giveUpReplacedQuestion(house, accountId)
  await sendAttempts(house, await transact(house, (trx) => chargeInstead(trx, house, setup)))
}

/** What was left just now is not accepted; the provider forgets it. */
async function refuseMethod(trx: Transaction<DB>, methodId: number): Promise<void> {
  await trx.updateTable('payment_methods').set({ active: false }).where('id', '=', methodId).execute()
  await addJob(trx, 'forget-method', { methodId })
}

/** The question of the bank about the old payment data is given up: what is overdue is charged by the new ones, once. */
async function chargeInstead(trx: Transaction<DB>, house: House, { id, account_id }: Setup): Promise<string[]> {
  await lockBuyer(trx, account_id)
  await trx.selectFrom('setup_sessions').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const attemptId = await chargeOverdue(trx, house, account_id)
  if (attemptId === null) return []
  await noteCharge(trx, id, [attemptId])
  return [attemptId]
}

async function noteCharge(trx: Transaction<DB>, id: string, [attemptId]: readonly string[]): Promise<void> {
  if (attemptId) await trx.updateTable('setup_sessions').set({ attempt_id: attemptId }).where('id', '=', id).execute()
}

function lockOpen(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('setup_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'open')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** @returns null where the method belongs to somebody else */
async function saveMethod(trx: Transaction<DB>, { now }: House, setup: Setup, left: LeftMethod): Promise<number | null> {
  const { kind, reference, customerReference, brand, masked, country, fingerprint, mandate } = left
  const saved = await trx
    .insertInto('payment_methods')
    .values({
      account_id: setup.account_id,
      provider: setup.provider,
      kind,
      reference,
      customer_reference: customerReference,
      brand,
      masked,
      country: country ?? '',
      fingerprint: fingerprint ?? null,
      ...(mandate && { mandate_reference: mandate.reference, mandate_text: mandate.text, mandated_at: now() }),
      created_at: now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'reference'])
        .doUpdateSet({ active: true })
        .where('payment_methods.account_id', '=', setup.account_id),
    )
    .returning('id')
    .executeTakeFirst()
  return saved?.id ?? null
}

/** Buys the cart with the method that was left; a refusal ends the setup, and the method stays. */
async function buyWith(house: House, { id, account_id: accountId }: Setup): Promise<void> {
  const { db, now } = house
  let attemptId: string | null = null
  try {
    attemptId = await transact(house, async (trx) => {
      await lockBuyer(trx, accountId)
      const setup = await trx
        .selectFrom('setup_sessions')
        .innerJoin('carts', 'carts.id', 'setup_sessions.cart_id')
        .select(['payment_method_id', 'carts.subscription_id'])
        .where('setup_sessions.id', '=', id)
        .where('setup_sessions.attempt_id', 'is', null)
        .where('failure_code', 'is', null)
        .forNoKeyUpdate('setup_sessions')
        .executeTakeFirst()
      if (!setup) return null
      const tariff = setup.subscription_id
      await demandAcceptance(trx, accountId, tariff, now())
      const made = await takeCart(trx, house, { accountId, tariff, methodId: setup.payment_method_id! })
      await trx.updateTable('setup_sessions').set({ attempt_id: made }).where('id', '=', id).execute()
      return made
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = { failure_code: error.code, failure_text: '' }
    await db.updateTable('setup_sessions').set(refused).where('id', '=', id).where('attempt_id', 'is', null).execute()
  }
  if (attemptId) await sendAttempts(house, [attemptId])
}
