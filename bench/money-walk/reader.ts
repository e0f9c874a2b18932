// A reader of the walk who behaves like an app: uses only the public API, keeps cookies, reads e-mails and answers the bank.
import { ACCEPTANCE_VERSIONS } from '@kiosk/domain/payments/limits'
import { sentMails } from './mail.ts'
import type { World } from './world.ts'

const TOKEN = 'read-it-web-development'
const PASSWORD = 'Sommerwind-7'
/** Delay before an unanswered request is repeated, and number of repetitions: long enough for a killed server to be back. */
const TRY_AGAIN_MS = 100
const TRIES = 300

type ShownCharge = { at: number; price: number; day: string }
/** Amounts shown by a cart, minor units: `total` is charged at once, then `price` for `reduced` charges, then `regular`. */
export type Shown = {
  at: number
  plan: number
  total: number
  price: number
  regular: number
  reduced: number
  /** Id of the subscription that was approved at the wallet. */
  approved?: string
}
type Answer = { status: number; body: unknown }

export class Reader {
  readonly email: string
  readonly country: string
  readonly #world: World
  readonly #cookies = new Map<string, string>()
  readonly #network: string
  /** Next charges shown by the billing page, newest last. */
  readonly shownCharges: ShownCharge[] = []
  readonly shown: Shown[] = []
  /** Totals next to the order button when it was pressed. */
  readonly accepted: { at: number; plan: number; total: number }[] = []
  erased = false
  /** Server that this reader uses: 0 or 1. */
  home = 0

  constructor(world: World, number: number, country: string) {
    this.#world = world
    this.email = `walker-${number}@example.org`
    this.country = country
    this.#network = `2001:db8:${number.toString(16)}`
  }

  /** Calls the API until a server answers. @throws Error if none does, or for a 5xx response other than 503 */
  async ask(method: string, path: string, form?: Record<string, string>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#send(method, path, form).catch((error: unknown) => {
        if (tries >= TRIES) throw error
        return null
      })
      if (answer) {
        for (const each of answer.headers.getSetCookie()) {
          const [name, value] = each.split(';')[0]!.split(/=(.*)/s) as [string, string]
          if (value) this.#cookies.set(name, value)
          else this.#cookies.delete(name)
        }
        const text = await answer.text().catch(() => '')
        if (answer.status >= 500 && answer.status !== 503)
          throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
        return { status: answer.status, body: parsed(text) }
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }

  #send(method: string, path: string, form?: Record<string, string>): Promise<Response> {
    const port = this.#world.ports[this.home]!
    return fetch(`http://localhost:${port}/api/v8/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-api-token': TOKEN,
        'accept-language': 'de',
        'x-country': this.country,
        'x-forwarded-for': `${this.#network}:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
        origin: this.#world.publicUrl,
        cookie: [...this.#cookies].map((each) => each.join('=')).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(60_000),
    })
  }

  /** Calls the API signed in; signs in again if the session has ended. */
  async own(method: string, path: string, form?: Record<string, string>): Promise<Answer> {
    const answer = await this.ask(method, path, form)
    if (answer.status !== 401 || this.erased) return answer
    await this.logIn()
    return this.ask(method, path, form)
  }

  async register(): Promise<void> {
    await this.ask('POST', 'user/registration/newuser', { email: this.email, password: PASSWORD })
    const token = await this.mailedToken('/user/verify?')
    const { status } = await this.ask('GET', `user/registration/verification?token=${token}`)
    if (status !== 200) throw new Error(`verification: ${status}`)
    await this.logIn()
  }

  async logIn(): Promise<void> {
    const form = { username: this.email, password: PASSWORD, remainSignedIn: 'true', type: '0' }
    const { status, body } = await this.ask('POST', 'websession/login', form)
    if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`)
  }

  /** Waits for an e-mailed link to `path`. Returns the token of the newest one. */
  async mailedToken(path: string): Promise<string> {
    for (let tries = 0; tries < TRIES; tries++) {
      const own = (await sentMails(this.#world)).filter(({ to }) => to === this.email)
      for (const { text } of own.toReversed()) {
        const found = text.split(' ').find((word) => word.includes(path))
        const token = found && new URL(found).searchParams.get('token')
        if (token) return token
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
    throw new Error(`${this.email} got no link to ${path}`)
  }

  /** Accepts an order. @param total amount shown next to the button, in minor units */
  async accept(subscription: number, total: number): Promise<void> {
    const form = {
      subscription: String(subscription),
      version: ACCEPTANCE_VERSIONS.kept,
      accepted: 'true',
      totalPrice: String(total),
    }
    this.accepted.push({ at: this.#world.now().getTime(), plan: subscription, total })
    await this.own('POST', 'payment/acceptance', form)
  }

  /** Enters a card or an account on the provider's page. @param closesTab the page is closed before it redirects back */
  async leaveMethod(setupPath: string, number: string, closesTab: boolean): Promise<void> {
    const id = setupPath.split('/').at(-1)!
    const { status, body } = await this.own('GET', `payment/setup/${id}`)
    const { url, state } = body as { url?: string; state?: string }
    if (status !== 200 || state !== 'open' || !url) return
    const page = new URL(url).pathname
    const typed = /^[A-Z]/.test(number)
      ? { kind: 'DD', iban: number, name: 'Walker' }
      : { kind: 'CC', number, expiry: '12/40', code: '123' }
    const answer = await this.#form(page, typed)
    const next = answer?.headers.get('location') ?? ''
    if (next.startsWith('/acs')) {
      const challenge = new URLSearchParams(next.split('?')[1]).get('challenge')!
      await this.#form('/acs', { challenge, decision: 'pass' })
    }
    if (closesTab) return
    await this.ask('GET', `psp/return/${id}`)
    await this.own('GET', `payment/setup/${id}`)
  }

  /**
   * Presses the wallet's button and answers its window.
   * @returns the id of the subscription, or null if it was not approved
   */
  async approveAtWallet(planId: string, customId: string, answer: { payer: string; decision: string }): Promise<string | null> {
    const order = { plan_id: planId, custom_id: customId, language: 'de' }
    const made = await fetch(`${this.#world.sandboxUrl}/wallet/sdk/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: this.#world.publicUrl },
      body: JSON.stringify(order),
    }).catch(() => null)
    if (made?.status !== 201) return null
    const { id, token } = (await made.json()) as { id: string; token: string }
    await this.#form(`/wallet/approve/${token}`, answer)
    return answer.decision === 'approve' ? id : null
  }

  /** Completes the bank authentication of an attempt, if there is one. */
  async answerBank(attemptId: string, decision: 'pass' | 'fail' | 'abandon'): Promise<void> {
    const { status, body } = await this.own('GET', `psp/url/payment?id=${attemptId}`)
    if (status !== 200) return
    const { url, params } = body as { url: string; params: Record<string, string> }
    await this.#form(new URL(url).pathname, { ...params, decision })
    await this.own('GET', `payment/attempt/${attemptId}`)
  }

  /**
   * Completes the bank authentication of a renewal, like the page behind the e-mailed link; works signed out.
   * @param closesTab the bank's page is closed before it redirects back
   */
  async confirmRenewal(token: string, decision: 'pass' | 'fail' | 'abandon' | 'leave', closesTab: boolean): Promise<void> {
    const { status, body } = await this.ask('POST', 'payment/question', { token })
    const bank = status === 200 ? (body as { bank: { url: string; params: Record<string, string> } | null }).bank : null
    if (!bank || decision === 'leave') return
    const answer = await this.#form(new URL(bank.url).pathname, { ...bank.params, decision })
    const back = answer?.headers.get('location')
    if (!back || closesTab) return
    const { pathname, search } = new URL(back, this.#world.publicUrl)
    await this.ask('GET', (pathname + search).replace('/api/v8/', ''))
    await this.ask('GET', `payment/question?token=${token}`)
  }

  /** Opens a page of the website. @throws Error for a 5xx response other than 503 */
  async openPage(path: string): Promise<void> {
    await this.#visit(path, {})
  }

  /** Sends a form of the website, as without scripts. @throws Error for a 5xx response other than 503 */
  async sendForm(path: string, fields: Record<string, string>): Promise<void> {
    await this.#visit(path, { method: 'POST', body: new URLSearchParams(fields) })
  }

  async #visit(path: string, init: RequestInit): Promise<void> {
    const headers = { origin: this.#world.publicUrl, 'accept-language': 'de', 'x-country': this.country }
    const url = `http://localhost:${this.#world.ports[this.home]}${path}`
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' }).catch(() => null)
    if (answer && answer.status >= 500 && answer.status !== 503) throw new Error(`${path}: ${answer.status}`)
    await answer?.text().catch(() => '')
  }

  /** Records the next charge shown by the billing page, for the comparison with the actual charge. */
  async hearPrice(): Promise<void> {
    if (this.erased) return
    const { status, body } = await this.own('GET', 'billing')
    const billing = body as { nextPrice?: number; nextDebitDate?: string; state?: string } | null
    if (status !== 200 || billing?.nextPrice === undefined || !billing.nextDebitDate) return
    if (billing.state === 'past-due') return
    this.shownCharges.push({ at: this.#world.now().getTime(), price: billing.nextPrice, day: billing.nextDebitDate })
  }

  async #form(path: string, fields: Record<string, string>): Promise<Response | null> {
    const init = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const
    return fetch(this.#world.sandboxUrl + path, init).catch(() => null)
  }

  static readonly password = PASSWORD
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
