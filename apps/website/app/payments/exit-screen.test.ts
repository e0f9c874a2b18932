import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

async function visit(path: string, options: Options = {}) {
  const page = await visitor(website.handle)(path, {
    ...options,
    headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
  })
  const main = /<main[\s\S]*<\/main>/.exec(page.html)?.[0] ?? ''
  const said = main.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const calls = page.asked.filter(({ method }) => method !== 'GET')
  return { ...page, main, said, calls: calls.map(({ path: called, body }) => `${called.replace('/api/v8/', '')} ${body}`) }
}
const received = { receivedAt: '2026-11-21T08:15:30.000Z', number: 'K-20261121-7' }
const answers = { 'contract/cancel': received, 'contract/withdraw': { ...received, number: 'W-20261121-8' } }
const mira = { name: 'Mira Holm', email: 'mira@example.org' }

describe.each([
  ['/cancel', 'jetzt kündigen', 'cancel now', 'résilier maintenant'],
  ['/withdraw', 'Widerruf bestätigen', 'Confirm withdrawal', 'Confirmer la rétractation'],
])('%s', (path, german, english, french) => {
  it('is open to everybody: its one button is there at once, in every language', async () => {
    for (const [language, button] of [
      ['de', german],
      ['en', english],
      ['fr', french],
    ] as const) {
      const { response, main, html } = await visit(path, { headers: { cookie: `language=${language}` } })
      expect(response.status).toBe(200)
      expect(main.match(/<button/g)).toHaveLength(1)
      expect(main).toMatch(new RegExp(`<button[^>]*>(<[^>]+>)*${button}<`))
      expect(main).not.toMatch(/<button[^>]*disabled/)
      expect(html).not.toMatch(/<script[^>]*type="module"/)
    }
  })

  it('says what is missing, keeps what was typed, and declares nothing', async () => {
    const { response, said, main, calls } = await visit(path, { method: 'POST', form: { name: 'Mira', email: 'mira' }, answers })
    expect(response.status).toBe(400)
    expect(calls).toEqual([])
    expect(said).toContain('Bitte geben Sie eine gültige E-Mail-Adresse an.')
    expect(main).toContain('value="Mira"')
  })

  it('knows who is signed in', async () => {
    const user = visitorFrom('AT', { firstname: 'Mara', lastname: 'Auer', email: 'mara@example.org' })
    const { main } = await visit(path, { answers: { 'websession/webinfo': user } })
    expect(main).toContain('value="Mara Auer"')
    expect(main).toContain('value="mara@example.org"')
  })

  it('is linked from every page', async () => {
    const { html } = await visit('/imprint')
    expect(html).toContain(`href="${path}"`)
  })
})

it('a cancellation is sent as declared and answered with its receipt: content, time and number', async () => {
  const form = { ...mira, contract: 'V-000042', manner: 'extraordinary', reason: 'Umzug', wishedEnd: '2026-12-31' }
  const { response, said, calls, main } = await visit('/cancel', { method: 'POST', form, answers })
  expect(response.status).toBe(200)
  expect(calls).toEqual([
    'contract/cancel name=Mira+Holm&email=mira%40example.org&contract=V-000042&manner=extraordinary&reason=Umzug&wishedEnd=2026-12-31',
  ])
  for (const part of [
    'Ihre Kündigung ist eingegangen',
    'Außerordentliche Kündigung',
    'K-20261121-7',
    'Mira Holm',
    'V-000042',
    'Umzug',
  ])
    expect(said).toContain(part)
  expect(said).toMatch(/21\. November 2026.{1,8}09:15:30 MEZ/)
  expect(main).toContain('<time dateTime="2026-11-21T08:15:30.000Z"')
})

it('a withdrawal asks for name, mail and contract only', async () => {
  const { main } = await visit('/withdraw')
  expect([...main.matchAll(/name="(\w+)"/g)].map(([, name]) => name)).toEqual(['name', 'email', 'contract'])
  const { said, calls } = await visit('/withdraw', { method: 'POST', form: mira, answers })
  expect(calls).toEqual(['contract/withdraw name=Mira+Holm&email=mira%40example.org&contract='])
  expect(said).toContain('W-20261121-8')
})

it('a cancellation for cause names the cause', async () => {
  const { said, calls } = await visit('/cancel', {
    method: 'POST',
    form: { ...mira, manner: 'extraordinary', reason: ' ' },
    answers,
  })
  expect(said).toContain('Nennen Sie bitte den Grund.')
  expect(calls).toEqual([])
})

it('what somebody types is text', async () => {
  const evil = '<img src=x onerror=alert(1)>'
  const { main } = await visit('/cancel', {
    method: 'POST',
    form: { ...mira, name: evil, contract: evil, reason: evil },
    answers,
  })
  expect(main).not.toContain('<img src=x')
})

it('where the API refuses, the form stays filled and says why', async () => {
  const tooMany = () =>
    Response.json({ code: 'too_many_requests', message: 'Bitte warten Sie einen Augenblick.', requestId: 'r' }, { status: 429 })
  const { response, said, main } = await visit('/cancel', { method: 'POST', form: mira, answers: { 'contract/cancel': tooMany } })
  expect(response.status).toBe(429)
  expect(said).toContain('Bitte warten Sie einen Augenblick.')
  expect(main).toContain('value="Mira Holm"')
})
