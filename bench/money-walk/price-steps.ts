// Steps: new prices of running subscriptions and the readers' answers; bank authentication of a renewal by its e-mailed link.
import { addressOf } from '@kiosk/domain/addresses'
import { dayInUtc } from '@kiosk/domain/day'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { DAY_MS } from '@kiosk/domain/time'
import { mailedTokens } from './mail.ts'
import type { Reader, Shown } from './reader.ts'
import { alive, chance, one, operator, type Step, someone, type Walk } from './step-context.ts'

/** Maximum age of e-mails whose links are followed. */
const FOLLOWED_WITHIN_DAYS = 60

/** Returns the price for new buyers on a day. Minor units. */
async function listPrice(walk: Walk, plan: number, day: string): Promise<number> {
  const { rows } = await walk.world.db.query(
    'select price from prices where plan_id = $1 and valid_from <= $2 order by valid_from desc limit 1',
    [plan, day],
  )
  return rows[0]?.price ?? plans.find(({ subscriptionId }) => subscriptionId === plan)!.price
}

const inMoney = (minor: number) => (minor / 100).toFixed(2)

/** Returns a random plan that somebody pays for. */
async function soldPlan(walk: Walk): Promise<number> {
  const { rows } = await walk.world.db.query(
    "select plan_id as id from subscriptions where state = 'active' and order_type = 1 order by md5(id::text || $1) limit 1",
    [String(walk.random())],
  )
  return rows[0]?.id ?? one(walk, plans).subscriptionId
}

async function raise(walk: Walk): Promise<void> {
  const plan = await soldPlan(walk)
  const ahead = 31 + Math.floor(walk.random() * 9)
  const day = dayInUtc(new Date(walk.world.now().getTime() + ahead * DAY_MS))
  const price = inMoney((await listPrice(walk, plan, day)) + 50 + Math.floor(walk.random() * 200))
  await operator(walk, ['price', 'set', String(plan), price, '--from', day, '--without-wallet'])
  await operator(walk, ['price', 'raise', String(plan), price, '--from', day])
}

async function lower(walk: Walk): Promise<void> {
  const plan = await soldPlan(walk)
  const today = dayInUtc(walk.world.now())
  const price = Math.max(199, (await listPrice(walk, plan, today)) - 50 - Math.floor(walk.random() * 300))
  await operator(walk, ['price', 'set', String(plan), inMoney(price), '--running', '--without-wallet'])
}

/** Returns one of the newest e-mailed links to a page, at random, with its reader. */
async function someLink(walk: Walk, page: 'priceChange' | 'confirmPayment') {
  const since = walk.world.now().getTime() - FOLLOWED_WITHIN_DAYS * DAY_MS
  const links = await mailedTokens(walk.world, addressOf(page), since)
  if (links.length === 0) return null
  const { to, token } = one(walk, links.slice(0, 12))
  const reader = alive(walk).find(({ email }) => email === to)
  return { token, reader: reader ?? someone(walk), isOwner: reader !== undefined }
}

async function answerPrice(walk: Walk): Promise<void> {
  const link = await someLink(walk, 'priceChange')
  if (!link) return
  const { reader, isOwner: isTheirs } = link
  const decision = one(walk, ['agree', 'agree', 'agree', 'cancel', 'look'])
  const bySession = isTheirs && chance(walk, 0.25)
  const token = bySession ? '' : link.token
  if (decision === 'look') await reader.openPage(`${addressOf('priceChange')}?token=${link.token}`)
  else if (!bySession && chance(walk, 0.3)) await reader.sendForm(addressOf('priceChange'), { token, decision })
  else await reader.own('POST', 'billing/pricechange', { token, decision })
  if (chance(walk, 0.1)) await reader.own('POST', 'billing/pricechange', { token, decision: 'agree' })
}

async function answerBank(walk: Walk): Promise<void> {
  const link = await someLink(walk, 'confirmPayment')
  if (!link) return
  const { token, reader } = link
  await reader.openPage(`${addressOf('confirmPayment')}?token=${token}`)
  if (chance(walk, 0.15)) return
  await reader.confirmRenewal(token, one(walk, ['pass', 'pass', 'pass', 'fail', 'abandon', 'leave']), chance(walk, 0.3))
}

async function stop(walk: Walk): Promise<void> {
  const { rows } = await walk.world.db.query('select id from price_campaigns where stopped_at is null order by id desc limit 1')
  if (rows[0]) await operator(walk, ['price', 'stop', String(rows[0].id)])
}

/** Opens the cart that is ordered next. @returns null if there is none */
export async function lookAtCart(walk: Walk, reader: Reader, plan: number): Promise<{ plan?: string; shown: Shown } | null> {
  const { status, body } = await reader.own('GET', `payment/shoppingcart2/${plan}`)
  if (status !== 200) return null
  const cart = body as Cart
  const { grossAmount: price } = cart.entries[0]!
  const regular = cart.priceAfterVoucherPerMonth ?? price
  const reduced = cart.numberOfMonthsVoucher ?? 0
  const shown: Shown = { at: walk.world.now().getTime(), plan, total: cart.totalPrice, price, regular, reduced }
  reader.shown.push(shown)
  return { shown, ...(cart.paypaylPlanId && { plan: cart.paypaylPlanId }) }
}
type Cart = {
  paypaylPlanId?: string
  totalPrice: number
  entries: { grossAmount: number }[]
  priceAfterVoucherPerMonth?: number
  numberOfMonthsVoucher?: number
}

export const PRICE_STEPS: Record<string, Step> = {
  'prices are raised': { often: 0.5, run: raise },
  'prices are lowered': { often: 0.2, run: lower },
  'a price campaign is stopped': { often: 0.2, run: stop },
  'a new price is answered': { often: 8, run: answerPrice },
  'the bank is answered by the link': { often: 8, run: answerBank },
}
