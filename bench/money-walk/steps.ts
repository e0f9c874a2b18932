// The steps of the walk and their frequencies: readers, operator, provider, webhooks, machines and time.
import { randomUUID } from 'node:crypto'
import { dayInUtc } from '@kiosk/domain/day'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { lookAtCart, PRICE_STEPS } from './price-steps.ts'
import { Reader } from './reader.ts'
import {
  alive,
  chance,
  leap,
  lookAtBills,
  one,
  operator,
  runRenewals,
  type Step,
  someone,
  sweepWallets,
  type Walk,
} from './step-context.ts'

const COUNTRIES = ['AT', 'AT', 'AT', 'DE', 'DE', 'CH', 'LU']
const REGION: Record<string, number> = { AT: 1, DE: 2, CH: 3, LU: 4 }
const CARDS = [
  ...Array.from({ length: 8 }, () => '4242424242424242'),
  '5200000000000015',
  '4917100000000010',
  '4917100000000028',
  '4917100000000036',
  '4917100000000044',
  '4917100000000069',
  '4917100000000135',
  '4917100000000135',
  '4917100000000077',
  '4917100000000085',
  '4917100000000093',
  '4917100000000101',
  '4917100000000119',
  '4917100000000127',
]
const IBANS: Record<string, string[]> = {
  AT: ['AT901904300000000101', 'AT091904300000000201', 'AT251904300000000301', 'AT411904300000000401'],
  DE: ['DE66100000000000000101'],
  LU: ['LU820010000000000101'],
}
/** Test payers of the wallet, by the result that its page lists. */
const PAYERS = [
  ...Array.from({ length: 6 }, () => 'pays'),
  'slow',
  'pending',
  'first-declined',
  'renewals-declined',
  'refunds-refused',
  'refunds-break',
  'abroad',
  'other-price',
]
const VOUCHERS = ['WALK-FREE', 'WALK-SMALL', 'WALK-OFFER'] as const
/** Maximum number of accounts; more would only add registrations. */
const MOST_READERS = 240

async function newReader(walk: Walk): Promise<Reader> {
  const reader = new Reader(walk.world, walk.readers.length + 1, one(walk, COUNTRIES))
  reader.home = chance(walk, 0.5) ? 0 : 1
  await reader.register()
  walk.readers.push(reader)
  return reader
}

function numberFor(walk: Walk, { country }: Reader): string {
  const ibans = IBANS[country]
  return ibans && chance(walk, 0.35) ? one(walk, ibans) : one(walk, CARDS)
}

async function createSubscription(walk: Walk, reader: Reader): Promise<void> {
  const { subscriptionId } = one(
    walk,
    plans.filter(({ region }) => region === REGION[reader.country]),
  )
  const cart = await reader.own('GET', `payment/shoppingcart2/new/${subscriptionId}`)
  if (cart.status !== 200) return
  let { totalPrice } = cart.body as { totalPrice: number }
  if (chance(walk, 0.3)) {
    await reader.own('PUT', 'payment/voucher', { subscription: String(subscriptionId), voucher: one(walk, VOUCHERS) })
    // Another window of the same reader may press the button.
    const other = await lookAtCart(walk, reader, subscriptionId)
    if (chance(walk, 0.7)) totalPrice = other?.shown.total ?? totalPrice
  }
  await reader.accept(subscriptionId, totalPrice)
  const again = chance(walk, 0.2) ? '&again=true' : ''
  const page = await reader.own('GET', `psp/url/registration?subscription=${subscriptionId}${again}`)
  if (page.status === 200) {
    await reader.leaveMethod((page.body as { url: string }).url, numberFor(walk, reader), chance(walk, 0.3))
    return
  }
  if (page.status >= 400) return
  const presses = chance(walk, 0.2) ? 2 : 1
  const form = { subscription: String(subscriptionId) }
  const answers = await Promise.all(Array.from({ length: presses }, () => reader.own('POST', 'psp/purchaseCart', form)))
  for (const { status, body } of answers) {
    const attempt = status === 200 ? /[0-9a-f-]{36}/.exec((body as { url: string }).url)?.[0] : undefined
    if (attempt && chance(walk, 0.8)) await reader.answerBank(attempt, one(walk, ['pass', 'pass', 'pass', 'fail', 'abandon']))
  }
}

async function buyByWallet(walk: Walk, reader: Reader): Promise<void> {
  const plan = one(
    walk,
    plans.filter(({ region }) => region === REGION[reader.country]),
  ).subscriptionId
  if ((await reader.own('GET', `payment/shoppingcart2/new/${plan}`)).status !== 200) return
  if (chance(walk, 0.3)) await reader.own('PUT', 'payment/voucher', { subscription: String(plan), voucher: one(walk, VOUCHERS) })
  const cart = await lookAtCart(walk, reader, plan)
  if (cart) await reader.accept(plan, cart.shown.total)
  const validation = await reader.own('GET', `paypal/subscription/validation/${plan}`)
  if (!cart?.plan || validation.status !== 200) return
  const approved = await reader.approveAtWallet(cart.plan, (validation.body as { customId: string }).customId, {
    payer: one(walk, PAYERS),
    decision: one(walk, ['approve', 'approve', 'approve', 'approve-silently', 'cancel', 'leave']),
  })
  if (approved !== null) cart.shown.approved = approved
  // The tab is closed: neither request is sent.
  if (approved === null || chance(walk, 0.25)) return
  if (chance(walk, 0.8))
    await reader.own('POST', 'paypal/subscription/log', { subscription: String(plan), paypalsubscription: approved })
  if (chance(walk, 0.8)) {
    const form = { subscription: String(plan), paypalsubscription: approved, paypalorder: 'O-1' }
    await reader.own('POST', 'paypal/subscription', form)
  }
}

/** Performs an act at the wallet on one of our charges or subscriptions, at random. */
async function atWallet(walk: Walk, act: string, kind: 'charge' | 'subscription'): Promise<void> {
  const query =
    kind === 'charge'
      ? "select provider_reference as id, amount, null as email from payment_attempts where provider = 'paypal' and state = 'succeeded'"
      : `select provider_reference as id, 0 as amount, (select email from accounts a where a.id = account_id) as email
         from subscriptions where order_type = 3 and state <> 'ended'`
  const { rows } = await walk.world.db.query(`${query} order by md5(provider_reference || $1) limit 1`, [String(walk.random())])
  if (!rows[0]) return
  // A charge before its day must equal the billing page.
  if (act === 'charge')
    await alive(walk)
      .find(({ email }) => email === rows[0].email)
      ?.hearPrice()
  const body = act === 'refund' && chance(walk, 0.5) ? { amount: Math.max(1, Math.round(rows[0].amount / 2)) } : {}
  const answer = await walk.world.provider('POST', `wallet/${act}/${rows[0].id}`, body)
  if (act === 'refund' && answer.ok) walk.planted.push(((await answer.json()) as { id: string }).id)
  if (act !== 'dispute' || !answer.ok || chance(walk, 0.3)) return
  const { id } = (await answer.json()) as { id: string }
  await walk.world.provider('POST', `wallet/${one(walk, ['won', 'lost'])}/${id}`, {})
}

/** Returns a random completed charge of the provider. */
async function someCharge(walk: Walk): Promise<{ attempt_id: string; amount: number; reference: string } | undefined> {
  const { rows } = await walk.world.db.query(
    `select id as attempt_id, amount, provider_reference as reference from payment_attempts
     where state = 'succeeded' and provider = 'sandbox' order by md5(id::text || $1) limit 1`,
    [String(walk.random())],
  )
  return rows[0]
}

const STEPS: Record<string, Step> = {
  register: {
    often: 10,
    run: (walk) => (walk.readers.length < MOST_READERS ? newReader(walk) : createSubscription(walk, someone(walk))),
  },
  buy: { often: 60, run: (walk) => createSubscription(walk, someone(walk)) },
  'buy by wallet': { often: 30, run: (walk) => buyByWallet(walk, someone(walk)) },
  'cancel at the wallet': { often: 4, run: (walk) => someone(walk).own('POST', 'paypal/subscription/cancel') },
  'a wallet charge goes back': {
    often: 3,
    run: (walk) => atWallet(walk, one(walk, ['refund', 'reversal', 'dispute']), 'charge'),
  },
  'a wallet subscription changes': {
    often: 3,
    run: (walk) => atWallet(walk, one(walk, ['cancel', 'suspend', 'activate', 'charge']), 'subscription'),
  },
  'look at the bill': { often: 40, run: (walk) => someone(walk).hearPrice() },
  cancel: { often: 14, run: (walk) => someone(walk).own('PUT', 'billing/autorenewal', { status: 'false' }) },
  resume: { often: 10, run: (walk) => someone(walk).own('PUT', 'billing/autorenewal', { status: 'true' }) },
  'change payment data': {
    often: 14,
    async run(walk) {
      const reader = someone(walk)
      const page = await reader.own('GET', 'psp/url/edit')
      if (page.status !== 200) return
      await reader.leaveMethod((page.body as { url: string }).url, numberFor(walk, reader), chance(walk, 0.3))
    },
  },
  'withdraw signed in': {
    often: 5,
    async run(walk) {
      const reader = someone(walk)
      await reader.own('POST', 'contract/withdraw', { name: 'Walker', email: reader.email })
    },
  },
  'cancel for cause': {
    often: 2,
    async run(walk) {
      const reader = someone(walk)
      const form = { name: 'Walker', email: reader.email, manner: 'extraordinary', reason: 'because' }
      await reader.ask('POST', 'contract/cancel', form)
    },
  },
  erase: {
    often: 1,
    async run(walk) {
      const reader = someone(walk)
      const { status } = await reader.own('PUT', 'user/deleteAccount', {
        password: Reader.password,
        currentPassword: Reader.password,
      })
      if (status < 300) reader.erased = true
    },
  },
  'look at invoices': {
    often: 20,
    async run(walk) {
      const reader = someone(walk)
      const { body } = await reader.own('GET', 'invoice/all')
      const [newest] = Array.isArray(body) ? (body as { invoiceNumber?: string; number?: string }[]) : []
      const number = newest?.invoiceNumber ?? newest?.number
      if (number) await reader.own('GET', `invoice/${number}`)
    },
  },
  'one hour': { often: 6, run: (walk) => leap(walk, 1 / 24) },
  'some days': { often: 0.8, run: (walk) => leap(walk, 1 + walk.random() * 6) },
  'a month': { often: 0.3, run: (walk) => leap(walk, 30) },
  billing: { often: 3, run: runRenewals },
  'a charge comes back': {
    often: 6,
    async run(walk) {
      const charge = await someCharge(walk)
      const code = chance(walk, 0.5) ? 'disputed' : 'returned'
      if (charge) await walk.world.provider('POST', `charges/${charge.attempt_id}/back`, { code })
    },
  },
  'refund at the provider': {
    often: 4,
    async run(walk) {
      const charge = await someCharge(walk)
      if (!charge) return
      const amount = Math.max(1, Math.round(charge.amount * one(walk, [0.3, 0.5, 1])))
      const { rows } = await walk.world.db.query('select currency from payment_attempts where id = $1', [charge.attempt_id])
      const refund = {
        refundId: `hand-${Math.floor(walk.random() * 1e12)}`,
        charge: charge.reference,
        amount,
        currency: rows[0].currency,
      }
      const answer = await walk.world.provider('POST', 'refunds', refund)
      const made = (await answer.json()) as { state?: string; reference?: string }
      if (made.state === 'succeeded') walk.planted.push(made.reference!)
    },
  },
  'another system charges at our account': {
    often: 1,
    async run(walk) {
      const { rows } = await walk.world.db.query<{ reference: string }>(
        "select reference from payment_methods where provider = 'sandbox' order by md5(reference || $1) limit 1",
        [String(walk.random())],
      )
      if (!rows[0]) return
      const attemptId = randomUUID()
      const requested = { attemptId, amount: 100 + Math.floor(walk.random() * 5000), currency: one(walk, ['EUR', 'CHF']) }
      const method = { method: rows[0].reference, initiator: 'merchant', returnUrl: walk.world.publicUrl, description: 'other' }
      const answer = await walk.world.provider('POST', 'charges', { ...requested, ...method }).catch(() => null)
      const made = answer?.ok ? ((await answer.json()) as { state: string; reference: string }) : null
      if (made?.state === 'succeeded') walk.planted.push(made.reference)
    },
  },
  'refund by the operator': {
    often: 3,
    async run(walk) {
      const charge = await someCharge(walk)
      if (charge) await operator(walk, ['refund', charge.attempt_id, chance(walk, 0.5) ? 'all' : '1.00', 'goodwill'])
    },
  },
  'a new price': {
    often: 1,
    run(walk) {
      const { subscriptionId, price } = one(walk, plans)
      const amount = ((price + Math.round((walk.random() - 0.4) * 600)) / 100).toFixed(2)
      return operator(walk, ['price', 'set', String(subscriptionId), amount, '--without-wallet'])
    },
  },
  'a new rate': {
    often: 1,
    async run(walk) {
      const rate = [one(walk, ['AT', 'DE', 'LU', 'CH']), one(walk, ['5', '7', '10', '2.60'])]
      // Within paid periods, entered late, on the first day, or in advance.
      const from = new Date(walk.world.now().getTime() + one(walk, [-12, 0, 12]) * DAY_MS)
      await operator(walk, ['tax', 'set', ...rate, '--from', dayInUtc(from)])
      if (chance(walk, 0.7)) await operator(walk, ['tax', 'correct', '--issue'])
    },
  },
  'an act of the operator': {
    often: 6,
    async run(walk) {
      const { rows } = await walk.world.db.query(
        "select id from subscriptions where state in ('active', 'past-due') order by md5(id::text || $1) limit 1",
        [String(walk.random())],
      )
      if (!rows[0]) return
      const subscription = `V-${String(rows[0].id).padStart(6, '0')}`
      const day = dayInUtc(new Date(walk.world.now().getTime() + 9 * DAY_MS))
      const days = String(1 + Math.floor(walk.random() * 20))
      const act = one(walk, [
        ['end', subscription, '--refund', one(walk, ['pro-rata', 'whole', 'none'])],
        ['end', subscription, '--refund', 'none', '--on', day],
        ['extend', subscription, '--days', days],
        ['goodwill', subscription, '--days', days, '--because', 'outage'],
        ['downgrade', subscription],
      ])
      await operator(walk, ['contract', ...act, '--why', `walk ${Math.floor(walk.random() * 1e9)}`])
    },
  },
  'money in suspense is decided': {
    often: 2,
    async run(walk) {
      const { rows } = await walk.world.db.query("select id, amount from suspense where state = 'open' order by id limit 1")
      if (!rows[0]) return
      const [id, amount] = [String(rows[0].id), Number(rows[0].amount)]
      const act = amount > 0 && chance(walk, 0.6) ? ['return', id] : ['book', id, '--as', amount > 0 ? 'income' : 'loss']
      await operator(walk, ['suspense', ...act, '--why', 'walk'])
    },
  },
  'the post has trouble': {
    often: 4,
    run: (walk) =>
      walk.world.provider('PUT', 'knobs', {
        delay: one(walk, [0, 0, 2]),
        double: one(walk, [0, 0.3, 1]),
        shuffle: one(walk, [0, 0, 3]),
        drop: one(walk, [0, 0, 0.3, 1]),
      }),
  },
  'a server is killed': { often: 0.5, run: (walk) => walk.world.killServer(chance(walk, 0.5) ? 0 : 1) },
  'the provider is killed': { often: 1, run: (walk) => walk.world.killSandbox() },
  'connections end': {
    often: 1,
    run: (walk) =>
      walk.world.db
        .query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'walk' and pid <> pg_backend_pid()")
        .catch(() => {}),
  },
  ...PRICE_STEPS,
  'two at once': {
    often: 10,
    async run(walk) {
      const reader = someone(walk)
      const acts = [
        () => createSubscription(walk, reader),
        () => buyByWallet(walk, reader),
        () => reader.own('PUT', 'billing/autorenewal', { status: 'false' }),
        () => reader.own('PUT', 'billing/autorenewal', { status: 'true' }),
        () => reader.hearPrice(),
        () => STEPS['change payment data']!.run(walk),
      ]
      await Promise.all([one(walk, acts)(), one(walk, acts)()])
    },
  },
}

export function nextStep(walk: Walk): [name: string, step: Step] {
  const total = Object.values(STEPS).reduce((sum, { often }) => sum + often, 0)
  let left = walk.random() * total
  for (const [name, step] of Object.entries(STEPS)) {
    left -= step.often
    if (left < 0) return [name, step]
  }
  return Object.entries(STEPS).at(-1)!
}

export async function prepare(walk: Walk): Promise<void> {
  const all = plans.map(({ subscriptionId }) => subscriptionId)
  const euro = all.filter((id) => id !== 6 && id !== 8).join(',')
  await operator(walk, ['voucher', 'add', 'WALK-FREE', '--for', euro, '--price', '0', '--days', '30'])
  await operator(walk, ['voucher', 'add', 'WALK-SMALL', '--for', euro, '--price', '0.60'])
  await operator(walk, ['voucher', 'add', 'WALK-OFFER', '--for', euro, '--price', '2.99', '--days', '60'])
  for (let each = 0; each < 6; each++) await newReader(walk)
}

/** Ends the simulated failures, and lets time pass until all pending work is done. */
export async function settle(walk: Walk): Promise<void> {
  await walk.world.provider('PUT', 'knobs', { delay: 0, double: 0, shuffle: 0, drop: 0 })
  for (const days of [0.1, 1, 3, 8, 12, 1]) {
    await lookAtBills(walk, days)
    await walk.world.later(days)
    await runRenewals(walk)
    await sweepWallets(walk)
    await operator(walk, ['reconcile', '--repair'])
    await operator(walk, ['tax', 'correct', '--issue'])
  }
  // The last charges were made today, which the command omits by default.
  await operator(walk, ['reconcile', '--repair', '--until', dayInUtc(walk.world.now())])
}
