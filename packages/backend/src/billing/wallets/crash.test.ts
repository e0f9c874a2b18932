// SIGKILL ends our process at any step between an approval at the wallet and its result here; the wallet continues.
import { cart, validateWallet } from '@kiosk/domain/payments/endpoints'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSandbox, testSandbox } from '../../adapters/payments/testing/sandbox.ts'
import { planOfTest, type SandboxWallet, sandboxWallet } from '../../adapters/payments/testing/sandbox-wallet.ts'
import { recordSuspense } from '../suspense/suspense.ts'
import { type Checkout, testCheckout } from '../testing/checkout.ts'
import { crashPoints, runWorker, someSteps } from '../testing/crash.ts'
import type { SweepTask } from '../testing/wallet-sweeper.ts'
import { sweepWallets } from './sweep.ts'

const POINTS = crashPoints(5)

let sandbox: TestSandbox
let wallet: SandboxWallet
let shop: Checkout
beforeAll(async () => {
  sandbox = await testSandbox()
  wallet = sandboxWallet(sandbox)
  shop = await testCheckout()
  shop.api.ctx.payments.wallet = wallet.provider
  await sandbox.setClock(shop.now())
})
afterAll(async () => {
  await shop.close()
  await sandbox.close()
})

/** Returns the wallet's view of a subscription: its state, the amounts of its charges, and their returns. */
async function there(reference: string) {
  const [from, to] = [new Date('2026-01-01'), new Date('2026-06-01')]
  const charges = await wallet.provider.charges(reference, from, to)
  const returns = await wallet.provider.returns({ from, to, charges: [] })
  const own = returns.filter(({ chargeId }) => charges.some(({ transactionId }) => transactionId === chargeId))
  return {
    state: (await wallet.provider.fetchSubscription(reference))?.state,
    charged: charges.map(({ amount }) => amount),
    wentBack: own.map(({ amount }) => amount),
  }
}

/** Approves and charges at the wallet; never posted. */
async function approved(payer: 'pays' | 'other-price' = 'pays') {
  const reader = await shop.reader()
  await shop.begin(reader)
  await shop.accept(reader)
  const { headers } = reader
  const { paypaylPlanId: planId } = await shop.api.answer(cart, 'payment/shoppingcart2/2', { headers })
  const { customId } = await shop.api.answer(validateWallet, 'paypal/subscription/validation/2', { headers })
  return { ...reader, reference: await wallet.approve({ planId: planId!, customId, payer }) }
}

/** Runs a worker. @returns the number of steps if it finished; null: it was killed */
function work(diesAt: number | null, more: Pick<SweepTask, 'returns'> = {}): Promise<number | null> {
  const at = shop.now().toISOString()
  const task: SweepTask = { databaseUrl: shop.databaseUrl, wallet: wallet.settings, at, diesAt, ...more }
  return runWorker(new URL('../testing/wallet-sweeper.ts', import.meta.url), task)
}

test(
  'a process killed between approval, subscription, cancellation and refund: one approval starts once, the other is refunded once',
  async () => {
    // A worker that finishes shows how many steps there are.
    await approved()
    await approved('other-price')
    const steps = (await work(null))!
    expect(steps).toBeGreaterThan(30)
    for (const point of someSteps(steps, POINTS)) {
      const [good, changed] = [await approved(), await approved('other-price')]
      await work(point)
      // Two servers run a little later, twice.
      for (const minutes of [2, 3]) {
        shop.later((minutes * MINUTE_MS) / DAY_MS)
        await sandbox.setClock(shop.now())
        await Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
      }
      const died = `died at step ${point} of ${steps}`
      expect(await shop.contracts(good), died).toMatchObject([{ state: 'active', provider_reference: good.reference }])
      expect(await shop.invoices(good), died).toMatchObject([{ state: 'paid', gross: 1999 }])
      expect(await there(good.reference), died).toEqual({ state: 'active', charged: [1999], wentBack: [] })
      expect(await shop.contracts(changed), died).toEqual([])
      expect(await there(changed.reference), died).toEqual({ state: 'cancelled', charged: [100], wentBack: [-100] })
    }
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from suspense where state = 'open'`.execute(shop.db)
    expect(rows).toEqual([{ open: 0 }])
  },
  HOUR_MS,
)

/** Creates a charge in suspense, of a subscription that is unknown here. */
async function suspended(): Promise<{ id: number; reference: string }> {
  const planId = await wallet.provider.ensurePlan!(planOfTest({ plan: 5 }))
  const reference = await wallet.approve({ planId })
  const [made] = await wallet.provider.charges(reference, new Date('2026-01-01'), new Date('2026-06-01'))
  const moved = { amount: made!.amount, currency: made!.currency, at: made!.at, reason: 'unknown' } as const
  const charge = { provider: 'paypal', kind: 'charge', reference: made!.transactionId, ...moved } as const
  const { id } = await shop.db.transaction().execute((trx) => recordSuspense(trx, shop.api.ctx, charge))
  return { id, reference }
}

test(
  'a process killed while returning money from suspense carries out the decision once',
  async () => {
    const first = await suspended()
    const steps = (await work(null, { returns: first.id }))!
    expect(steps).toBeGreaterThan(10)
    expect((await there(first.reference)).wentBack).toEqual([-1999])
    for (const point of someSteps(steps, POINTS)) {
      const { id, reference } = await suspended()
      await work(point, { returns: id })
      for (const minutes of [2, 3]) {
        shop.later((minutes * MINUTE_MS) / DAY_MS)
        await sandbox.setClock(shop.now())
        await Promise.all([sweepWallets(shop.api.ctx), sweepWallets(shop.api.ctx)])
      }
      const { state } = await shop.db.selectFrom('suspense').select('state').where('id', '=', id).executeTakeFirstOrThrow()
      const acts = await shop.db
        .selectFrom('suspense_actions')
        .select(['act', 'actor'])
        .where('suspense_id', '=', id)
        .orderBy('id')
        .execute()
      const died = `died at step ${point} of ${steps}`
      const isDecided = acts.length > 0
      expect(acts, died).toEqual(
        isDecided
          ? [
              { act: 'return-requested', actor: 'Vera' },
              { act: 'returned', actor: 'kiosk' },
            ]
          : [],
      )
      expect(state, died).toBe(isDecided ? 'returned' : 'open')
      expect((await there(reference)).wentBack, died).toEqual(isDecided ? [-1999] : [])
    }
  },
  HOUR_MS,
)
