import { html, raw } from 'hono/html'
import { moneyText, page } from '../page.ts'
import type { Row } from '../store.ts'
import type { Language } from '../words.ts'
import { COUNTRIES, PAYERS, type PayerName } from './payers.ts'
import type { Cycle } from './plans.ts'
import { walletWords } from './words.ts'

export type Ending = 'approved' | 'cancelled' | 'silent' | 'left'

/** Returns the page of the window in which a payer approves or cancels a subscription. Works without JavaScript. */
export function approvalPage(row: Row, cycles: readonly Cycle[]): Promise<Response> {
  const language = row.language as Language
  const w = walletWords[language]
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const [first, ...next] = cycles.map((cycle) => costs(cycle, language))
  const payer = ([name, { email }]: [string, { email: string }], place: number) => html`<label class="payer">
    <input type="radio" name="payer" value="${name}"${place === 0 ? raw(' checked') : ''}>
    <span>${email}<br><span class="muted">${w.payers[name as PayerName]}</span></span></label>`
  const content = html`<h1>${w.title}</h1>${row.merchant ? html`<p class="for">${w.for(new URL(String(row.merchant)).host)}</p>` : ''}
    <dl><dt>${w.today}</dt><dd>${first!.today}</dd>${[...first!.rest, ...next.map((each) => each.whole)].map(
      (text, place) => html`<dt>${place === 0 ? w.later : ''}</dt><dd>${text}</dd>`,
    )}</dl>
    <form method="post">
      <div class="do"><button class="main" name="decision" value="approve">${w.approve}</button>
      <button name="decision" value="cancel">${w.cancel}</button></div>
      <details open><summary>${w.more}</summary>
      <fieldset class="payers"><legend>${w.payer}</legend>${Object.entries(PAYERS).map(payer)}</fieldset>
      <div class="field"><label for="country">${w.address}</label><select id="country" name="country">${COUNTRIES.map(
        (each) => html`<option value="${each}">${each ? names.of(each) : w.noAddress}</option>`,
      )}</select></div>
      <div class="do"><button name="decision" value="leave">${w.leave}</button>
      <button name="decision" value="approve-silently">${w.silently}</button></div></details></form>`
  return page(w.title, content, { language, framedBy: null })
}

/** Describes the price of a cycle: its first charge, the ones after it, and all of them. */
function costs({ amount, currency, charges, count, unit }: Cycle, language: Language) {
  const w = walletWords[language]
  const price = amount === 0 ? w.free : moneyText(amount, currency || 'EUR', language)
  const every = w.every(count, unit)
  const whole = charges === null ? w.endless(price, every) : w.charges(charges, price, every)
  const rest = charges === null ? w.endless(price, every) : charges > 1 ? w.charges(charges - 1, price, every) : null
  return { today: price, rest: rest === null ? [] : [rest], whole }
}

/** Returns the page after the decision; the window closes itself if the browser allows it. */
export function endPage(ending: Ending, language: Language): Promise<Response> {
  const w = walletWords[language]
  const content = html`<h1>${w[ending]}</h1><p class="for">${w[`${ending}Hint`]}</p>`
  return page(w[ending], content, { language, framedBy: null, ...(ending !== 'silent' && { script: 'setTimeout(close, 1200)' }) })
}

/** Returns the page that the window shows until the merchant has created the subscription. */
export const waitPage = (language: Language): Promise<Response> =>
  page(walletWords[language].wait, html`<h1>${walletWords[language].wait}</h1>`, { language, framedBy: null })
