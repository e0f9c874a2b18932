import { describe, expect, it } from 'vitest'
import { emptyAnswer, type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const signedIn = (more: Record<string, unknown> = {}) => ({
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', lastname: 'Auer', email: 'mara@example.org', ...more }),
})
const premium = { subscription: { id: 2, paymentRequired: true } }
const magz = { subscription: { id: 10, paymentRequired: true } }
const promo = (expiryDate: string) => ({ promoCode: { title: 'Lesesommer', expiryDate, expiryDateString: '1. Juli 2099' } })
const no = (status: number, body?: Record<string, unknown>) => () =>
  body ? Response.json({ requestId: 'r', ...body }, { status }) : new Response(null, { status })

const openPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
const post = (path: string, form: Record<string, string>, options: Options = {}) =>
  openPage(path, { method: 'POST', form, ...options })

describe('devices', () => {
  const laptop = { name: 'Firefox, Linux', vendorId: 'a/b', lastAccess: '2026-11-20T08:05:00.000Z', current: true }
  const phone = { name: 'Chrome, Android', vendorId: 'c', lastAccess: '2026-11-19T21:30:00.000Z', current: false }
  const answers = { ...signedIn(), 'user/device/all': [laptop, phone], 'user/device/': emptyAnswer }

  it("lists devices with their last access in the visitor's language and marks the current one", async () => {
    const { text, main } = await openPage('/user/device', { answers })
    expect(text).toMatch(/Firefox, Linux Dieses Gerät 20\. November 2026.{1,6}09:05/)
    expect(main.match(/<tr/g)).toHaveLength(3)
    const english = await openPage('/user/device', { answers, headers: { cookie: 'language=en' } })
    expect(english.text).toMatch(/20 November 2026 at 09:05/)
  })

  it.each([
    ['free', {}, 2],
    ['promo', promo('2099-07-01T00:00:00Z'), 2],
    ['magz', magz, 3],
    ['premium', premium, 5],
  ])('a %s reader has the device limit of the plan', async (_kind, more, count) => {
    const { text } = await openPage('/user/device', { answers: { ...answers, ...signedIn(more) } })
    expect(text).toContain(`Sie können auf bis zu ${count} Geräten lesen.`)
  })

  it('distinguishes identical devices by last use and by a number, visibly and for screen readers', async () => {
    const alike = [1, 2, 3].map((number) => ({ ...phone, vendorId: `p${number}` }))
    const older = { ...phone, vendorId: 'p4', lastAccess: '2026-11-18T21:30:00.000Z' }
    const { main } = await openPage('/user/device', { answers: { ...answers, 'user/device/all': [laptop, ...alike, older] } })
    const buttons = [...main.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map((match) => match[1])
    expect(buttons).toHaveLength(5)
    expect(new Set(buttons).size).toBe(5)
    const rows = [...main.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map((match) =>
      match[1]!.replace(/<button[\s\S]*?<\/button>|value="[^"]*"|<[^>]+>/g, ' '),
    )
    expect(new Set(rows).size).toBe(rows.length)
  })

  it('distinguishes similar devices by place and first login before adding a number', async () => {
    const since = '2026-10-01T06:00:00.000Z'
    const alike = [
      { ...phone, vendorId: 'p1', country: 'AT', since },
      { ...phone, vendorId: 'p2', country: 'CH', since },
      { ...phone, vendorId: 'p3', country: 'CH', since: '2026-10-02T06:00:00.000Z' },
      { ...phone, vendorId: 'p4', country: null, since: null },
    ]
    const { main, text } = await openPage('/user/device', { answers: { ...answers, 'user/device/all': alike } })
    const buttons = [...main.matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map((match) => match[1]!)
    expect(new Set(buttons).size).toBe(4)
    expect(buttons.join()).not.toMatch(/\(\d\)/)
    expect(buttons[0]).toMatch(/^Chrome, Android, Österreich, 1\. Oktober 2026.*08:00, 19\. November/)
    expect(text).toMatch(/Angemeldet seit Ort/)
    expect(text).toMatch(/1\. Oktober 2026.{1,6}08:00 Österreich/)
    expect(text).toMatch(/unbekannt unbekannt/)
    const english = await openPage('/user/device', {
      answers: { ...answers, 'user/device/all': alike },
      headers: { cookie: 'language=en' },
    })
    expect(english.text).toMatch(/1 October 2026 at 08:00 Austria/)
  })

  it('shows a message instead of a table when there are no devices', async () => {
    const { text, main } = await openPage('/user/device', { answers: { ...answers, 'user/device/all': [] } })
    expect(text).toContain('Noch kein Gerät.')
    expect(main).not.toContain('<table')
  })

  it('removes a device after confirmation and encodes its id', async () => {
    const first = await post('/user/device', { device: 'c' }, { answers })
    expect(first.writes).toEqual([])
    expect(first.text).toContain('Chrome, Android wird abgemeldet.')
    const second = await post('/user/device', { device: 'c', confirmed: 'yes' }, { answers })
    expect(second.writes).toEqual(['DELETE user/device/c'])
    expect(second.text).toContain('Chrome, Android wurde entfernt.')
    const own = await post('/user/device', { device: 'a/b', confirmed: 'yes' }, { answers })
    expect(own.writes).toEqual(['DELETE user/device/a%2Fb'])
    expect(own.location).toBe('/user/login')
  })

  it('keeps a device in the list with the reason when removal fails', async () => {
    const failing = { ...answers, 'user/device/c': no(404, { code: 'not_found', message: 'Das gibt es nicht mehr.' }) }
    const { html, text } = await post('/user/device', { device: 'c', confirmed: 'yes' }, { answers: failing })
    expect(text).toContain('Chrome, Android')
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

  it('shows names, timestamps and preferences in words and leaves out empty values', async () => {
    const { text, main } = await openPage('/user/account/export', { answers })
    expect(text).toMatch(/Stand 20\. November 2026/)
    expect(text).toMatch(/E-Mail-Adresse mara@example\.org Newsletter nein Registrierung Plattform web/)
    expect(text).toContain('Dazu ist nichts gespeichert: Lesezeichen.')
    expect(text).not.toContain('Kennung bei Facebook')
    expect(main).toContain('&lt;b&gt;Firefox')
  })

  it('offers the complete export as a file with no-store', async () => {
    const { response, html } = await openPage('/user/account/export.json', { answers })
    expect(JSON.parse(html)).toEqual(everything)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="read-it-2026-11-20.json"')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('requires a login', async () => {
    const { location } = await openPage('/user/account/export.json', {
      answers: { 'user/export': no(401, { code: 'not_signed_in' }) },
      headers: { cookie: '__Host-session=over' },
    })
    expect(location).toMatch(/^\/user\/login\?redirect=/)
  })
})

describe('a promo code', () => {
  const free = { answers: { ...signedIn(), 'promo/': { promoCode: promo('2099-07-01T00:00:00Z').promoCode } } }

  it.each([
    ['anonymous', {}, 'Melden Sie sich an, um Ihren Code einzulösen', false],
    ['premium', signedIn(premium), 'Mit Ihrem Abo lesen Sie ohnehin ohne Werbung', false],
    ['premium while a promo runs', signedIn({ ...premium, ...promo('2099-07-01T00:00:00Z') }), 'ohnehin ohne Werbung', false],
    ['promo', signedIn(promo('2099-07-01T00:00:00Z')), 'Ihre Aktion „Lesesommer“ läuft bis 1. Juli 2099', false],
    ['free', signedIn(), 'Lösen Sie Ihren Code ein', true],
    ['free after a promo', signedIn(promo('2020-07-01T00:00:00')), 'Lösen Sie Ihren Code ein', true],
  ])('has a message for %s readers, and a form only if they can redeem a code', async (_state, answers, words, form) => {
    const { text, main } = await openPage('/promocode', { answers })
    expect(text).toContain(words)
    expect(main.includes('name="code"')).toBe(form)
  })

  it('shows a hint with an example code of eight letters', async () => {
    expect((await openPage('/promocode', free)).text).toMatch(/zum Beispiel [A-Z]{8}\./)
  })

  it('sends the code as a path segment', async () => {
    const { writes } = await post('/promocode', { code: ' LESE/ZEIT ' }, free)
    expect(writes).toEqual(['POST promo/LESE%2FZEIT'])
  })

  it('shows the running promo as soon as the code is redeemed', async () => {
    let redeemed = false
    const answers = {
      'websession/webinfo': () => Response.json(signedIn(redeemed ? promo('2099-07-01T00:00:00Z') : {})['websession/webinfo']),
      'promo/': () => {
        redeemed = true
        return Response.json({ promoCode: promo('2099-07-01T00:00:00Z').promoCode })
      },
    }
    const { response } = await post('/promocode', { code: 'LESEZEIT' }, { answers })
    const next = response.headers.get('location')!
    expect([response.status, next]).toEqual([303, '/promocode?redeemed=1'])
    const { text, main } = await openPage(next, { answers })
    expect(text).toContain('Sie nehmen an der Aktion „Lesesommer“ teil')
    expect(main).toMatch(/autofocus/i)
  })

  it('rejects an empty code without calling the API', async () => {
    const { text, writes } = await post('/promocode', { code: '  ' }, free)
    expect([text.includes('Ungültiger Code.'), writes]).toEqual([true, []])
  })

  it.each([404, 406])('shows status %i as an invalid code at the field and keeps what was typed', async (status) => {
    const answers = { ...signedIn(), 'promo/': no(status, { code: 'code_invalid', message: 'x' }) }
    const { main, text } = await post('/promocode', { code: 'NICHTDA' }, { answers })
    expect(text).toContain('Ungültiger Code. Prüfen Sie bitte, ob er richtig geschrieben ist.')
    expect(main).toContain('value="NICHTDA"')
  })

  it('does not call a code invalid that the reader has redeemed', async () => {
    const message = 'Diesen Code haben Sie schon eingelöst.'
    const answers = { ...signedIn(), 'promo/': no(406, { code: 'code_redeemed', message }) }
    const { text } = await post('/promocode', { code: 'LESEZEIT' }, { answers })
    expect([text.includes(message), text.includes('Ungültiger Code.')]).toEqual([true, false])
  })

  it("shows the API's message for every other error", async () => {
    const answers = { ...signedIn(), 'promo/': no(429, { code: 'too_many_requests', message: 'Bitte warten.' }) }
    const { text } = await post('/promocode', { code: 'LESEZEIT' }, { answers })
    expect(text).toContain('Bitte warten.')
    expect(text).not.toContain('Ungültiger Code.')
  })
})

describe('the feedback form', () => {
  const message = { name: 'Mara', email: 'mara@example.org', title: 'Lob', content: 'Schön hier.\nDanke!' }
  const answers = { feedback: emptyAnswer }

  it.each([
    ['/feedback', { consent: 'yes' }],
    ['/', {}],
  ])('sent from %s has exactly four fields and is confirmed', async (path, more) => {
    const { requests, text } = await post(path, { ...message, ...more }, { answers })
    const sent = requests.find(({ path: called }) => called.endsWith('/feedback'))
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual(message)
    expect(text).toContain('Danke für Ihre Nachricht')
  })

  it('requires consent on the feedback page only and sends nothing without it', async () => {
    expect((await openPage('/feedback')).main).toContain('name="consent"')
    expect((await openPage('/')).main).not.toContain('name="consent"')
    const { writes, text, main } = await post('/feedback', message, { answers })
    expect([writes, text.includes('Ohne Ihr Einverständnis')]).toEqual([[], true])
    expect(main).toContain('Schön hier.')
  })

  it.each([
    ['name', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['name', 'x'.repeat(101), 'Bitte kürzen Sie Ihre Eingabe.'],
    ['email', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['email', 'mara', 'gültige E-Mail-Adresse'],
    ['title', ' ', 'Bitte füllen Sie dieses Feld aus.'],
    ['title', 'x'.repeat(101), 'Bitte kürzen Sie Ihre Eingabe.'],
    ['content', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['content', 'x'.repeat(5001), 'Bitte kürzen Sie Ihre Eingabe.'],
  ])('with an invalid %s is not sent and shows an error at the field', async (name, value, words) => {
    const { writes, response, main } = await post('/', { ...message, [name]: value }, { answers })
    expect([response.status, writes]).toEqual([400, []])
    const field = new RegExp(`<(?:input|textarea)(?=[^>]*name="${name}")(?=[^>]*aria-invalid="true")[^>]*>`).exec(main)?.[0] ?? ''
    const error = /aria-describedby="([^" ]*-error)/.exec(field)?.[1]
    expect(main.split(`id="${error}"`)[1]?.split('</p>')[0]).toContain(words)
  })

  it('keeps the typed message when sending fails', async () => {
    const { text, main } = await post('/feedback', { ...message, consent: 'yes' }, { answers: { feedback: no(503) } })
    expect(text).toContain('Ihr Text steht noch im Formular.')
    expect(main).toContain('Schön hier.')
  })

  it('prefills the form for a signed-in user', async () => {
    const { main } = await openPage('/feedback', { answers: signedIn() })
    expect(main).toContain('value="Mara Auer"')
    expect(main).toContain('value="mara@example.org"')
  })
})

describe.each([
  ['newsletter', '/user/newsletter/unsubscribe', 'user/newsletter/unsubscribe', 'Der Newsletter'],
  ['releases', '/user/releases/unsubscribe', 'user/newsletter/unsubscribe/releases', 'Die Hinweise auf neue Ausgaben'],
])('unsubscribing from %s', (_kind, path, call, words) => {
  const answers = { [call]: emptyAnswer }

  it('does not unsubscribe when the link is opened', async () => {
    const { requests, text, main } = await openPage(`${path}?email=mara%2Bx@example.org`, { answers })
    expect(requests.filter(({ path: called }) => called.includes('unsubscribe'))).toEqual([])
    expect(text).toContain('mara+x@example.org')
    expect(main).toContain('data-press')
  })

  it('lets nobody keep the page or learn its address', async () => {
    for (const query of ['?email=mara@example.org', '?token=abc']) {
      const { headers } = (await openPage(path + query)).response
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'same-origin'])
    }
  })

  it('does not submit the form when the browser prefetches the page', async () => {
    const { main } = await openPage(`${path}?email=mara@example.org`, { headers: { 'sec-purpose': 'prefetch;prerender' } })
    expect(main).not.toContain('data-press')
  })

  it('unsubscribes when the button is pressed and mentions a delay of up to a week', async () => {
    const { writes, text } = await post(path, { email: 'mara+x@example.org' }, { answers })
    expect(writes).toEqual([`POST ${call} email=mara%2Bx%40example.org`])
    expect(text).toContain('bis zu eine Woche')
  })

  it('asks for the address when the link does not contain it', async () => {
    const { main } = await openPage(path)
    expect(main).toMatch(/type="email"/)
    expect(main).not.toContain('data-press')
    const { writes, text } = await post(path, { email: 'mara' }, { answers })
    expect([writes, text.includes('gültige E-Mail-Adresse')]).toEqual([[], true])
  })

  it.each([
    ['de', 'Dieser Link ist ungültig oder abgelaufen. Bitte geben Sie die Adresse an'],
    ['en', 'This link is invalid or has expired. Please enter the address'],
    ['fr', 'Ce lien n’est pas valable ou a expiré. Veuillez indiquer l’adresse'],
  ])('asks for the address after a wrong link (%s)', async (lang, said) => {
    const rejected = { 'user/newsletter/oneclick/abc': no(400, { code: 'token_invalid', message: 'x' }) }
    const { text, main, response } = await post(`${path}?lang=${lang}`, { token: 'abc' }, { answers: rejected })
    expect(response.status).toBe(400)
    expect(text).toContain(said)
    expect(main).toMatch(/type="email"/)
  })

  it('does not blame the link when the server does not answer', async () => {
    const { text } = await post(path, { token: 'abc' }, { answers: { 'user/newsletter/oneclick/abc': no(503) } })
    expect(text).not.toContain('ungültig')
    expect(text).not.toContain('nicht abbestellen')
  })

  it('explains the alternative on status 406 and does not retry', async () => {
    const rejected = { [call]: no(406, { code: 'mail_not_subscribed', message: 'x' }) }
    const { text, main, response } = await post(path, { email: 'wer@example.org' }, { answers: rejected })
    expect(response.status).toBe(406)
    expect(text).toMatch(new RegExp(`${words}.*nicht abbestellen.*Konto aus oder schreiben Sie uns`))
    expect(main).toContain('href="/feedback"')
    expect(main).not.toContain('data-press')
  })
})
