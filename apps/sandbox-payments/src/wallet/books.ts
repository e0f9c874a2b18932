import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { moneyText, page } from '../page.ts'
import type { Row } from '../store.ts'
import { payerOf } from './payers.ts'
import { Rejected } from './rejected.ts'
import type { Wallet } from './wallet.ts'

type Own = Omit<Wallet, 'routes'>
const ACTS = ['charge', 'cancel', 'suspend', 'activate', 'refund', 'reversal', 'dispute', 'won', 'lost'] as const
type Action = (typeof ACTS)[number]
/** Amount of a partial refund. Minor units. */
const PARTIAL_REFUND_MINOR = 500

/**
 * Carries out an act of a payer, a bank or the clock. `id`: that of a subscription, a charge or a dispute.
 * @param amount minor units; default: what is left of the charge
 * @returns id of the new dispute or return, or null
 * @throws Rejected
 */
function carryOut({ charges, subscriptions, returns, disputes }: Own, act: Action, id: string, amount?: number): string | null {
  if (act === 'charge') charges.billNow(id)
  else if (act === 'cancel' || act === 'suspend' || act === 'activate') subscriptions.act(id, act, 'by the payer')
  else if (act === 'dispute') return String(disputes.open(id).id)
  else if (act === 'won' || act === 'lost') disputes.end(id, act)
  else return String(returns.back(id, act, amount).id)
  return null
}

const isAct = (text: unknown): text is Action => ACTS.some((each) => each === text)

/** Returns the same acts as an API for tests: POST /{act}/{id}, with `amount` in minor units for a partial refund. */
export function walletActs(wallet: Own): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.post('/:act/:id', async ({ req, json }) => {
    const { act, id } = req.param()
    if (!isAct(act)) return json({ error: 'no such act' }, 404)
    const { amount } = JSON.parse((await req.text()) || '{}') as { amount?: number }
    try {
      return json({ id: carryOut(wallet, act, id, amount) })
    } catch (error) {
      if (error instanceof Rejected) return json(error.toBody(), error.status)
      throw error
    }
  })
  return app
}

/** Returns the routes of the page with the wallet's records, for developers. */
export function walletBooks(wallet: Own): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/', () => booksPage(wallet))
  app.post('/', async ({ req, redirect, text }) => {
    if (req.header('sec-fetch-site') !== 'same-origin') return text('foreign origin', 403)
    const form = new URLSearchParams(await req.text())
    const [act, amount] = [form.get('act'), form.get('amount')]
    try {
      if (isAct(act)) carryOut(wallet, act, form.get('id') ?? '', amount ? Number(amount) : undefined)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      return text(`Refused: ${error.issue}`, 422)
    }
    return redirect('/books/wallet', 303)
  })
  return app
}

function booksPage({ records, payments, returns, disputes, webhooks }: Own): Promise<Response> {
  const time = (at: unknown) => new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ')
  const act = (name: Action, id: unknown, label: string, amount?: number) =>
    html`<form method="post" action="/books/wallet"><input type="hidden" name="act" value="${name}"><input type="hidden" name="id" value="${String(id)}">${
      amount ? html`<input type="hidden" name="amount" value="${amount}">` : ''
    }<button class="small">${label}</button></form>`
  const latest = disputes.latest()
  const charge = (row: Row) => {
    const rest = returns.restOf(row)
    const open = latest.find((each) => each.charge === row.id && each.status === 'OPEN')
    return html`<tr><td class="number">${time(row.told_at)}</td><td>${row.id}<br><span class="muted">${row.status}</span></td>
      <td class="amount">${moneyText(Number(row.amount), String(row.currency), 'en')}${
        rest < Number(row.amount) ? html`<br><span class="muted">${moneyText(rest, String(row.currency), 'en')} left</span>` : ''
      }</td>
      <td>${row.status === 'COMPLETED' && rest > 0 ? html`${rest > PARTIAL_REFUND_MINOR ? act('refund', row.id, 'refund 5.00', PARTIAL_REFUND_MINOR) : ''}${act('refund', row.id, 'refund')}${act('reversal', row.id, 'reverse')}${act('dispute', row.id, 'dispute')}` : ''}${
        open ? html`${act('won', open.id, 'dispute won')}${act('lost', open.id, 'dispute lost')}` : ''
      }</td></tr>`
  }
  const subscription = (row: Row) => html`<h2>${row.id} <span class="muted">${row.status}</span></h2>
    <p class="muted">${payerOf(row.payer).email}${row.next_at ? html`; next charge ${time(row.next_at)} UTC` : ''}</p>
    <div class="knobs">${row.status === 'ACTIVE' ? html`${act('charge', row.id, 'charge the next period now')}${act('suspend', row.id, 'suspend')}` : ''}${
      row.status === 'SUSPENDED' ? act('activate', row.id, 'resume') : ''
    }${row.status === 'ACTIVE' || row.status === 'SUSPENDED' ? act('cancel', row.id, 'cancel') : ''}</div>
    <div class="scroll"><table><thead><tr><th>At</th><th>Charge</th><th class="amount">Amount</th><th></th></tr></thead>
    <tbody>${payments.chargesOf(String(row.id)).map(charge)}</tbody></table></div>`
  const all = records.latest(100)
  const rows = all.filter(({ payer }) => payer !== null)
  const content = html`<h1>The wallet’s subscriptions</h1><p class="for"><a href="/books">Clock, messages and cards</a></p>
    <p>Waiting messages: ${webhooks.waiting()}</p>
    ${all.length > rows.length ? html`<p class="muted">Opened and not approved: ${all.length - rows.length}</p>` : ''}
    ${rows.length === 0 ? html`<p>None yet.</p>` : rows.map(subscription)}`
  return page('Wallet', content, { language: 'en', framedBy: null, wide: true })
}
