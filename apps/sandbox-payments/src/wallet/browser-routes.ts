import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { overPage } from '../challenge-page.ts'
import { type Language, languages } from '../words.ts'
import { approvalPage, type Ending, endPage, waitPage } from './approval-page.ts'
import type { Approvals, SubscriptionRequested } from './approvals.ts'
import { countryOf } from './payers.ts'
import { Rejected } from './rejected.ts'
import { sdk } from './sdk.ts'
import type { SubscriptionRecords } from './subscription-records.ts'

const LONGEST_BODY_CHARACTERS = 10_000
const ENDINGS = { approve: 'approved', 'approve-silently': 'silent', cancel: 'cancelled' } as const
/** Any page may load the script and its API, which returns only the result of a secret token. */
const FOR_ANYBODY = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}

const languageOf = (text: unknown): Language => languages.find((each) => each === text) ?? 'de'

type Options = { records: SubscriptionRecords; approvals: Approvals }

/** Returns the routes for the buyer's browser: the script of the button, its API, and the window for the approval. */
export function browserRoutes({ records, approvals }: Options): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use('/sdk/*', cors({ origin: '*', allowMethods: ['GET', 'POST'] }))
  app.get('/sdk/js', ({ body }) => body(sdk, 200, { ...FOR_ANYBODY, 'content-type': 'text/javascript; charset=utf-8' }))
  app.post('/sdk/subscriptions', async ({ req, json }) => {
    const text = await req.text()
    if (text.length > LONGEST_BODY_CHARACTERS) return json({}, 413, FOR_ANYBODY)
    try {
      const requested = JSON.parse(text) as SubscriptionRequested & { language?: string }
      const origin = req.header('origin') ?? ''
      const merchant = /^https?:\/\//.test(origin) && URL.canParse(origin) ? origin : null
      const row = approvals.add(requested, { language: languageOf(requested.language), merchant })
      return json({ id: row.id, token: row.token }, 201, FOR_ANYBODY)
    } catch (error) {
      if (error instanceof Rejected) return json(error.toBody(), error.status, FOR_ANYBODY)
      if (error instanceof SyntaxError) return json({}, 400, FOR_ANYBODY)
      throw error
    }
  })
  app.get('/sdk/subscriptions/:token', ({ req, json }) => {
    const row = records.byToken(req.param('token'))
    if (!row) return json({}, 404, FOR_ANYBODY)
    return json({ answer: row.answer === 'silent' ? null : row.answer }, 200, FOR_ANYBODY)
  })

  app.get('/approve/wait', ({ req }) => waitPage(languageOf(req.query('lang'))))
  app.get('/approve/:token', ({ req }) => {
    const row = records.byToken(req.param('token'))
    if (!row) return overPage('de', null)
    if (row.answer !== null) return endPage(row.answer as Ending, row.language as Language)
    return approvalPage(row, records.cyclesOf(row))
  })
  app.post('/approve/:token', async ({ req, text }) => {
    if (req.header('sec-fetch-site') === 'cross-site') return text('foreign origin', 403)
    const row = records.byToken(req.param('token'))
    if (!row) return overPage('de', null)
    const form = new URLSearchParams((await req.text()).slice(0, LONGEST_BODY_CHARACTERS))
    const decision = form.get('decision')
    const language = row.language as Language
    if (row.answer !== null) return endPage(row.answer as Ending, language)
    if (decision === 'leave') return endPage('left', language)
    if (decision !== 'approve' && decision !== 'approve-silently' && decision !== 'cancel')
      return approvalPage(row, records.cyclesOf(row))
    const isTaken = approvals.decide(String(row.id), decision, {
      payer: form.get('payer') ?? '',
      country: countryOf(form.get('country')),
    })
    return isTaken ? endPage(ENDINGS[decision], language) : overPage(language, null)
  })
  return app
}
