// Everything that changes money or a subscription, as acts on one account: a test runs any two of them at the same time.
import { randomUUID } from 'node:crypto'
import { Refusal } from '@kiosk/domain/errors'
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/terms'
import { sql, type Transaction } from 'kysely'
import { accountReference } from '../accounts/account-reference.ts'
import { buildAccount, signedIn } from '../accounts/build-account.ts'
import { activateAccount, deactivateAccount } from '../accounts/deactivate-account.ts'
import { eraseAccount } from '../accounts/erase-account.ts'
import { lockAccount } from '../accounts/queries.ts'
import type { DB } from '../database/schema.ts'
import type { House } from '../house.ts'
import type { Outcome } from '../outside/payments/port.ts'
import { leftMethod, outcome, type pretendCardProvider } from '../outside/payments/pretend-card-provider.ts'
import type { pretendStore } from '../outside/payments/pretend-store.ts'
import type { pretendWalletProvider } from '../outside/payments/pretend-wallet-provider.ts'
import type { TestApi } from '../test-api.ts'
import { announceDebits } from './announce-debits.ts'
import { buy } from './buy.ts'
import { confirmDeclaration } from './confirm-exit.ts'
import { acceptWithdrawal } from './contract-acts/accept-withdrawal.ts'
import { ActRefused } from './contract-acts/act-refused.ts'
import { endForLostDispute, renewAfterWonDispute } from './contract-acts/decide-dispute.ts'
import { endContract } from './contract-acts/end-contract.ts'
import { extendContract, grantGoodwill } from './contract-acts/grant-days.ts'
import { moveDown, takeBackMoveDown } from './contract-acts/move-down.ts'
import { type Asked, REFUND_POLICIES } from './contract-acts/perform-act.ts'
import { carryOutPlannedEnds, planEnd, takeBackPlannedEnd } from './contract-acts/planned-ends.ts'
import { settleExit } from './contract-acts/settle-exit.ts'
import { correctTax } from './correct-tax.ts'
import { assignSuspense, bookSuspense, returnSuspense } from './decide-suspense.ts'
import { listsOfProviders } from './find-differences.ts'
import { forgetMethod } from './forget-buyer.ts'
import { forgetOldBuyers } from './forget-old-buyers.ts'
import { giveUpQuestions, giveUpReplacedQuestion } from './give-up-questions.ts'
import { mirrorContract } from './mirror-wallet.ts'
import { stopCampaign } from './price-campaigns.ts'
import { noteTold } from './price-notices.ts'
import { workOnEvent } from './provider-events.ts'
import { recoverPayments } from './recover.ts'
import { refund, refundAgain, sendRefunds } from './refunds.ts'
import { remindReaders } from './remind-readers.ts'
import { runBilling } from './renew.ts'
import { repairDifferences } from './repair-differences.ts'
import { sendAttempts } from './send-attempts.ts'
import { settleAttempts } from './settle-attempts.ts'
import { finishSetup } from './setups.ts'
import { followStoreReference } from './store-subscriptions.ts'
import { recordSuspense } from './suspense.ts'
import { SuspenseRejected } from './suspense-rejected.ts'
import { sweepWallets } from './sweep-wallets.ts'
import { dateNotice, tellPrices } from './tell-prices.ts'

const DAY_MS = 86_400_000

export type Actor = {
  id: number
  email: string
  headers: { cookie: string }
  methodId: number
  /** Page for payment data that is done at the provider and not yet finished here. */
  setups: string[]
  /** The wallet's name of an approved subscription. */
  wallet: string | null
}
export type Providers = {
  psp: ReturnType<typeof pretendCardProvider>
  wallet: ReturnType<typeof pretendWalletProvider>
  store: ReturnType<typeof pretendStore>
}
/** One of several servers on the same database. */
export type Server = { api: TestApi; house: House }
type Act = (server: Server, actor: Actor, providers: Providers) => Promise<unknown>

let count = 0
const transact = <Result>({ db }: House, work: (trx: Transaction<DB>) => Promise<Result>) => db.transaction().execute(work)
const at = (house: House, daysAgo: number): House => {
  const then = new Date(house.now().getTime() - daysAgo * DAY_MS)
  return { ...house, now: () => then }
}

// Situations

async function begin({ house }: Server): Promise<Actor> {
  const { id, email } = await buildAccount(house.db, { verified_at: house.now() })
  const headers = await signedIn(house.db, { id })
  const methodId = await addMethod(house, id, 'card-succeeded')
  await house.db
    .insertInto('withdrawal_acceptances')
    .values(
      [2, 10].map((subscription_id) => ({
        account_id: id,
        subscription_id,
        wording_version: ACCEPTANCE_VERSIONS['given-up'],
        policy: 'given-up',
        wording: '',
        language: 'de',
        at: house.now(),
      })),
    )
    .execute()
  return { id, email, headers, methodId, setups: [], wallet: null }
}

async function addMethod(house: House, accountId: number, behaviour: string, kind: 'CC' | 'DD' = 'CC'): Promise<number> {
  const { id } = await house.db
    .insertInto('payment_methods')
    .values({ account_id: accountId, provider: 'sandbox', kind, reference: `${behaviour}-${++count}`, country: 'AT' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function bought(
  server: Server,
  actor: Actor,
  given: { plan: number; daysAgo: number; behaviour?: string; voucher?: string },
) {
  const house = at(server.house, given.daysAgo)
  const methodId = given.behaviour
    ? await addMethod(house, actor.id, given.behaviour, given.behaviour.startsWith('debit') ? 'DD' : 'CC')
    : actor.methodId
  const purchase = { accountId: actor.id, tariff: given.plan, methodId, voucherCode: given.voucher ?? null }
  const attemptId = await transact(house, (trx) => buy(trx, house, purchase))
  await sendAttempts(house, [attemptId])
  return attemptId
}

async function addSetup(server: Server, actor: Actor, { psp }: Providers, purpose: 'registration' | 'edit'): Promise<void> {
  const { db, now } = server.house
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

async function openCart({ house }: Server, actor: Actor, plan: number, voucher: string | null = null): Promise<void> {
  await house.db
    .insertInto('carts')
    .values({
      account_id: actor.id,
      subscription_id: plan,
      voucher_code: voucher,
      network_country: 'AT',
      created_at: house.now(),
      updated_at: house.now(),
    })
    .execute()
}

/** What an account may be in the middle of. Every one of them has a page for payment data that was left. */
export const SITUATIONS: Record<string, (server: Server, providers: Providers) => Promise<Actor>> = {
  async 'is about to buy'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 2, 'THREE')
    await addSetup(server, actor, providers, 'registration')
    return actor
  },
  async 'is asked by the bank about a purchase'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 2, 'TWO')
    await addSetup(server, actor, providers, 'registration')
    await server.house.db
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
    await runBilling(at(server.house, 1))
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'is asked by the bank about a renewal'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 31 })
    providers.psp.behave(await referenceOf(server, actor.methodId), 'needs-customer')
    await runBilling(at(server.house, 1))
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
    await server.house.db
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
      const given = { attemptId, amount, reason: 'goodwill', text: 'Kulanz' }
      await transact(server.house, (trx) => refund(trx, server.house, given))
    }
    await sql`update refunds set state = 'sent', sent_at = ${server.house.now()} where attempt_id = ${attemptId}`.execute(
      server.house.db,
    )
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'waits to confirm a withdrawal'(server, providers) {
    const actor = await begin(server)
    await bought(server, actor, { plan: 2, daysAgo: 5 })
    await server.house.db.deleteFrom('withdrawal_acceptances').where('account_id', '=', actor.id).execute()
    await server.api.ask('contract/withdraw', { form: { name: 'Mira Holm', contract: '', email: actor.email } })
    await addSetup(server, actor, providers, 'edit')
    return actor
  },
  async 'pays by wallet'(server, providers) {
    const actor = await begin(server)
    await openCart(server, actor, 10)
    actor.wallet = await approve(server, actor, providers, 10)
    providers.wallet.charge(actor.wallet, 999, at(server.house, 3).now())
    await bind(server, actor, 10)
    await openCart(server, actor, 2)
    actor.wallet = await approve(server, actor, providers, 2)
    providers.wallet.charge(actor.wallet, 1999, server.house.now())
    await server.api.ask('paypal/subscription/log', {
      form: { subscription: '2', paypalsubscription: actor.wallet },
      headers: actor.headers,
    })
    return actor
  },
}

/** Approved at the wallet, as it was offered here. @returns the wallet's name of the subscription */
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

async function referenceOf({ house }: Server, methodId: number): Promise<string> {
  const found = await house.db
    .selectFrom('payment_methods')
    .select('reference')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow()
  return found.reference
}

function attemptsOf({ house }: Server, { id }: Pick<Actor, 'id'>) {
  return house.db
    .selectFrom('payment_attempts as a')
    .innerJoin('invoices as i', 'i.id', 'a.invoice_id')
    .innerJoin('subscriptions as s', 's.id', 'i.subscription')
    .select(['a.id', 'a.state', 'a.amount', 's.id as subscription'])
    .where('s.account_id', '=', id)
    .orderBy('a.created_at', 'desc')
    .execute()
}

const OPEN = ['created', 'sent', 'processing', 'action', 'unknown']
const settles =
  (state: Outcome['state'], isFor: (attempt: { state: string }) => boolean): Act =>
  async (server, actor) => {
    const found = (await attemptsOf(server, actor)).filter(isFor)
    await settleAttempts(
      server.house,
      found.map(({ id }) => ({ attemptId: id, outcome: outcome(state, id) })),
    )
  }
const isOpen = ({ state }: { state: string }) => OPEN.includes(state)

async function refundsOf(server: Server, actor: Actor): Promise<string[]> {
  const ids = (await attemptsOf(server, actor)).map(({ id }) => id)
  if (ids.length === 0) return []
  const found = await server.house.db.selectFrom('refunds').select('id').where('attempt_id', 'in', ids).execute()
  return found.map(({ id }) => id)
}

const refundHeard =
  (state: 'succeeded' | 'failed'): Act =>
  async (server, actor) => {
    for (const refundId of await refundsOf(server, actor))
      await workOnEvent(server.house, {
        provider: 'sandbox',
        id: randomUUID(),
        kind: `refund.${state}`,
        about: { what: 'refund', refundId, state },
      })
  }

const finishes: Act = async ({ house }, { setups }) => {
  for (const id of setups) await finishSetup(house, id)
}

const holdingAccount =
  (
    work: (trx: Transaction<DB>, house: House, account: NonNullable<Awaited<ReturnType<typeof lockAccount>>>) => Promise<unknown>,
  ): Act =>
  ({ house }, { id }) =>
    transact(house, async (trx) => {
      const account = await lockAccount(trx, id)
      if (account) await work(trx, house, account)
    })

/** An act of the operator on the last contract of an account. */
const operating =
  (perform: (house: House, asked: Asked) => Promise<unknown>): Act =>
  async ({ house }, { id }) => {
    const found = await house.db
      .selectFrom('subscriptions')
      .select('id')
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!found) return
    const asked = { actId: randomUUID(), contract: found.id, actor: 'anna', why: 'ticket 7' }
    await perform(house, asked).catch(ignoreActRefusal)
  }
function ignoreActRefusal(error: unknown): void {
  if (!(error instanceof ActRefused)) throw error
}
const anyRefund = () => REFUND_POLICIES[Math.floor(Math.random() * REFUND_POLICIES.length)]!

/** Money of nobody. @returns its row in suspense */
async function suspend(house: House, { kind = 'charge' as 'charge' | 'refund', amount = 1999 } = {}): Promise<number> {
  const moved = { reference: `of nobody ${randomUUID()}`, amount, currency: 'EUR', at: house.now(), reason: 'unknown' as const }
  return (await transact(house, (trx) => recordSuspense(trx, house, { provider: 'sandbox', kind, ...moved }))).id
}
function ignoreSuspenseRejection(error: unknown): void {
  if (!(error instanceof SuspenseRejected)) throw error
}

export const ACTS: Record<string, Act> = {
  buy: ({ api }, { headers }) => api.ask('psp/purchaseCart', { form: { subscription: '2' }, headers }),
  'post a purchase of the store': async ({ api, house }, { id, headers }, { store }) => {
    const paidUntil = new Date(house.now().getTime() + 30 * DAY_MS)
    const purchasetoken = store.sell({ customId: await accountReference(id, house), planId: 'plan-2', paidUntil })
    await api.ask('inAppPurchase/google_subscription', { form: { subscription: '2', purchasetoken }, headers })
    store.subscriptions.get(purchasetoken)!.state = 'expired'
    await followStoreReference(house, purchasetoken)
  },
  'correct the tax': async ({ house }, { id }) => {
    const rate = { country: 'AT', valid_from: '2026-01-01', rate: 1000 + 100 * (++count % 5) }
    await house.db
      .insertInto('tax_rates')
      .values(rate)
      .onConflict((conflict) => conflict.columns(['country', 'valid_from']).doUpdateSet({ rate: rate.rate }))
      .execute()
    const invoices = await house.db.selectFrom('invoices').select('id').where('account_id', '=', id).orderBy('id').execute()
    for (const invoice of invoices) await correctTax(house, invoice.id)
  },
  'open a cart': ({ api }, { headers }) => api.ask('payment/shoppingcart2/new/2', { headers }),
  'put a voucher in': ({ api }, { headers }) =>
    api.ask('payment/voucher', { method: 'PUT', form: { subscription: '2', voucher: 'TWO' }, headers }),
  'come back from the provider': ({ api }, { setups }) => api.ask(`psp/return/${setups[0] ?? randomUUID()}`),
  'hear of a page for payment data': finishes,
  'hear of a success': settles('succeeded', isOpen),
  'hear of a decline': settles('declined', isOpen),
  'hear of a debit': settles('processing', isOpen),
  'hear that the bank asks': settles('needs-customer', isOpen),
  'answer the bank': async ({ api }, { id, headers }) => {
    const waiting = (await attemptsOf({ api, house: api.house }, { id })).find(({ state }) => state === 'action')
    return api.ask('payment/question', { form: { attempt: waiting?.id ?? randomUUID() }, headers })
  },
  'give questions up': async (server, actor) => {
    await giveUpReplacedQuestion(server.house, actor.id)
    await giveUpQuestions(server.house)
  },
  'remind of what is unpaid': ({ house }) => remindReaders({ ...house, now: () => new Date(house.now().getTime() + 2 * DAY_MS) }),
  dispute: settles('returned', ({ state }) => state === 'succeeded'),
  'book money in suspense': async ({ house }, { id }) => {
    const contract = await house.db
      .selectFrom('subscriptions')
      .select('id')
      .where('account_id', '=', id)
      .orderBy('id')
      .executeTakeFirst()
    const suspended = await suspend(house)
    if (!contract) return
    const [subscription, decision] = [contract.id, { actor: 'anna', why: 'ticket 8' }]
    await assignSuspense(house, suspended, subscription, decision).catch(ignoreSuspenseRejection)
    await bookSuspense(house, suspended, { to: 'contract', subscription }, decision).catch(ignoreSuspenseRejection)
  },
  'book a refund in suspense': async (server, actor) => {
    const paid = (await attemptsOf(server, actor)).find(({ state }) => state === 'succeeded')
    const suspended = await suspend(server.house, { kind: 'refund', amount: -100 })
    const target = paid ? ({ to: 'payment', attemptId: paid.id } as const) : ({ to: 'loss' } as const)
    await bookSuspense(server.house, suspended, target, { actor: 'anna', why: 'ticket 9' }).catch(ignoreSuspenseRejection)
  },
  'send money in suspense back': async ({ house }) => {
    await returnSuspense(house, await suspend(house), { actor: 'anna', why: 'ticket 10' })
  },
  reconcile: async ({ house }) => {
    for (const lists of listsOfProviders(house, house.payments)) {
      const to = new Date(house.now().getTime() + DAY_MS)
      await repairDifferences(house, lists, { from: new Date(house.now().getTime() - DAY_MS), to })
    }
  },
  'hear of a refund': refundHeard('succeeded'),
  'hear of a refund that failed': refundHeard('failed'),
  'hear of a cancelled mandate': async (server, { methodId }) =>
    workOnEvent(server.house, {
      provider: 'sandbox',
      id: randomUUID(),
      kind: 'mandate.cancelled',
      about: { what: 'mandate-cancelled', methodReference: await referenceOf(server, methodId) },
    }),
  renew: ({ house }) => runBilling(house),
  recover: ({ house }) => recoverPayments(house),
  announce: ({ house }) => announceDebits(house),
  refund: async (server, actor) => {
    const paid = (await attemptsOf(server, actor)).find(({ state }) => state === 'succeeded')
    if (!paid) return
    const given = { attemptId: paid.id, amount: 100, reason: 'goodwill', text: 'Kulanz' }
    await transact(server.house, (trx) => refund(trx, server.house, given))
  },
  'refund again': async (server, actor) => {
    for (const id of await refundsOf(server, actor))
      await transact(server.house, (trx) => refundAgain(trx, server.house, id)).catch(ignoreRefusal)
  },
  'send refunds': ({ house }) => sendRefunds(house),
  cancel: ({ api }, { headers }) => api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'false' }, headers }),
  resume: ({ api }, { headers }) => api.ask('billing/autorenewal', { method: 'PUT', form: { status: 'true' }, headers }),
  'cancel without a login': ({ api }, { email }) =>
    api.ask('contract/cancel', { form: { name: 'Mira Holm', contract: '', email } }),
  'withdraw signed in': ({ api }, { email, headers }) =>
    api.ask('contract/withdraw', { form: { name: 'Mira Holm', contract: '', email }, headers }),
  'confirm a declaration': async ({ house }, { id }) => {
    const found = await house.db.selectFrom('exit_declarations').select('id').where('account_id', '=', id).execute()
    for (const each of found) await transact(house, (trx) => confirmDeclaration(trx, house, each.id, 'operator'))
  },
  deactivate: ({ house }, { id }) => transact(house, (trx) => deactivateAccount(trx, id, house.now())),
  activate: ({ house }, { id }) => transact(house, (trx) => activateAccount(trx, id)),
  erase: holdingAccount((trx, house, account) => eraseAccount(trx, account, house)),
  'forget payment data': async ({ house }, { id }) => {
    const methods = await house.db.selectFrom('payment_methods').select('id').where('account_id', '=', id).execute()
    for (const { id: methodId } of methods) await forgetMethod({ methodId }, house)
  },
  'forget old buyers': ({ house }) => forgetOldBuyers(house),
  'bind a wallet': (server, actor) => bind(server, actor, 2),
  'mirror a wallet': async ({ house }, { id }) => {
    const found = await house.db.selectFrom('subscriptions').select('id').where('account_id', '=', id).execute()
    for (const each of found) await mirrorContract(house, each.id)
  },
  'end by the operator': operating((house, asked) => endContract(house, { ...asked, refund: anyRefund() })),
  'plan an end': operating((house, asked) => {
    const endsAt = new Date(house.now().getTime() + (Math.random() - 0.5) * DAY_MS)
    return planEnd(house, { ...asked, refund: anyRefund(), endsAt })
  }),
  'take back a planned end': operating(takeBackPlannedEnd),
  'accept a withdrawal': async ({ house }, { id }) => {
    const found = await house.db.selectFrom('exit_declarations').select('id').where('account_id', '=', id).execute()
    for (const { id: exit } of found) {
      const asked = { actId: randomUUID(), actor: 'anna', why: 'ticket 7' }
      await acceptWithdrawal(house, { ...asked, exit, refund: 'pro-rata' }).catch(ignoreActRefusal)
    }
  },
  'settle a declaration': async ({ house }, { id }) => {
    const found = await house.db.selectFrom('exit_declarations').select('id').where('account_id', '=', id).execute()
    for (const { id: exit } of found)
      await settleExit(house, { exit, goesOn: { actor: 'anna', why: 'ticket 7' } }).catch(ignoreActRefusal)
  },
  'extend by the operator': operating((house, asked) => extendContract(house, { ...asked, days: 3 })),
  'grant goodwill': operating((house, asked) => grantGoodwill(house, { ...asked, days: 3, because: 'outage' })),
  'move down': operating(moveDown),
  'take back a move down': operating(takeBackMoveDown),
  'end for a lost dispute': operating(endForLostDispute),
  'renew after a won dispute': operating(renewAfterWonDispute),
  'carry out planned ends': ({ house }) => carryOutPlannedEnds(house),
  'tell a new price': async ({ house }, { id }) => {
    const campaign = { plan_id: 2, price: 2499, from_day: '2026-03-10', rule: 'consent', without_consent: 'keep' }
    await house.db
      .insertInto('price_campaigns')
      .values({ ...campaign, created_at: house.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tellPrices(house)
    for (const notice of await noticesOf(house, id)) if (await dateNotice(house, notice)) await noteTold(house, notice)
  },
  'agree to a new price': ({ api }, { headers }) => api.ask('billing/pricechange', { form: { decision: 'agree' }, headers }),
  'cancel for a new price': ({ api }, { headers }) => api.ask('billing/pricechange', { form: { decision: 'cancel' }, headers }),
  'stop campaigns': async ({ house }) => {
    const open = await house.db.selectFrom('price_campaigns').select('id').where('stopped_at', 'is', null).execute()
    for (const { id } of open) await stopCampaign(house, id)
  },
  'sweep wallets': ({ house }) => sweepWallets(house),
  'cancel a wallet': ({ api }, { headers }) => api.ask('paypal/subscription/cancel', { method: 'POST', form: {}, headers }),
}

async function noticesOf({ db }: House, accountId: number): Promise<number[]> {
  const found = await db
    .selectFrom('price_notices as n')
    .innerJoin('subscriptions as s', 's.id', 'n.contract_id')
    .select('n.id')
    .where('s.account_id', '=', accountId)
    .execute()
  return found.map(({ id }) => id)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
