import { walletWords } from './words.ts'

const words = Object.fromEntries(
  Object.entries(walletWords).map(([language, { button, open, show }]) => [language, { button, open, show }]),
)

const STYLE = `
.sandbox-wallet { display: grid; gap: 8px; font: 600 15px/1.4 system-ui, sans-serif; text-align: center; }
.sandbox-wallet button { min-height: 48px; padding: 6px 16px; border: 0; border-radius: 8px; font: inherit; cursor: pointer;
  background: #ffc439; color: #14213d; }
.sandbox-wallet button:disabled { cursor: not-allowed; }
.sandbox-wallet button:focus-visible { outline: 3px solid #14213d; outline-offset: 2px; box-shadow: 0 0 0 6px #fff; }
.sandbox-wallet b { font-weight: 800; font-style: italic; }
.sandbox-wallet small { margin-inline-start: 4px; padding: 2px 6px; border-radius: 4px; background: #14213d; color: #fff; font: 600 12px/1.3 system-ui, sans-serif; }
.sandbox-wallet [role=status] { padding: 10px 12px; border-radius: 8px; background: #fff6dc; color: #14213d; font-weight: 400; }
.sandbox-wallet [role=status]:empty { display: none; }
.sandbox-wallet [role=status] button { display: block; margin: 4px auto 0; min-height: 44px; background: none; text-decoration: underline; }
`

/**
 * The script that a page loads in place of PayPal's own: `paypal.Buttons(…)` with the same callbacks. The click itself opens the
 * window, because browsers block others. The script polls for the payer's decision, so that the windows need not communicate.
 */
export const sdk = `(() => {
const own = document.currentScript
const base = own.src.split('/sdk/js')[0]
const words = ${JSON.stringify(words)}
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
async function call(path, body) {
  const headers = { 'content-type': 'text/plain' }
  const answer = await fetch(base + path, body && { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error('The wallet of the sandbox answers ' + answer.status)
  return answer.json()
}
function element(name, fields, ...children) {
  const made = Object.assign(document.createElement(name), fields)
  made.append(...children)
  return made
}
function Buttons(given) {
  const language = document.documentElement.lang.slice(0, 2)
  const w = words[language] || words.en
  const button = element('button', { type: 'button' }, w.button.before + ' ', element('b', { textContent: 'PayPal' }), ' ' + w.button.after + ' ', element('small', { textContent: 'Sandbox' }))
  const status = element('div')
  status.setAttribute('role', 'status')
  const root = element('div', { className: 'sandbox-wallet' }, button, status)
  const features = 'popup,width=480,height=720'
  let popup = null
  let busy = false

  async function answered(token, subscriptionID) {
    for (let failures = 0; ; ) {
      const gone = popup && popup.closed
      const { answer } = await call('/sdk/subscriptions/' + token).catch(error => {
        if (++failures === 20) throw error
        return {}
      })
      if (answer === 'approved') return true
      if (answer === 'cancelled' || gone) return false
      await pause(400)
    }
  }
  async function press() {
    if (busy) return popup && popup.focus()
    busy = true
    const name = 'sandbox-wallet-' + Date.now()
    popup = open(base + '/approve/wait?lang=' + language, name, features)
    try {
      let opens = true
      if (given.onClick) await given.onClick({ fundingSource: 'paypal' }, { resolve() {}, reject() { opens = false } })
      if (!opens) return popup && popup.close()
      let token = ''
      const create = async order => {
        const made = await call('/sdk/subscriptions', { ...order, language })
        token = made.token
        return made.id
      }
      const subscriptionID = await given.createSubscription({}, { subscription: { create } })
      const address = base + '/approve/' + token
      if (popup) popup.location = address
      const show = element('button', { type: 'button', textContent: w.show })
      show.onclick = () => { popup && !popup.closed ? popup.focus() : popup = open(address, name, features) }
      status.replaceChildren(w.open + ' ', show)
      const approved = await answered(token, subscriptionID)
      if (popup) popup.close()
      status.replaceChildren()
      if (approved) await given.onApprove({ subscriptionID, orderID: 'O-' + token.slice(0, 12) })
      else if (given.onCancel) given.onCancel({ orderID: '' })
    } catch (error) {
      if (popup) popup.close()
      status.replaceChildren()
      if (given.onError) given.onError(error)
      else throw error
    } finally {
      busy = false
    }
  }
  button.onclick = press
  return {
    async render(place) {
      const target = typeof place === 'string' ? document.querySelector(place) : place
      const nonce = own.dataset.cspNonce || own.nonce
      if (!document.querySelector('style[data-sandbox-wallet]')) {
        const style = element('style', { nonce, textContent: ${JSON.stringify(STYLE)} })
        style.dataset.sandboxWallet = ''
        document.head.append(style)
      }
      if (given.onInit) given.onInit({}, { enable() { button.disabled = false }, disable() { button.disabled = true } })
      target.append(root)
    },
    close: () => root.remove(),
  }
}
window.paypal = { version: 'sandbox', Buttons }
})()
`
