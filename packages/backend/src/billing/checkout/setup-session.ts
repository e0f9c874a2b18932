import { randomUUID } from 'node:crypto'
import { apiAddress } from '@kiosk/contract/route'
import { providerReturn } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { ApiError } from '@kiosk/domain/errors'
import type { Language } from '@kiosk/domain/locale'
import { regionById } from '@kiosk/domain/regions'
import type { Selectable, Transaction } from 'kysely'
import type { LeftMethod } from '../../adapters/payments/port.ts'
import type { AppContext, BillingContext } from '../../context.ts'
import type { DB, SetupSessions } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import type { RequestContext } from '../../http/handler.ts'
import { TryLater } from '../../http/try-later.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { chargeOverdue } from '../charges/charge-overdue.ts'
import { giveUpReplacedAuthentication } from '../charges/give-up-authentications.ts'
import { sendAttempts } from '../charges/send.ts'
import { lockBuyer } from '../locks.ts'
import { cardProvider } from '../provider-calls.ts'
import { requireAcceptance } from './acceptance.ts'
import { cardKinds } from './carts.ts'
import { limitPaymentPages, uncountPaymentPage } from './payment-limits.ts'
import { isRejectedInstrument } from './rejected-instruments.ts'
import { replaceMethod } from './replace-method.ts'
import { resultPathOfAttempt, takeCart } from './take-cart.ts'

export type Setup = Selectable<SetupSessions>

/**
 * Opens a provider page that saves payment data: for a cart, or to replace existing ones.
 * @param kind the only kind to collect, if the market has it; default: every kind of the market
 * @returns path of our page that shows it (ADR-0173)
 * @throws ApiError unavailable, too_many_requests
 */
export async function openSetup(
  call: RequestContext,
  purpose: 'registration' | 'edit',
  cartId: number | null,
  kind?: 'CC' | 'DD',
): Promise<string> {
  const { ctx, session, language } = call
  const { db, payments, publicUrl, operator, now, log } = ctx
  const account = session.account!
  if (!payments.card) throw new ApiError('unavailable')
  await limitPaymentPages(call)
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
  const kinds = cardKinds(operator, regionById(account.region_id)?.country ?? '')
  const row = { id, account_id: account.id, provider: payments.card.name, purpose, cart_id: cartId, created_at: now() }
  // Saved before the provider is called, so that its webhooks find the row.
  await db.insertInto('setup_sessions').values(row).execute()
  try {
    const opened = await payments.card.openSetup({
      setupId: id,
      customerReference: before?.customer_reference ?? null,
      email: account.email,
      kinds: kind && kinds.includes(kind) ? [kind] : kinds,
      language: language as Language,
      returnUrl: publicUrl + apiAddress(providerReturn, { session: id }) + (kind ? `?kind=${kind}` : ''),
      creditor: operator.company.name,
    })
    const { reference, url, embed } = opened
    await db
      .updateTable('setup_sessions')
      .set({ provider_reference: reference, url, embed: embed && JSON.stringify(embed) })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    log.error({ event: 'setup.page-not-opened', err: error, setup: id }, 'payment page of the provider could not be opened')
    await db.deleteFrom('setup_sessions').where('id', '=', id).execute()
    await uncountPaymentPage(call)
    throw new TryLater()
  }
  return `/user/payment/frame/${id}`
}

/**
 * Advances a payment setup to the provider's state: saves the method once, and buys the cart with it once, or replaces the old
 * method. Called by webhook, return and polling.
 * @param mayAsk whether the provider may be polled now; called only for an open setup. Default: yes
 * @returns the current setup; undefined = there is none
 */
export async function finishSetup(
  ctx: AppContext,
  id: string,
  mayAsk: () => Promise<boolean> = async () => true,
): Promise<Setup | undefined> {
  const setup = await setupById(ctx, id)
  if (!setup) return undefined
  if (setup.state === 'open' && (await mayAsk())) await reportOn(ctx, setup)
  const current = await setupById(ctx, id)
  // The account was erased in the meantime.
  if (!current) return undefined
  const isBought = current.attempt_id !== null || current.failure_code !== null
  if (current.state !== 'done' || current.purpose !== 'registration' || isBought) return current
  await buyWith(ctx, current)
  return setupById(ctx, id)
}

/** Returns the path of our page for the result of a setup; null while there is none. `kind`: what the page asked for. */
export async function resultPathOfSetup(
  ctx: Pick<AppContext, 'db'>,
  setup: Setup,
  kind: 'CC' | 'DD' | null = null,
): Promise<string | null> {
  if (setup.state === 'open') return null
  // New payment data for an overdue subscription are charged at once, and the page shows the result of that charge.
  if (setup.attempt_id) return resultPathOfAttempt(ctx, setup.attempt_id)
  if (setup.purpose === 'edit') {
    const reason = setup.failure_code === 'method_refused' ? setup.failure_code : null
    return setup.state === 'done' ? addressOf('paymentChanged') : addressOf('paymentChangeFailed', { reason })
  }
  return setup.state === 'failed' || setup.failure_code ? addressOf('paymentFailed', { attempt: setup.id, way: kind }) : null
}

export function setupById({ db }: Pick<AppContext, 'db'>, id: string): Promise<Setup | undefined> {
  return db.selectFrom('setup_sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

async function reportOn(ctx: BillingContext, setup: Setup): Promise<void> {
  const { id, account_id: accountId, provider: name, provider_reference } = setup
  const provider = cardProvider(ctx, name)
  if (!provider || provider_reference === null) return
  const current = await provider.setupState(provider_reference).catch((error: unknown) => {
    ctx.log.warn({ event: 'setup.provider-unreachable', err: error, setup: id }, 'provider could not be reached')
    return { state: 'open' as const }
  })
  if (current.state === 'open') return
  const charged = await transact(ctx, async (trx) => {
    // Locked before the setup (ADR-0068), because the new method may replace the one of a subscription.
    await lockBuyer(trx, accountId)
    const open = await lockOpen(trx, id)
    if (!open) return null
    const failed = (code: string, words: string) =>
      trx
        .updateTable('setup_sessions')
        .set({ state: 'failed', failure_code: code, failure_text: words.slice(0, 300), embed: null })
        .where('id', '=', id)
        .execute()
    if (current.state === 'failed') return failed(current.code, current.text).then(() => null)
    const methodId = await saveMethod(trx, ctx, open, current.method)
    if (methodId === null) return failed('declined', '').then(() => null)
    const { fingerprint = null } = current.method
    if (await isRejectedInstrument(trx, { provider: name, fingerprint, now: ctx.now() })) {
      await rejectMethod(trx, methodId)
      return failed('method_refused', '').then(() => null)
    }
    const done = { state: 'done', payment_method_id: methodId, embed: null } as const
    await trx.updateTable('setup_sessions').set(done).where('id', '=', id).execute()
    if (setup.purpose !== 'edit') return null
    const attempts = await replaceMethod(trx, ctx, accountId, methodId)
    await noteCharge(trx, id, attempts)
    return attempts
  })
  if (charged === null) return
  if (charged.length > 0) return sendAttempts(ctx, charged)
  // After a crash here, the sweep and the billing run do the rest.
  await giveUpReplacedAuthentication(ctx, accountId)
  await sendAttempts(ctx, await transact(ctx, (trx) => chargeInstead(trx, ctx, setup)))
}

/** Rejects the method that was just saved; a job deletes it at the provider. */
async function rejectMethod(trx: Transaction<DB>, methodId: number): Promise<void> {
  await trx.updateTable('payment_methods').set({ active: false }).where('id', '=', methodId).execute()
  await enqueue(trx, 'forget-method', { methodId })
}

/** Creates the charge of the overdue amount with the new payment data, once the old bank authentication is given up. */
async function chargeInstead(trx: Transaction<DB>, ctx: Pick<AppContext, 'now'>, { id, account_id }: Setup): Promise<string[]> {
  await lockBuyer(trx, account_id)
  await trx.selectFrom('setup_sessions').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const attemptId = await chargeOverdue(trx, ctx, account_id)
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

/** Saves a payment method and returns its id; null if it belongs to another account. */
async function saveMethod(
  trx: Transaction<DB>,
  { now }: Pick<AppContext, 'now'>,
  setup: Setup,
  left: LeftMethod,
): Promise<number | null> {
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

/** Buys the cart with the saved method. A rejection ends the setup; the method stays saved. */
async function buyWith(ctx: AppContext, { id, account_id: accountId }: Setup): Promise<void> {
  const { db, now } = ctx
  let attemptId: string | null = null
  try {
    attemptId = await transact(ctx, async (trx) => {
      await lockBuyer(trx, accountId)
      const setup = await trx
        .selectFrom('setup_sessions')
        .innerJoin('carts', 'carts.id', 'setup_sessions.cart_id')
        .select(['payment_method_id', 'carts.plan_id'])
        .where('setup_sessions.id', '=', id)
        .where('setup_sessions.attempt_id', 'is', null)
        .where('failure_code', 'is', null)
        .forNoKeyUpdate('setup_sessions')
        .executeTakeFirst()
      if (!setup) return null
      const plan = setup.plan_id
      const { shownTotal } = await requireAcceptance(trx, accountId, plan, now())
      const made = await takeCart(trx, ctx, { accountId, plan, methodId: setup.payment_method_id!, shownTotal })
      await trx.updateTable('setup_sessions').set({ attempt_id: made }).where('id', '=', id).execute()
      return made
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const rejected = { failure_code: error.code, failure_text: '' }
    await db.updateTable('setup_sessions').set(rejected).where('id', '=', id).where('attempt_id', 'is', null).execute()
  }
  if (attemptId) await sendAttempts(ctx, [attemptId])
}
