import { html, raw } from 'hono/html'
import { CARDS, IBANS, inGroups } from './outcomes.ts'
import { heightReporter, type Markup, page } from './page.ts'
import type { Setup, Typed } from './setups.ts'
import { type Problem, words } from './words.ts'

type Problems = Partial<Record<keyof Typed, Problem>>

/** Returns the page on which a card or bank account is entered, framed by the merchant. Works without JavaScript. */
export function paymentPage(setup: Setup, typed: Partial<Typed> = {}, problems: Problems = {}): Promise<Response> {
  const { language, kinds, creditor, returnUrl } = setup
  const w = words[language]
  const merchant = new URL(returnUrl).origin
  const chosen = typed.kind === 'DD' || !kinds.includes('CC') ? 'DD' : 'CC'
  const field = (name: keyof Typed, label: string, options: { hint?: string; mode?: string; most: number }) => {
    const wrong = problems[name]
    return html`<div class="field"><label for="${name}">${label}${options.hint ? html` <span class="hint">(${options.hint})</span>` : ''}</label>
      <input id="${name}" name="${name}" value="${name === 'code' ? '' : (typed[name] ?? '')}" maxlength="${options.most}" autocomplete="off"
        spellcheck="false"${options.mode ? raw(` inputmode="${options.mode}"`) : ''}${wrong ? raw(` aria-invalid="true" aria-describedby="${name}-wrong"`) : ''}>
      ${wrong ? html`<p class="wrong" id="${name}-wrong" role="alert">${w.problem[wrong]}</p>` : ''}</div>`
  }
  const kindOf = (kind: 'CC' | 'DD') =>
    html`<label><input type="radio" name="kind" id="kind-${kind}" value="${kind}"${chosen === kind ? raw(' checked') : ''}> ${kind === 'CC' ? w.card : w.debit}</label>`

  const content = html`<h1>${w.title}</h1><p class="for">${w.for(creditor)}</p>
    ${problems.kind ? html`<p class="wrong" role="alert">${w.problem[problems.kind]}</p>` : ''}
    <form method="post" novalidate>
      <fieldset${kinds.length < 2 ? raw(' hidden') : ''}><legend>${w.how}</legend><div class="kinds">${kinds.map(kindOf)}</div></fieldset>
      ${
        kinds.includes('CC')
          ? html`<div class="fields of-card">
        ${field('number', w.number, { mode: 'numeric', most: 30 })}
        <div class="pair">${field('expiry', w.expiry, { hint: w.expiryHint, mode: 'numeric', most: 9 })}${field('code', w.code, { mode: 'numeric', most: 4 })}</div></div>`
          : ''
      }
      ${
        kinds.includes('DD')
          ? html`<div class="fields of-account">
        ${field('iban', w.iban, { most: 42 })}${field('name', w.holder, { most: 70 })}<p class="mandate">${w.mandate(creditor)}</p></div>`
          : ''
      }
      <div class="do">${kinds.includes('CC') ? html`<button class="main of-card">${w.save}</button>` : ''}
        ${kinds.includes('DD') ? html`<button class="main of-account">${w.agree}</button>` : ''}
        <button class="quiet" name="cancel" value="1">${w.cancel}</button></div>
      ${hints(setup, chosen)}
    </form>`
  return page(w.title, content, { language, framedBy: merchant, script: fillIn + heightReporter(merchant) })
}

/** Returns the list of test numbers with the behaviour of each. */
function hints({ language, kinds }: Setup, chosen: string): Markup {
  const w = words[language]
  const list = (kind: 'CC' | 'DD', numbers: typeof CARDS) =>
    html`<ul class="numbers ${kind === 'CC' ? 'of-card' : 'of-account'}">${numbers.map(
      ({
        number,
        behaviour,
        country,
      }) => html`<li><span class="number">${inGroups(number)}</span> <span class="muted">${w.behaviour[behaviour]}${country ? `, ${country}` : ''}</span>
      <button type="button" class="small" data-kind="${kind}" data-number="${inGroups(number)}" aria-label="${w.use}: ${inGroups(number)}" hidden>${w.use}</button></li>`,
    )}</ul>`
  return html`<details${chosen ? raw(' open') : ''}><summary>${w.numbers}</summary><p class="muted">${w.numbersIntro}</p>
    ${kinds.includes('CC') ? list('CC', CARDS) : ''}${kinds.includes('DD') ? list('DD', IBANS) : ''}</details>`
}

const fillIn = `
document.querySelector('[aria-invalid]')?.focus();
for (const button of document.querySelectorAll('[data-number]')) {
  button.hidden = false;
  button.onclick = () => {
    const card = button.dataset.kind === 'CC';
    document.getElementById(card ? 'number' : 'iban').value = button.dataset.number;
    if (card) {
      document.getElementById('expiry').value = '12/' + String(new Date().getFullYear() + 3).slice(2);
      document.getElementById('code').value = '123';
    } else document.getElementById('name').value = 'Probe';
    document.getElementById(card ? 'number' : 'iban').focus();
  };
}
document.querySelector('form').addEventListener('submit', (event) => {
  setTimeout(() => { for (const each of event.target.querySelectorAll('button')) each.disabled = true; });
});`
