import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyAnswer, loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const signedIn = (more: Record<string, unknown> = {}) => ({
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', lastname: 'Auer', email: 'mara@example.org', ...more }),
})
const premium = { subscription: { id: 2, paymentRequired: true } }
const magz = { subscription: { id: 10, paymentRequired: true } }
const promo = (expiryDate: string) => ({ promoCode: { title: 'Lesesommer', expiryDate, expiryDateString: '1. Juli 2099' } })
const no = (status: number, body?: Record<string, unknown>) => () =>
  body ? Response.json({ requestId: 'r', ...body }, { status }) : new Response(null, { status })

async function visit(path: string, options: Options = {}) {
  const page = await visitor(website.handle)(path, {
    ...options,
    headers: { 'sec-fetch-site': 'same-origin', ...options.headers },
  })
  const main = /<main[\s\S]*<\/main>/.exec(page.html)?.[0] ?? ''
  const said = main
    .replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&amp;', '&')
  const calls = page.asked
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path: called, body }) => `${method} ${called.replace('/api/v8/', '')} ${body}`.trim())
  return { ...page, main, said, calls }
}
const post = (path: string, form: Record<string, string>, options: Options = {}) =>
  visit(path, { method: 'POST', form, ...options })

describe('devices', () => {
  const laptop = { name: 'Firefox, Linux', vendorId: 'a/b', lastAccess: '2026-11-20T08:05:00.000Z', current: true }
  const phone = { name: 'Chrome, Android', vendorId: 'c', lastAccess: '2026-11-19T21:30:00.000Z', current: false }
  const answers = { ...signedIn(), 'user/device/all': [laptop, phone], 'user/device/': emptyAnswer }

  it('are named with their last access as the language writes it, this one marked', async () => {
    const { said, main } = await visit('/user/device', { answers })
    expect(said).toMatch(/Firefox, Linux Dieses Gerät 20\. November 2026.{1,6}09:05/)
    expect(main.match(/<tr/g)).toHaveLength(3)
    const english = await visit('/user/device', { answers, headers: { cookie: 'language=en' } })
    expect(english.said).toMatch(/20 November 2026 at 09:05/)
  })

  it.each([
    ['free', {}, 2],
    ['promo', promo('2099-07-01T00:00:00Z'), 2],
    ['magz', magz, 3],
    ['premium', premium, 5],
  ])('a %s reader may have so many', async (_kind, more, count) => {
    const { said } = await visit('/user/device', { answers: { ...answers, ...signedIn(more) } })
    expect(said).toContain(`Auf bis zu ${count} Geräten`)
  })

  it('that are alike are told apart by their last use, and by a number, for eyes and ears', async () => {
    const alike = [1, 2, 3].map((number) => ({ ...phone, vendorId: `p${number}` }))
    const older = { ...phone, vendorId: 'p4', lastAccess: '2026-11-18T21:30:00.000Z' }
    const { main } = await visit('/user/device', { answers: { ...answers, 'user/device/all': [laptop, ...alike, older] } })
    const buttons = [...main.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map((match) => match[1])
    expect(buttons).toHaveLength(5)
    expect(new Set(buttons).size).toBe(5)
    const rows = [...main.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map((match) =>
      match[1]!.replace(/<button[\s\S]*?<\/button>|value="[^"]*"|<[^>]+>/g, ' '),
    )
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('that are alike are told apart by place and since when, before any number', async () => {
    const since = '2026-10-01T06:00:00.000Z'
    const alike = [
      { ...phone, vendorId: 'p1', country: 'AT', since },
      { ...phone, vendorId: 'p2', country: 'CH', since },
      { ...phone, vendorId: 'p3', country: 'CH', since: '2026-10-02T06:00:00.000Z' },
      { ...phone, vendorId: 'p4', country: null, since: null },
    ]
    const { main, said } = await visit('/user/device', { answers: { ...answers, 'user/device/all': alike } })
    const buttons = [...main.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map((match) => match[1]!)
    expect(new Set(buttons).size).toBe(4)
    expect(buttons.join()).not.toMatch(/\(\d\)/)
    expect(buttons[0]).toMatch(/^Chrome, Android, Österreich, 1\. Oktober 2026.*08:00, 19\. November/)
    expect(said).toMatch(/Angemeldet seit Ort/)
    expect(said).toMatch(/1\. Oktober 2026.{1,6}08:00 Österreich/)
    expect(said).toMatch(/unbekannt unbekannt/)
    const english = await visit('/user/device', {
      answers: { ...answers, 'user/device/all': alike },
      headers: { cookie: 'language=en' },
    })
    expect(english.said).toMatch(/1 October 2026 at 08:00 Austria/)
  })

  it('none: words instead of a table', async () => {
    const { said, main } = await visit('/user/device', { answers: { ...answers, 'user/device/all': [] } })
    expect(said).toContain('Noch kein Gerät.')
    expect(main).not.toContain('<table')
  })

  it('are removed once that was confirmed, their id encoded', async () => {
    const first = await post('/user/device', { device: 'c' }, { answers })
    expect(first.calls).toEqual([])
    expect(first.said).toContain('Chrome, Android wird abgemeldet, und sein Platz wird frei.')
    const second = await post('/user/device', { device: 'c', confirmed: 'yes' }, { answers })
    expect(second.calls).toEqual(['DELETE user/device/c'])
    expect(second.said).toContain('Chrome, Android ist entfernt.')
    const own = await post('/user/device', { device: 'a/b', confirmed: 'yes' }, { answers })
    expect(own.calls).toEqual(['DELETE user/device/a%2Fb'])
    expect(own.location).toBe('/user/login')
  })

  it('that could not be removed stay in the list, with the reason', async () => {
    const failing = { ...answers, 'user/device/c': no(404, { code: 'not_found', message: 'Das gibt es nicht mehr.' }) }
    const { html, said } = await post('/user/device', { device: 'c', confirmed: 'yes' }, { answers: failing })
    expect(said).toContain('Chrome, Android')
    expect(html).toContain('Das gibt es nicht mehr.')
  })
})

describe('the export', () => {
  const everything = {
    exportedAt: '2026-11-20T08:05:00.000Z',
    account: { email: 'mara@example.org', newsletter: false, facebookId: null, registration: { platform: 'web', referrer: '' } },
    devices: [{ name: '<b>Firefox</b>', lastAccess: '2026-11-19T21:30:00.000Z' }],
    bookmarks: [],
  }
  const answers = { ...signedIn(), 'user/export': everything }

  it('reads like a page: names, moments and switches in words, nothing that is empty', async () => {
    const { said, main } = await visit('/user/account/export', { answers })
    expect(said).toMatch(/Stand 20\. November 2026/)
    expect(said).toMatch(/E-Mail-Adresse mara@example\.org Newsletter nein Registrierung Plattform web/)
    expect(said).toContain('Dazu ist nichts gespeichert: Lesezeichen.')
    expect(said).not.toContain('Kennung bei Facebook')
    expect(main).toContain('&lt;b&gt;Firefox')
  })

  it('is a file as well, whole, for nobody else to keep', async () => {
    const { response, html } = await visit('/user/account/export.json', { answers })
    expect(JSON.parse(html)).toEqual(everything)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="read-it-2026-11-20.json"')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('is nothing for strangers', async () => {
    const { location } = await visit('/user/account/export.json', {
      answers: { 'user/export': no(401, { code: 'not_signed_in' }) },
      headers: { cookie: '__Host-session=over' },
    })
    expect(location).toMatch(/^\/user\/login\?redirect=/)
  })
})

describe('a promo code', () => {
  const free = { answers: { ...signedIn(), 'promo/': { promoCode: promo('2099-07-01T00:00:00Z').promoCode } } }

  it.each([
    ['anonymous', {}, 'Bitte melden Sie sich dafür an', false],
    ['premium', signedIn(premium), 'Sie lesen mit Ihrem Abo ohnehin werbefrei', false],
    ['premium while a promo runs', signedIn({ ...premium, ...promo('2099-07-01T00:00:00Z') }), 'ohnehin werbefrei', false],
    ['promo', signedIn(promo('2099-07-01T00:00:00Z')), 'Ihre Aktion „Lesesommer“ läuft bis 1. Juli 2099', false],
    ['free', signedIn(), 'Lösen Sie ihn hier ein', true],
    ['free after a promo', signedIn(promo('2020-07-01T00:00:00')), 'Lösen Sie ihn hier ein', true],
  ])('means for %s: its own words, the form only where it can be redeemed', async (_state, answers, words, form) => {
    const { said, main } = await visit('/promocode', { answers })
    expect(said).toContain(words)
    expect(main.includes('name="code"')).toBe(form)
  })

  it('has a hint of eight letters', async () => {
    expect((await visit('/promocode', free)).said).toMatch(/zum Beispiel [A-Z]{8}\./)
  })

  it('is redeemed by its own name in the path', async () => {
    const { calls } = await post('/promocode', { code: ' LESE/ZEIT ' }, free)
    expect(calls).toEqual(['POST promo/LESE%2FZEIT'])
  })

  it('redeemed: the reader takes part, and that shows at once', async () => {
    let redeemed = false
    const answers = {
      'websession/webinfo': () => Response.json(signedIn(redeemed ? promo('2099-07-01T00:00:00Z') : {})['websession/webinfo']),
      'promo/': () => {
        redeemed = true
        return Response.json({ promoCode: promo('2099-07-01T00:00:00Z').promoCode })
      },
    }
    const { said } = await post('/promocode', { code: 'LESEZEIT' }, { answers })
    expect(said).toContain('Sie nehmen an der Aktion „Lesesommer“ teil')
  })

  it('that is empty is invalid, without a call', async () => {
    const { said, calls } = await post('/promocode', { code: '  ' }, free)
    expect([said.includes('Ungültiger Code.'), calls]).toEqual([true, []])
  })

  it.each([404, 406])('refused with %i is invalid at its field, and stays there', async (status) => {
    const answers = { ...signedIn(), 'promo/': no(status, { code: 'code_invalid', message: 'x' }) }
    const { main, said } = await post('/promocode', { code: 'NICHTDA' }, { answers })
    expect(said).toContain('Ungültiger Code.')
    expect(main).toContain('value="NICHTDA"')
  })

  it('refused otherwise says so in the words of the API', async () => {
    const answers = { ...signedIn(), 'promo/': no(429, { code: 'too_many_requests', message: 'Bitte warten.' }) }
    const { said } = await post('/promocode', { code: 'LESEZEIT' }, { answers })
    expect(said).toContain('Bitte warten.')
    expect(said).not.toContain('Ungültiger Code.')
  })
})

describe('a message to the house', () => {
  const message = { name: 'Mara', email: 'mara@example.org', title: 'Lob', content: 'Schön hier.\nDanke!' }
  const answers = { feedback: emptyAnswer }

  it.each([
    ['/feedback', { consent: 'yes' }],
    ['/', {}],
  ])('from %s is sent with exactly four fields, and thanked for', async (path, more) => {
    const { asked, said } = await post(path, { ...message, ...more }, { answers })
    const sent = asked.find(({ path: called }) => called.endsWith('/feedback'))
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual(message)
    expect(said).toContain('Danke für Ihre Nachricht')
  })

  it('asks for consent on its page only; without it nothing is sent', async () => {
    expect((await visit('/feedback')).main).toContain('name="consent"')
    expect((await visit('/')).main).not.toContain('name="consent"')
    const { calls, said, main } = await post('/feedback', message, { answers })
    expect([calls, said.includes('Ohne Ihr Einverständnis')]).toEqual([[], true])
    expect(main).toContain('Schön hier.')
  })

  it.each([
    ['name', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['name', 'x'.repeat(101), 'Das ist zu lang.'],
    ['email', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['email', 'mara', 'gültige E-Mail-Adresse'],
    ['title', ' ', 'Bitte füllen Sie dieses Feld aus.'],
    ['title', 'x'.repeat(101), 'Das ist zu lang.'],
    ['content', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['content', 'x'.repeat(5001), 'Das ist zu lang.'],
  ])('with a wrong %s is not sent, and that is said at its field', async (name, value, words) => {
    const { calls, response, main } = await post('/', { ...message, [name]: value }, { answers })
    expect([response.status, calls]).toEqual([400, []])
    const field = new RegExp(`<(?:input|textarea)(?=[^>]*name="${name}")(?=[^>]*aria-invalid="true")[^>]*>`).exec(main)?.[0] ?? ''
    const error = /aria-describedby="([^" ]*-error)/.exec(field)?.[1]
    expect(main.split(`id="${error}"`)[1]?.split('</p>')[0]).toContain(words)
  })

  it('that could not be sent is still in the form', async () => {
    const { said, main } = await post('/feedback', { ...message, consent: 'yes' }, { answers: { feedback: no(503) } })
    expect(said).toContain('Ihr Text steht noch im Formular.')
    expect(main).toContain('Schön hier.')
  })

  it('knows who is signed in', async () => {
    const { main } = await visit('/feedback', { answers: signedIn() })
    expect(main).toContain('value="Mara Auer"')
    expect(main).toContain('value="mara@example.org"')
  })
})

describe.each([
  ['newsletter', '/user/newsletter/unsubscribe', 'user/newsletter/unsubscribe', 'Der Newsletter'],
  ['releases', '/user/releases/unsubscribe', 'user/newsletter/unsubscribe/releases', 'Die Hinweise auf neue Ausgaben'],
])('unsubscribing from %s', (_kind, path, call, words) => {
  const answers = { [call]: emptyAnswer }

  it('is nothing that looking at the link does', async () => {
    const { asked, said, main } = await visit(`${path}?email=mara%2Bx@example.org`, { answers })
    expect(asked.filter(({ path: called }) => called.includes('unsubscribe'))).toEqual([])
    expect(said).toContain('mara+x@example.org')
    expect(main).toContain('data-press')
  })

  it('is not done by a page that a browser fetches ahead', async () => {
    const { main } = await visit(`${path}?email=mara@example.org`, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect(main).not.toContain('data-press')
  })

  it('is done by its button, and may take a week', async () => {
    const { calls, said } = await post(path, { email: 'mara+x@example.org' }, { answers })
    expect(calls).toEqual([`POST ${call} email=mara%2Bx%40example.org`])
    expect(said).toContain('bis zu eine Woche')
  })

  it('asks for the address where the link names none', async () => {
    const { main } = await visit(path)
    expect(main).toMatch(/type="email"/)
    expect(main).not.toContain('data-press')
    const { calls, said } = await post(path, { email: 'mara' }, { answers })
    expect([calls, said.includes('gültige E-Mail-Adresse')]).toEqual([[], true])
  })

  it('that is refused with 406 says how else, and is not tried again by itself', async () => {
    const refused = { [call]: no(406, { code: 'mail_not_subscribed', message: 'x' }) }
    const { said, main, response } = await post(path, { email: 'wer@example.org' }, { answers: refused })
    expect(response.status).toBe(406)
    expect(said).toMatch(new RegExp(`${words}.*nicht abbestellen.*Konto aus oder schreiben Sie uns`))
    expect(main).toContain('href="/feedback"')
    expect(main).not.toContain('data-press')
  })
})
