import { describe, expect, it } from 'vitest'
import { openWebsite, operator, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
const received = { receivedAt: '2026-11-21T08:15:30.000Z', number: 'K-20261121-7' }
const answers = { 'contract/cancel': received, 'contract/withdraw': { ...received, number: 'W-20261121-8' } }
const mira = { name: 'Mira Holm', email: 'mira@example.org' }

describe.each([
  ['/cancel', 'Jetzt kündigen', 'Cancel now', 'Résilier maintenant'],
  ['/withdraw', 'Widerruf bestätigen', 'Confirm withdrawal', 'Confirmer la rétractation'],
])('%s', (path, german, english, french) => {
  it('is public and shows its button at once in every language', async () => {
    for (const [language, button] of [
      ['de', german],
      ['en', english],
      ['fr', french],
    ] as const) {
      const { response, main, html } = await openPage(path, { headers: { cookie: `language=${language}` } })
      expect(response.status).toBe(200)
      expect(main.match(/<button/g)).toHaveLength(1)
      expect(main).toMatch(new RegExp(`<button[^>]*>(<[^>]+>)*${button}<`))
      expect(main).not.toMatch(/<button[^>]*disabled/)
      expect(html).not.toMatch(/<script[^>]*type="module"/)
    }
  })

  it('shows what is missing, keeps the input and submits nothing', async () => {
    const { response, text, main, writes } = await openPage(path, {
      method: 'POST',
      form: { name: 'Mira', email: 'mira' },
      answers,
    })
    expect(response.status).toBe(400)
    expect(writes).toEqual([])
    expect(text).toContain('Bitte geben Sie eine gültige E-Mail-Adresse an.')
    expect(main).toContain('value="Mira"')
  })

  it('prefills the form for a signed-in user', async () => {
    const user = visitorFrom('AT', { firstname: 'Mara', lastname: 'Auer', email: 'mara@example.org' })
    const { main } = await openPage(path, { answers: { 'websession/webinfo': user } })
    expect(main).toContain('value="Mara Auer"')
    expect(main).toContain('value="mara@example.org"')
  })

  it('is linked from every page', async () => {
    const { html } = await openPage('/imprint')
    expect(html).toContain(`href="${path}"`)
  })
})

describe('the page of withdrawals', () => {
  it.each([
    ['de', 'Muster-Widerrufsformular', 'Hiermit widerrufe(n) ich/wir', 'vierzehn Tagen ohne Angabe von Gründen'],
    ['en', 'Model withdrawal form', 'hereby give notice', 'fourteen days without giving any reason'],
    ['fr', 'Modèle de formulaire de rétractation', 'vous notifie/notifions', 'quatorze jours, sans donner de motif'],
  ])('has the instructions and the form in %s, with the operator’s names filled in', async (language, ...parts) => {
    const { text, main } = await openPage('/withdraw', { headers: { cookie: `language=${language}` } })
    const { company } = operator
    for (const part of [...parts, company.name, company.street, company.phone, company.mail])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    expect(main).toContain('id="instructions"')
    expect(text).not.toMatch(/\{\w+\}/)
  })

  it("explains the effect of reading on the right of withdrawal under the operator's policy", async () => {
    const kept = await openPage('/withdraw', { operatorValues: { withdrawal: 'kept' } })
    expect(kept.text).toContain('der auf die Tage bis zum Eingang Ihres Widerrufs entfällt')
    expect(kept.text).not.toContain('Wann das Recht vorzeitig endet')
    const givenUp = await openPage('/withdraw', { operatorValues: { withdrawal: 'given-up' } })
    expect(givenUp.text).toContain('Wann das Recht vorzeitig endet')
    expect(givenUp.text).not.toContain('entfällt')
    expect((await openPage('/cancel')).main).not.toContain('id="instructions"')
  })
})

it('submits a cancellation and shows its receipt with content, time and number', async () => {
  const form = { ...mira, contract: 'V-000042', manner: 'extraordinary', reason: 'Umzug', wishedEnd: '2026-12-31' }
  const { response, text, writes, main } = await openPage('/cancel', { method: 'POST', form, answers })
  expect(response.status).toBe(200)
  expect(writes).toEqual([
    'POST contract/cancel name=Mira+Holm&email=mira%40example.org&contract=V-000042&manner=extraordinary&reason=Umzug&wishedEnd=2026-12-31',
  ])
  for (const part of [
    'Ihre Kündigung ist eingegangen',
    'Außerordentliche Kündigung',
    'K-20261121-7',
    'Mira Holm',
    'V-000042',
    'Umzug',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/21\. November 2026.{1,8}09:15:30 MEZ/)
  expect(main).toContain('<time dateTime="2026-11-21T08:15:30.000Z"')
})

it.each([
  ['de', 'darum werden die nächsten 30 Tage noch berechnet'],
  ['en', 'so the next 30 days are still charged'],
  ['fr', 'les 30 jours suivants sont donc encore facturés'],
])(
  'says in %s on the receipt and behind the link of the e-mail what a late cancellation is still charged',
  async (language, charged) => {
    const headers = { cookie: `language=${language}` }
    const declared = { ...received, outcome: 'applied', endsAt: '2999-01-20T08:00:00.000Z' }
    const receipt = async (late: boolean) =>
      (await openPage('/cancel', { method: 'POST', form: mira, headers, answers: { 'contract/cancel': { ...declared, late } } }))
        .text
    expect(await receipt(true)).toContain(charged)
    expect(await receipt(false)).not.toContain(charged)
    const confirmed = { 'contract/declaration': { ...declared, kind: 'cancel', confirmed: true, late: true } }
    expect((await openPage('/contract/confirm?token=t', { headers, answers: confirmed })).text).toContain(charged)
  },
)

it('asks for name, email and contract only on a withdrawal', async () => {
  const { main } = await openPage('/withdraw')
  expect([...main.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual(['name', 'email', 'contract'])
  const { text, writes } = await openPage('/withdraw', { method: 'POST', form: mira, answers })
  expect(writes).toEqual(['POST contract/withdraw name=Mira+Holm&email=mira%40example.org&contract='])
  expect(text).toContain('W-20261121-8')
})

it('includes the reason of a cancellation for cause', async () => {
  const { text, writes } = await openPage('/cancel', {
    method: 'POST',
    form: { ...mira, manner: 'extraordinary', reason: ' ' },
    answers,
  })
  expect(text).toContain('Nennen Sie bitte den Grund.')
  expect(writes).toEqual([])
})

it('escapes user input', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  const { main } = await openPage('/cancel', {
    method: 'POST',
    form: { ...mira, name: evil, contract: evil, reason: evil },
    answers,
  })
  expect(main).not.toContain('<img src=x')
})

it('keeps the input and shows the reason when the API rejects it', async () => {
  const tooMany = () =>
    Response.json({ code: 'too_many_requests', message: 'Bitte warten Sie einen Augenblick.', requestId: 'r' }, { status: 429 })
  const { response, text, main } = await openPage('/cancel', {
    method: 'POST',
    form: mira,
    answers: { 'contract/cancel': tooMany },
  })
  expect(response.status).toBe(429)
  expect(text).toContain('Bitte warten Sie einen Augenblick.')
  expect(main).toContain('value="Mira Holm"')
})

describe('what happens next', () => {
  const declare = (path: string, more: object, cookie = 'language=de') =>
    openPage(path, { method: 'POST', form: mira, answers: { ...answers, ...more }, headers: { cookie } })

  it.each([
    ['/cancel', 'language=de', 'Kündigung bestätigen'],
    ['/cancel', 'language=en', 'Confirm cancellation'],
    ['/cancel', 'language=fr', 'Confirmer la résiliation'],
    ['/withdraw', 'language=de', 'Widerruf bestätigen'],
    ['/withdraw', 'language=en', 'Confirm withdrawal'],
    ['/withdraw', 'language=fr', 'Confirmer la rétractation'],
  ])('%s refers signed-out visitors to the button in the e-mail (%s)', async (path, cookie, button) => {
    const { text, main } = await declare(path, {}, cookie)
    expect(text).toContain(button)
    expect(main).toContain('href="/contract/confirm"')
    expect(text).not.toMatch(/EXIT\.|\{\w+\}/)
  })

  it.each([
    ['/withdraw', { outcome: 'applied', endsAt: '2026-11-21T08:15:30.000Z' }, 'Ihr Vertrag ist beendet.'],
    ['/withdraw', { outcome: 'by-hand', endsAt: null }, 'Das prüfen wir persönlich.'],
    ['/withdraw', { outcome: 'too-late', endsAt: null }, 'Die 14 Tage für einen Widerruf'],
    ['/cancel', { outcome: 'unknown', endsAt: null }, 'Zu Ihrem Konto finden wir keinen laufenden Vertrag.'],
    ['/cancel', { outcome: 'applied', endsAt: '2099-12-21T08:15:30.000Z' }, 'Ihr Vertrag endet am 21. Dezember 2099.'],
  ])('%s shows signed-in readers the outcome: %j', async (path, effect, words) => {
    const more = { 'contract/cancel': { ...received, ...effect }, 'contract/withdraw': { ...received, ...effect } }
    const { text } = await declare(path, more)
    expect(text).toContain(words)
    expect(text).not.toContain('Wie es weitergeht')
  })
})

describe('/contract/confirm', () => {
  const declared = {
    kind: 'withdraw',
    number: 'W-20261121-8',
    receivedAt: '2026-11-21T08:15:30.000Z',
    outcome: 'unconfirmed',
    endsAt: null,
    confirmed: false,
    answered: false,
  }
  const confirmed = { ...declared, outcome: 'applied', endsAt: '2026-11-21T09:00:00.000Z', confirmed: true }
  const path = '/contract/confirm?token=abc'

  it('shows number and time, changes nothing on GET and is not cached', async () => {
    const { response, text, main, writes } = await openPage(path, { answers: { 'contract/declaration': declared } })
    expect(writes).toEqual([])
    expect(text).toContain('W-20261121-8')
    expect(text).toMatch(/21\. November 2026.{1,8}09:15:30 MEZ/)
    expect(main).toContain('name="token" value="abc"')
    expect(main).not.toContain('data-press')
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  it.each([
    ['unconfirmed', 'Ihr Vertrag bleibt, wie er ist.'],
    // One for cause has stopped the renewal already.
    ['by-hand', 'Dann bestätigen Sie nichts, und schreiben Sie uns bitte gleich.'],
  ])('says what to do about a declaration by somebody else with the outcome %s', async (outcome, words) => {
    const { text, main } = await openPage(path, { answers: { 'contract/declaration': { ...declared, outcome } } })
    expect(text).toContain('Ist die Erklärung nicht von Ihnen?')
    expect(text).toContain(words)
    expect(main.includes('href="/feedback"')).toBe(words.includes('schreiben Sie uns'))
  })

  it('confirms by its button and shows the result', async () => {
    const { writes, text } = await openPage('/contract/confirm', {
      method: 'POST',
      form: { token: 'abc' },
      answers: { 'contract/confirm': confirmed },
    })
    expect(writes).toEqual(['POST contract/confirm token=abc&number='])
    expect(text).toContain('Ihre Erklärung ist bestätigt.')
    expect(text).toContain('Ihr Vertrag ist beendet.')
  })

  it('shows the result of a confirmed declaration, and that the operator has answered one, without a button', async () => {
    const { text, main } = await openPage(path, { answers: { 'contract/declaration': confirmed } })
    expect(text).toContain('Ihr Vertrag ist beendet.')
    expect(main).not.toContain('<button')
    const answered = { ...declared, outcome: 'by-hand', answered: true }
    const settled = await openPage(path, { answers: { 'contract/declaration': answered } })
    expect(settled.text).toContain('Ihre Erklärung W-20261121-8 Diese Erklärung haben wir bearbeitet.')
    expect(settled.text).not.toContain('Innerhalb von 14 Tagen')
    expect(settled.main).not.toContain('<button')
  })

  it('explains what to do about an expired link', async () => {
    const old = () => Response.json({ code: 'token_expired', message: 'Abgelaufen.', requestId: 'r' }, { status: 498 })
    const { text, main } = await openPage(path, { answers: { 'contract/declaration': old } })
    expect(text).toContain('Ihre Erklärung liegt uns weiterhin vor.')
    for (const href of ['/user/login?redirect=%2Fcontract%2Fconfirm', '/feedback']) expect(main).toContain(`href="${href}"`)
  })

  it('lists pending declarations by number without a link, and requires a login', async () => {
    const user = visitorFrom('AT', { firstname: 'Mara', lastname: 'Auer', email: 'mara@example.org' })
    const waiting = { 'websession/webinfo': user, 'contract/unconfirmed': { declarations: [declared] } }
    const { main } = await openPage('/contract/confirm', { answers: waiting })
    expect(main).toContain('name="number" value="W-20261121-8"')
    const mentioned = { 'websession/webinfo': user, billing: { declarations: [declared] } }
    expect((await openPage('/withdraw', { answers: mentioned })).main).toContain('href="/contract/confirm"')
    const received = { ...declared, kind: 'withdraw', outcome: 'by-hand', confirmed: true }
    const answers = { 'websession/webinfo': user, billing: { declarations: [received] } }
    const { text } = await openPage('/withdraw', { answers })
    expect(text).toContain('Ihr Widerruf W-20261121-8 ist schon eingegangen.')
    expect((await openPage('/cancel', { answers })).text).not.toContain('schon eingegangen')
    const stranger = await openPage('/contract/confirm')
    expect(stranger.main).toContain('/user/login?redirect=%2Fcontract%2Fconfirm')
    expect(stranger.main).not.toContain('<button')
  })
})
