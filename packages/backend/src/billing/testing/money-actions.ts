// Every operation that changes money or a subscription, for one account. A test runs any two of them concurrently.
import { randomUUID } from 'node:crypto'
import { ApiError } from '@kiosk/domain/errors'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { REFUND_POLICIES } from '@kiosk/domain/staff/limits'
import { DAY_MS } from '@kiosk/domain/time'
import { sql, type Transaction } from 'kysely'
import { activateAccount, deactivateAccount } from '../../accounts/deactivate-account.ts'
import { eraseAccount } from '../../accounts/erase-account.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { createAccount, signedIn } from '../../accounts/testing/accounts.ts'
import type { Outcome } from '../../adapters/payments/port.ts'
import { type fakeCardProvider, leftMethod, outcome } from '../../adapters/payments/testing/fake-card-provider.ts'
import type { fakeStore } from '../../adapters/payments/testing/fake-store.ts'
import type { fakeWalletProvider } from '../../adapters/payments/testing/fake-wallet-provider.ts'
import { accountReference } from '../../auth/account-reference.ts'
import type { AppContext } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import type { TestApi } from '../../testing/api.ts'
import { giveUpAuthentications, giveUpReplacedAuthentication } from '../charges/give-up-authentications.ts'
import { OPEN } from '../charges/lock-attempts.ts'
import { recoverPayments } from '../charges/recover.ts'
import { sendAttempts } from '../charges/send.ts'
import { settleAttempts } from '../charges/settle.ts'
import { forgetMethod } from '../checkout/forget-method.ts'
import { finishSetup } from '../checkout/setup-session.ts'
import { correctTax } from '../invoices/correct-tax.ts'
import { anonymiseOldInvoices } from '../invoices/retention.ts'
import { acceptWithdrawal } from '../operator-actions/accept-withdrawal.ts'
import { ActionRejected } from '../operator-actions/action-rejected.ts'
import { endForLostDispute, renewAfterWonDispute } from '../operator-actions/decide-dispute.ts'
import { downgrade, takeBackDowngrade } from '../operator-actions/downgrade.ts'
import { endSubscription } from '../operator-actions/end-subscription.ts'
import { extendSubscription, grantGoodwill } from '../operator-actions/grant-days.ts'
import type { Requested } from '../operator-actions/perform.ts'
import { carryOutPlannedEnds, planEnd, takeBackPlannedEnd } from '../operator-actions/plan-end.ts'
import { receiveDispute } from '../operator-actions/receive-dispute.ts'
import { settleTermination } from '../operator-actions/settle-declaration.ts'
import { announcePriceChanges, dateNotice } from '../plans/announce-price-changes.ts'
import { beginCampaign, stopCampaign } from '../plans/price-changes.ts'
import { recordNotice } from '../plans/price-notices.ts'
import { listsOfProviders } from '../reconciliation/find-differences.ts'
import { repairDifferences } from '../reconciliation/repair-differences.ts'
import { refund, refundAgain } from '../refunds/refunds.ts'
import { sendRefunds } from '../refunds/send.ts'
import { prenotifyDebits } from '../renewals/prenotify.ts'
import { remindReaders } from '../renewals/remind-readers.ts'
import { runBilling } from '../renewals/renew.ts'
import { createSubscription } from '../subscriptions/create.ts'
import { followStoreReference } from '../subscriptions/store-subscriptions.ts'
import { assignSuspense, bookSuspense, returnSuspense } from '../suspense/decide.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { SuspenseRejected } from '../suspense/suspense-rejected.ts'
import { mirrorSubscription } from '../wallets/mirror.ts'
import { sweepWallets } from '../wallets/sweep.ts'
import { processEvent } from '../webhooks/provider-events.ts'
import { confirmDeclaration } from '../withdrawals/confirm.ts'

export type Actor = {
  id: number
  email: string
  headers: { cookie: string }
  methodId: number
  /** Payment data pages completed at the provider but not yet processed here. */
  setups: string[]
  /** The wallet's reference of an approved subscription. */
  wallet: string | null
}
export type Providers = {
  psp: ReturnType<typeof fakeCardProvider>
  wallet: ReturnType<typeof fakeWalletProvider>
  store: ReturnType<typeof fakeStore>
}
/** A reader's actions in the store's app, from any process. */
export type StoreDesk = {
  sell(of: { customId: string | null; planId: string; paidUntil: Date }): string | Promise<string>
  expire(reference: string): void | Promise<void>
}
/** One of several servers on the same database. */
export type Server = { api: TestApi; ctx: AppContext }
type MoneyAction = (server: Server, actor: Actor, store: StoreDesk) => Promise<unknown>

let count = 0
const transact = <Result>({ db }: AppContext, work: (trx: Transaction<DB>) => Promise<Result>) => db.transaction().execute(work)
const at = (ctx: AppContext, daysAgo: number): AppContext => {
  const then = new Date(ctx.now().getTime() - daysAgo * DAY_MS)
  return { ...ctx, now: () => then }
}

// Situations

async function begin({ ctx }: Server): Promise<Actor> {
  const { id, email } = await createAccount(ctx.db, { verified_at: ctx.now() })
  const headers = await signedIn(ctx.db, { id })
  const methodId = await addMethod(ctx, id, 'card-succeeded')
  await ctx.db
    .insertInto('withdrawal_acceptances')
    .values(
      [2, 10].map((plan_id) => ({
        account_id: id,
        plan_id,
        wording_version: ACCEPTANCE_VERSIONS['given-up'],
        policy: 'given-up',
        wording: '',
        language: 'de',
        at: ctx.now(),
      })),
    )
    .execute()
  return { id, email, headers, methodId, setups: [], wallet: null }
}

async function addMethod(ctx: AppContext, accountId: number, behaviour: string, kind: 'CC' | 'DD' = 'CC'): Promise<number> {
  const { id } = await ctx.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind, reference: `${behaviour}-${++count}`, country: 'AT' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function bought(
  server: Server,
  actor: Actor,
  options: { plan: number; daysAgo: number; behaviour?: string; voucher?: string },
) {
  const ctx = at(server.ctx, options.daysAgo)
  const methodId = options.behaviour
    ? await addMethod(ctx, actor.id, options.behaviour, options.behaviour.startsWith('debit') ? 'DD' : 'CC')
    : actor.methodId
  const purchase = { accountId: actor.id, plan: options.plan, methodId, voucherCode: options.voucher ?? null }
  const attemptId = await transact(ctx, (trx) => createSubscription(trx, ctx, purchase))
  await sendAttempts(ctx, [attemptId])
  return attemptId
}

async function addSetup(server: Server, actor: Actor, { psp }: Providers, purpose: 'registration' | 'edit'): Promise<void> {
  const { db, now } = server.ctx
  const id = randomUUID()
  const cart =
    purpose === 'edit'
      ? null
      : await db
          .selectFrom('carts')
          .select('id')
          .where('account_id', '=', actor.id)
          .where('state', '=', 'open')
          .executeTakeFirst()
  await db
    .insertInto('setup_sessions')
    .values({
      id,
      account_id: actor.id,
      provider: 'sandbox',
      purpose,
      cart_id: cart?.id ?? null,
      provider_reference: id,
      created_at: now(),
    })
    .execute()
  psp.finishSetup(id, { state: 'done', method: leftMethod({ reference: `card-succeeded-${++count}` }) })
  actor.setups.push(id)
}

async function openCart({ ctx }: Server, actor: Actor, plan: number, voucher: string | null = null): Promise<void> {
  await ctx.db
    .insertInto('carts')
    .values({
      account_id: actor.id,
      plan_id: plan,
      voucher_code: voucher,
      network_country: 'AT',
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .execute()
}

/** States of an account in which operations run. Each has an abandoned payment data page. */
export const SITUATIONS: Record<string, (server: Server, providers: Providers) => Promise<Actor>> = {
  async 'is about to buy'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 2, 'THREE')
    await addSetup(server, actor, providers, 'registration')
    return actor
  },
  async 'must authenticate a purchase'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 2, 'TWO')
    await addSetup(server, actor, providers, 'registration')
    await server.ctx.db
      .updateTable('payment_methods')
      .set({ reference: `card-action-${++count}` })
      .where('id', '=', actor.methodId)
      .execute()
    await server.api.ask('psp/purchaseCart', { form: { subscription: '2' }, headers: actor.headers })
    return actor
  },
  async 'has a renewal due'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 30.5, voucher: 'TWO' })
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'is past due'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 31 })
    providers.psp.behave(await referenceOf(server, actor.methodId), 'declined')
    await runBilling(at(server.ctx, 1))
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'must authenticate a renewal'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 31 })
    providers.psp.behave(await referenceOf(server, actor.methodId), 'needs-customer')
    await runBilling(at(server.ctx, 1))
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'was notified of a new price'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 10 })
    await announceNewPrice(server.ctx, actor.id)
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'has an unreported dispute'(server, providers) {
    const actor = await begin(server)
    providers.psp.becomes(await bought(server, actor, { plan: 2, daysAgo: 10 }), 'returned')
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'has won a dispute'(server, providers) {
    const actor = await begin(server)
    const attemptId = await bought(server, actor, { plan: 2, daysAgo: 10 })
    for (const state of ['returned', 'reinstated'] as const)
      await settleAttempts(server.ctx, [{ attemptId, outcome: providers.psp.becomes(attemptId, state) }])
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'has a debit under way'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 2, behaviour: 'debit-processing' })
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'is upgrading'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 10, daysAgo: 10 })
    await openCart(server, actor, 2, 'THREE')
    await addSetup(server, actor, providers, 'registration')
    await server.ctx.db
      .updateTable('payment_methods')
      .set({ reference: `card-action-${++count}` })
      .where('id', '=', actor.methodId)
      .execute()
    await server.api.ask('psp/purchaseCart', { form: { subscription: '2' }, headers: actor.headers })
    return actor
  },
  async 'may upgrade'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 10, daysAgo: 10 })
    await openCart(server, actor, 2)
    await addSetup(server, actor, providers, 'registration')
    return actor
  },
  async 'gets money back'(server, providers) {
    const actor = await begin(server)
    const attemptId = await bought(server, actor, { plan: 2, daysAgo: 5 })
    for (const amount of [500, 300]) {
      const options = { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }
      await transact(server.ctx, (trx) => refund(trx, server.ctx, options))
    }
    await sql`update refunds set state = 'sent', sent_at = ${server.ctx.now()} where attempt_id = ${attemptId}`.execute(
      server.ctx.db,
    )
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'waits to confirm a withdrawal'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 5 })
    await server.ctx.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', actor.id).execute()
    await server.api.ask('contract/withdraw', { form: { name: 'Mira Holm', contract: '', email: actor.email } })
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'pays by wallet'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 10)
    actor.wallet = await approve(server, actor, providers, 10)
    providers.wallet.charge(actor.wallet, 999, at(server.ctx, 3).now())
    await bind(server, actor, 10)
    await openCart(server, actor, 2)
    actor.wallet = await approve(server, actor, providers, 2)
    providers.wallet.charge(actor.wallet, 1999, server.ctx.now())
    await server.api.ask('paypal/subscription/log', {
      form: { subscription: '2', paypalsubscription: actor.wallet },
      headers: actor.headers,
    })
    return actor
  },
}

/** Approves our offer at the wallet. @returns the wallet's reference of the subscription */
async function approve(server: Server, { headers }: Actor, { wallet }: Providers, plan: number): Promise<string> {
  const answer = await server.api.ask(`paypal/subscription/validation/${plan}`, { headers })
  const { customId = null } = (await answer.json()) as { customId?: string }
  return wallet.approve({ customId, planId: `plan-${plan}` })
}

const bind = ({ api }: Server, { headers, wallet }: Actor, plan: number) =>
  api.ask('paypal/subscription', {
    form: { subscription: String(plan), paypalsubscription: wallet ?? 'I-UNKNOWN', paypalorder: 'O-1' },
    headers,
  })

async function referenceOf({ ctx }: Server, methodId: number): Promise<string> {
  const found = await ctx.db
    .selectFrom('payment_methods')
    .select('reference')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow()
  return found.reference
}

function attemptsOf({ ctx }: Server, { id }: Pick<Actor, 'id'>) {
  return ctx.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription_id')
    .select(['a.id', 'a.state', 'a.amount', 's.id as subscription'])
    .where('s.account_id', '=', id)
    .orderBy('a.created_at', 'desc')
    .execute()
}

const settles =
  (state: Outcome['state'], isFor: (attempt: { state: string }) => boolean): MoneyAction =>
  async (server, actor) => {
    const found = (await attemptsOf(server, actor)).filter(isFor)
    await settleAttempts(
      server.ctx,
      found.map(({ id }) => ({ attemptId: id, outcome: outcome(state, id) })),
    )
  }
const isOpen = ({ state }: { state: string }) => OPEN.includes(state)

async function refundsOf(server: Server, actor: Actor): Promise<string[]> {
  const ids = (await attemptsOf(server, actor)).map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await server.ctx.db.selectFrom('refunds').select('id').where('attempt_id', 'in', ids).execute()
  return found.map(({ id }) => id)
}

const settlesRefund =
  (state: 'succeeded' | 'failed'): MoneyAction =>
  async (server, actor) => {
    for (const refundId of await refundsOf(server, actor))
      await processEvent(server.ctx, {
        provider: 'sandbox',
        id: randomUUID(),
        kind: `refund.${state}`,
        about: { what: 'refund', refundId, state },
      })
  }

const finishes: MoneyAction = async ({ ctx }, { setups }) => {
  for (const id of setups) await finishSetup(ctx, id)
}

const holdingAccount =
  (
    work: (
      trx: Transaction<DB>,
      ctx: AppContext,
      account: NonNullable<Awaited<ReturnType<typeof lockAccount>>>,
    ) => Promise<unknown>,
  ): MoneyAction =>
  ({ ctx }, { id }) =>
    transact(ctx, async (trx) => {
      const account = await lockAccount(trx, id)
      if (account) await work(trx, ctx, account)
    })

/** Returns an operator action on the last subscription of an account. */
const operating =
  (perform: (ctx: AppContext, requested: Requested) => Promise<unknown>): MoneyAction =>
  async ({ ctx }, { id }) => {
    const found = await ctx.db
      .selectFrom('subscriptions')
      .select('id')
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!found) return
    const requested = { actId: randomUUID(), subscription: found.id, actor: 'anna', why: 'ticket 7' }
    await perform(ctx, requested).catch(ignoreActionRejection)
  }
function ignoreActionRejection(error: unknown): void {
  if (!(error instanceof ActionRejected)) throw error
}
const anyRefund = () => REFUND_POLICIES[Math.floor(Math.random() * REFUND_POLICIES.length)]!

/** Puts money without an owner into suspense. @returns id of its row */
async function suspend(ctx: AppContext, { kind = 'charge' as 'charge' | 'refund', amount = 1999 } = {}): Promise<number> {
  const moved = { reference: `of nobody ${randomUUID()}`, amount, currency: 'EUR', at: ctx.now(), reason: 'unknown' as const }
  return (await transact(ctx, (trx) => recordSuspense(trx, ctx, { provider: 'sandbox', kind, ...moved }))).id
}
function ignoreSuspenseRejection(error: unknown): void {
  if (!(error instanceof SuspenseRejected)) throw error
}

export const MONEY_ACTIONS: Record<string, MoneyAction> = {
  buy: ({ api }, { headers }) => api.ask('psp/purchaseCart', { form: { subscription: '2' }, headers }),
  'post a purchase of the store': async ({ api, ctx }, { id, headers }, store) => {
    const paidUntil = new Date(ctx.now().getTime() + 30 * DAY_MS)
    const purchasetoken = await store.sell({ customId: await accountReference(id, ctx), planId: 'plan-2', paidUntil })
    await api.ask('inAppPurchase/google_subscription', { form: { subscription: '2', purchasetoken }, headers })
    await store.expire(purchasetoken)
    await followStoreReference(ctx, purchasetoken)
  },
  'correct the tax': async ({ ctx }, { id }) => {
    const rate = { country: 'AT', valid_from: '2026-01-01', rate: 1000 + 100 * (++count % 5) }
    await ctx.db
      .insertInto('tax_rates')
      .values(rate)
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate: rate.rate }))
      .execute()
    const invoices = await ctx.db.selectFrom('invoices').select('id').where('account_id', '=', id).orderBy('id').execute()
    for (const invoice of invoices) await correctTax(ctx, invoice.id)
  },
  'open a cart': ({ api }, { headers }) => api.ask('payment/shoppingcart2/new/2', { headers }),
  'put a voucher in': ({ api }, { headers }) =>
    api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher: 'TWO' }, headers }),
  'come back from the provider': ({ api }, { setups }) => api.ask(`psp/return/${setups[0] ?? randomUUID()}`),
  'receive a page for payment data': finishes,
  'receive a success': settles('succeeded', isOpen),
  'receive a decline': settles('declined', isOpen),
  'receive a debit': settles('processing', isOpen),
  'receive a request for authentication': settles('needs-customer', isOpen),
  'answer the bank': async ({ api }, { id, headers }) => {
    const waiting = (await attemptsOf({ api, ctx: api.ctx }, { id })).find(({ state }) => state === 'action')
    return api.ask('payment/question', { form: { attempt: waiting?.id ?? randomUUID() }, headers })
  },
  'give authentications up': async (server, actor) => {
    await giveUpReplacedAuthentication(server.ctx, actor.id)
    await giveUpAuthentications(server.ctx)
  },
  'remind of what is unpaid': ({ ctx }) => remindReaders({ ...ctx, now: () => new Date(ctx.now().getTime() + 2 * DAY_MS) }),
  dispute: settles('returned', ({ state }) => state === 'succeeded'),
  'receive a won dispute': settles('reinstated', ({ state }) => state === 'succeeded'),
  'book money in suspense': async ({ ctx }, { id }) => {
    const contract = await ctx.db
      .selectFrom('subscriptions')
      .select('id')
      .where('account_id', '=', id)
      .orderBy('id')
      .executeTakeFirst()
    const suspended = await suspend(ctx)
    if (!contract) return
    const [subscription, decision] = [contract.id, { actor: 'anna', why: 'ticket 8' }]
    await assignSuspense(ctx, suspended, subscription, decision).catch(ignoreSuspenseRejection)
    await bookSuspense(ctx, suspended, { to: 'contract', subscription }, decision).catch(ignoreSuspenseRejection)
  },
  'book a refund in suspense': async (server, actor) => {
    const paid = (await attemptsOf(server, actor)).find(({ state }) => state === 'succeeded')
    const suspended = await suspend(server.ctx, { kind: 'refund', amount: -100 })
    const target = paid ? ({ to: 'payment', attemptId: paid.id } as const) : ({ to: 'loss' } as const)
    await bookSuspense(server.ctx, suspended, target, { actor: 'anna', why: 'ticket 9' }).catch(ignoreSuspenseRejection)
  },
  'send money in suspense back': async ({ ctx }) => {
    await returnSuspense(ctx, await suspend(ctx), { actor: 'anna', why: 'ticket 10' })
  },
  reconcile: async ({ ctx }) => {
    for (const lists of listsOfProviders(ctx, ctx.payments)) {
      const to = new Date(ctx.now().getTime() + DAY_MS)
      await repairDifferences(ctx, lists, { from: new Date(ctx.now().getTime() - DAY_MS), to })
    }
  },
  'receive a refund': settlesRefund('succeeded'),
  'receive a refund that failed': settlesRefund('failed'),
  'receive a cancelled mandate': async (server, { methodId }) =>
    processEvent(server.ctx, {
      provider: 'sandbox',
      id: randomUUID(),
      kind: 'mandate.cancelled',
      about: { what: 'mandate-cancelled', methodReference: await referenceOf(server, methodId) },
    }),
  renew: ({ ctx }) => runBilling(ctx),
  recover: ({ ctx }) => recoverPayments(ctx),
  announce: ({ ctx }) => prenotifyDebits(ctx),
  refund: async (server, actor) => {
    const paid = (await attemptsOf(server, actor)).find(({ state }) => state === 'succeeded')
    if (!paid) return
    const options = { attemptId: paid.id, amount: 100, reason: 'goodwill', text: 'Kulanz' }
    await transact(server.ctx, (trx) => refund(trx, server.ctx, options))
  },
  'refund again': async (server, actor) => {
    for (const id of await refundsOf(server, actor))
      await transact(server.ctx, (trx) => refundAgain(trx, server.ctx, id)).catch(ignoreRejection)
  },
  'send refunds': ({ ctx }) => sendRefunds(ctx),
  cancel: ({ api }, { headers }) => api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers }),
  resume: ({ api }, { headers }) => api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'true' }, headers }),
  'cancel without a login': ({ api }, { email }) =>
    api.ask('contract/cancel', { form: { name: 'Mira Holm', contract: '', email } }),
  'withdraw signed in': ({ api }, { email, headers }) =>
    api.ask('contract/withdraw', { form: { name: 'Mira Holm', contract: '', email }, headers }),
  'confirm a declaration': async ({ ctx }, { id }) => {
    const found = await ctx.db.selectFrom('termination_declarations').select('id').where('account_id', '=', id).execute()
    for (const each of found) await transact(ctx, (trx) => confirmDeclaration(trx, ctx, each.id, 'operator'))
  },
  deactivate: ({ ctx }, { id }) => transact(ctx, (trx) => deactivateAccount(trx, id, ctx.now())),
  activate: ({ ctx }, { id }) => transact(ctx, (trx) => activateAccount(trx, id)),
  erase: holdingAccount((trx, ctx, account) => eraseAccount(trx, account, ctx)),
  'forget payment data': async ({ ctx }, { id }) => {
    const methods = await ctx.db.selectFrom('payment_methods').select('id').where('account_id', '=', id).execute()
    for (const { id: methodId } of methods) await forgetMethod({ methodId }, ctx)
  },
  'forget old buyers': ({ ctx }) => anonymiseOldInvoices(ctx),
  'bind a wallet': (server, actor) => bind(server, actor, 2),
  'mirror a wallet': async ({ ctx }, { id }) => {
    const found = await ctx.db.selectFrom('subscriptions').select('id').where('account_id', '=', id).execute()
    for (const each of found) await mirrorSubscription(ctx, each.id)
  },
  'end by the operator': operating((ctx, requested) => endSubscription(ctx, { ...requested, refund: anyRefund() })),
  'plan an end': operating((ctx, requested) => {
    const endsAt = new Date(ctx.now().getTime() + (Math.random() - 0.5) * DAY_MS)
    return planEnd(ctx, { ...requested, refund: anyRefund(), endsAt })
  }),
  'take back a planned end': operating(takeBackPlannedEnd),
  'accept a withdrawal': async ({ ctx }, { id }) => {
    const found = await ctx.db.selectFrom('termination_declarations').select('id').where('account_id', '=', id).execute()
    for (const { id: termination } of found) {
      const requested = { actId: randomUUID(), actor: 'anna', why: 'ticket 7' }
      await acceptWithdrawal(ctx, { ...requested, exit: termination, refund: 'pro-rata' }).catch(ignoreActionRejection)
    }
  },
  'settle a declaration': async ({ ctx }, { id }) => {
    const found = await ctx.db.selectFrom('termination_declarations').select('id').where('account_id', '=', id).execute()
    for (const { id: termination } of found)
      await settleTermination(ctx, { exit: termination, goesOn: { actor: 'anna', why: 'ticket 7' } }).catch(ignoreActionRejection)
  },
  'extend by the operator': operating((ctx, requested) => extendSubscription(ctx, { ...requested, days: 3 })),
  'grant goodwill': operating((ctx, requested) => grantGoodwill(ctx, { ...requested, days: 3, because: 'outage' })),
  'move down': operating(downgrade),
  'take back a move down': operating(takeBackDowngrade),
  'receive a dispute': operating(receiveDispute),
  'end for a lost dispute': operating(endForLostDispute),
  'renew after a won dispute': operating(renewAfterWonDispute),
  'carry out planned ends': ({ ctx }) => carryOutPlannedEnds(ctx),
  'begin a campaign': async ({ ctx }) => {
    await beginCampaign(ctx, { plan: 2, price: 1899, fromDay: '2026-03-10', kind: 'lower' })
    await announcePriceChanges(ctx)
  },
  'tell a new price': ({ ctx }, { id }) => announceNewPrice(ctx, id),
  'agree to a new price': ({ api }, { headers }) => api.ask('billing/pricechange', { form: { decision: 'agree' }, headers }),
  'cancel for a new price': ({ api }, { headers }) => api.ask('billing/pricechange', { form: { decision: 'cancel' }, headers }),
  'stop campaigns': async ({ ctx }) => {
    const open = await ctx.db.selectFrom('price_campaigns').select('id').where('stopped_at', 'is', null).execute()
    for (const { id } of open) await stopCampaign(ctx, id)
  },
  'sweep wallets': ({ ctx }) => sweepWallets(ctx),
  'cancel a wallet': ({ api }, { headers }) => api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers }),
}

async function announceNewPrice(ctx: AppContext, accountId: number): Promise<void> {
  const campaign = { plan_id: 2, price: 2499, from_day: '2026-03-10', rule: 'consent', without_consent: 'keep' }
  await ctx.db
    .insertInto('price_campaigns')
    .values({ ...campaign, created_at: ctx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await announcePriceChanges(ctx)
  for (const notice of await noticesOf(ctx, accountId)) if (await dateNotice(ctx, notice)) await recordNotice(ctx, notice)
}

async function noticesOf({ db }: AppContext, accountId: number): Promise<number[]> {
  const found = await db
    .selectFrom('price_notices as n')
    .innerJoin('subscriptions as s', 's.id', 'n.subscription_id')
    .select('n.id')
    .where('s.account_id', '=', accountId)
    .execute()
  return found.map(({ id }) => id)
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
