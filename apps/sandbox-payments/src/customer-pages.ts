import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Authentications, Decision } from './authentications.ts'
import { challengePage, overPage } from './challenge-page.ts'
import { formOf } from './form-of.ts'
import { paymentPage } from './payment-page.ts'
import type { Setups, Typed } from './setups.ts'
import type { Row, Store } from './store.ts'
import type { Language } from './words.ts'

type Options = { store: Store; setups: Setups; authentications: Authentications }

/** Returns the pages on which a customer enters a payment method, and on which the customer's bank authenticates. */
export function customerPages({ store, setups, authentications }: Options): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/pay/:id', async ({ req, redirect }) => {
    const setup = setups.find(req.param('id'))
    if (!setup) return overPage('de', null)
    if (setup.state !== 'open') return redirect(setup.returnUrl, 303)
    const problem = req.query('problem')
    const known = problem === 'authentication_failed' || problem === 'abandoned' ? problem : null
    return paymentPage(setup, {}, known ? { number: known } : {})
  })
  app.post('/pay/:id', async ({ req, redirect }) => {
    const setup = setups.find(req.param('id'))
    if (!setup) return overPage('de', null)
    const form = await formOf(req.raw)
    if (setup.state === 'open' && form.cancel) setups.giveUp(setup.id)
    if (setup.state !== 'open' || form.cancel) return redirect(setup.returnUrl, 303)
    const { kind = '', number = '', expiry = '', code = '', iban = '', name = '' } = form
    const typed: Typed = { kind, number, expiry, code, iban, name }
    const submitted = setups.submit(setup, typed)
    if (submitted.next === 'again') return paymentPage(setup, typed, submitted.problems)
    return redirect(submitted.next === 'done' ? setup.returnUrl : `/acs?challenge=${submitted.token}`, 303)
  })
  app.get('/acs', ({ req }) => showChallenge(req.query('challenge') ?? ''))
  app.post('/acs', async ({ req, redirect }) => {
    const { challenge: token = '', decision } = await formOf(req.raw)
    if (decision !== 'pass' && decision !== 'fail' && decision !== 'abandon') return showChallenge(token)
    const challenge = store.row("select * from challenges where token = ? and state = 'open'", token)
    if (!challenge) return showChallenge(token)
    return redirect(
      store.inTransaction(() => decide(challenge, decision)),
      303,
    )
  })

  /** Applies the decision of a bank authentication. @returns the URL to which the browser is redirected */
  function decide({ token, setup: setupId, attempt_id, behaviour }: Row, decision: Decision): string {
    store.run('update challenges set state = ? where token = ?', decision, token!)
    if (attempt_id) {
      authentications.answer(String(attempt_id), decision)
      return String(store.row('select return_url from charges where attempt_id = ?', attempt_id)!.return_url)
    }
    const setup = setups.find(String(setupId))!
    if (setup.state !== 'open') return setup.returnUrl
    if (decision === 'pass') setups.passChallenge(setup, String(behaviour))
    return decision === 'pass'
      ? setup.returnUrl
      : `/pay/${setup.id}?problem=${decision === 'fail' ? 'authentication_failed' : 'abandoned'}`
  }

  function showChallenge(token: string): Promise<Response> {
    const known = store.row('select * from challenges where token = ?', token)
    if (!known) return overPage('de', null)
    const charge = known.attempt_id ? store.row('select * from charges where attempt_id = ?', known.attempt_id) : undefined
    const method = charge && store.row('select * from methods where reference = ?', charge.method!)
    const setup = known.setup ? setups.find(String(known.setup)) : null
    const language = (setup?.language ?? method?.language ?? 'de') as Language
    const back = String(charge?.return_url ?? setup?.returnUrl)
    if (known.state !== 'open') return overPage(language, back)
    return challengePage({
      token,
      language,
      origin: new URL(back).origin,
      merchant: String(charge?.description ?? setup?.creditor ?? ''),
      money: charge ? { minor: Number(charge.amount), currency: String(charge.currency) } : null,
      masked: String(method?.masked ?? (JSON.parse(String(known.behaviour)) as { masked: string }).masked),
    })
  }

  return app
}
