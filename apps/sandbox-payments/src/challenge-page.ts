import { html } from 'hono/html'
import { heightReporter, moneyText, page } from './page.ts'
import { type Language, words } from './words.ts'

/** Returns the bank's authentication page, to which a 3-D Secure form is posted. */
export function challengePage(options: {
  token: string
  language: Language
  merchant: string
  /** Origin that may frame it. */
  origin: string
  money: { minor: number; currency: string } | null
  masked: string
}): Promise<Response> {
  const { token, language, merchant, money, masked, origin } = options
  const w = words[language]
  const content = html`<h1>${w.bank}</h1><p class="for">${w.approvePayment(merchant)}</p>
    <dl><dt>${w.amount}</dt><dd>${money ? moneyText(money.minor, money.currency, language) : w.noAmount}</dd>
      <dt>${w.card}</dt><dd>${masked}</dd></dl>
    <form method="post" action="/acs"><input type="hidden" name="challenge" value="${token}">
      <div class="do"><button class="main" name="decision" value="pass">${w.pass}</button>
      <button name="decision" value="fail">${w.fail}</button>
      <button class="quiet" name="decision" value="abandon">${w.abandon}</button></div></form>`
  return page(w.bank, content, { language, framedBy: origin, script: heightReporter(origin) })
}

export function overPage(language: Language, back: string | null): Promise<Response> {
  const w = words[language]
  const content = html`<h1>${w.over}</h1><p class="for">${w.overHint}</p>${back ? html`<p><a class="button" href="${back}">${w.back}</a></p>` : ''}`
  return page(w.over, content, { language, framedBy: back && new URL(back).origin, status: back ? 200 : 404 })
}
