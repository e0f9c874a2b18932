import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Charges } from './charges.ts'
import type { Clock } from './clock.ts'
import { formOf } from './form-of.ts'
import { moneyText, page } from './page.ts'
import type { Store } from './store.ts'
import { DAY_MS } from './time.ts'
import type { CardWebhooks } from './webhooks.ts'
import { words } from './words.ts'

type Records = { store: Store; clock: Clock; webhooks: CardWebhooks }
type Options = Records & { charges: Charges; processDue(): void }

/** Returns the routes of the page with the provider's records, for developers: clock, webhooks, charges. */
export function books({ store, clock, webhooks, charges, processDue }: Options): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/', () => booksPage({ store, clock, webhooks }))
  app.post('/', async ({ req, redirect, text }) => {
    if (req.header('sec-fetch-site') !== 'same-origin') return text('foreign origin', 403)
    const form = await formOf(req.raw)
    if (form.forward === 'real') clock.set(Date.now())
    else if (form.forward) clock.forward(Number(form.forward) * DAY_MS)
    if (form.back) charges.takeBack(form.back, form.code === 'disputed' ? 'disputed' : 'returned')
    const typed = (['delay', 'double', 'shuffle', 'drop'] as const).filter((name) => name in form)
    webhooks.setKnobs(Object.fromEntries(typed.map((name) => [name, Math.max(0, Number(form[name]) || 0)])))
    processDue()
    return redirect('/books', 303)
  })
  return app
}

function booksPage({ store, clock, webhooks }: Records): Promise<Response> {
  const charges = store.rows(
    `select charges.*, methods.masked, methods.brand, methods.behaviour from charges
      left join methods on methods.reference = charges.method order by charges.created_at desc limit 100`,
  )
  const sums = store.rows('select currency, sum(amount) as sum from movements group by currency')
  const knobs = webhooks.knobs()
  const time = (at: unknown) => new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ')
  const act = (fields: Record<string, string>, label: string) =>
    html`<form method="post" action="/books">${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button class="small">${label}</button></form>`

  const content = html`<h1>Books of the sandbox</h1>
    <p class="for">${sums.length === 0 ? 'No money has moved yet.' : sums.map(({ sum, currency }) => html`${moneyText(Number(sum), String(currency), 'en')} `)}</p>
    <h2>Clock</h2><p>It is <strong>${time(clock.now())} UTC</strong> here${clock.isSet() ? '; the clock was set' : ''}. Debits end by this clock.</p>
    <div class="knobs">${act({ forward: '1' }, 'a day later')}${act({ forward: '7' }, 'a week later')}${act({ forward: '30' }, '30 days later')}${act({ forward: 'real' }, 'real time')}</div>
    <h2>Messages to the merchant</h2><p>${webhooks.waiting()} wait.</p>
    <form method="post" action="/books" class="knobs">${(['delay', 'shuffle', 'double', 'drop'] as const).map(
      (name) =>
        html`<div class="field"><label for="${name}">${name} <span class="hint">(${name === 'double' || name === 'drop' ? '0–1' : 's'})</span></label>
        <input id="${name}" name="${name}" value="${knobs[name]}" inputmode="decimal"></div>`,
    )}<button>Set</button></form>
    <p><a href="/books/wallet">Subscriptions of the wallet</a></p>
    <h2>Charges</h2><div class="scroll"><table><thead><tr><th>At</th><th>Method</th><th>State</th><th>For</th><th class="amount">Amount</th><th></th></tr></thead><tbody>
    ${charges.map(
      (
        each,
      ) => html`<tr><td class="number">${time(each.created_at)}</td><td>${each.brand} ${each.masked}<br><span class="muted">${
        each.behaviour ? words.en.behaviour[each.behaviour as 'succeeds'] : ''
      }</span></td><td>${each.state}${each.code ? html`<br><span class="muted">${each.code}</span>` : ''}</td><td class="muted">${each.description}<br>${each.attempt_id}</td>
      <td class="amount">${moneyText(Number(each.amount), String(each.currency), 'en')}</td>
      <td>${each.state === 'succeeded' ? html`${act({ back: String(each.attempt_id), code: 'disputed' }, 'dispute')}${act({ back: String(each.attempt_id), code: 'returned' }, 'return')}` : ''}</td></tr>`,
    )}</tbody></table></div>`
  return page('Books', content, { language: 'en', framedBy: null, wide: true })
}
