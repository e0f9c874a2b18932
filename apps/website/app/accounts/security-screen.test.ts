import { securityEventKinds } from '@kiosk/domain/accounts/security-event-kinds'
import { languages } from '@kiosk/domain/locale'
import { secondFactorLoginMessages, securityMessages } from '@kiosk/i18n/messages/security'
import { securityEventMessages } from '@kiosk/i18n/messages/security-events'
import { describe, expect, it } from 'vitest'
import { type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const OWN = 'reference-of-mara'
const signedIn = {
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', email: 'mara@example.org', accountReference: OWN }),
}
const session = (id: number, more: object = {}) => ({
  id,
  name: 'Chrome · Android',
  app: 'Chrome · Android',
  kind: 'browser',
  country: 'AT',
  signedInAt: '2026-11-20T08:05:00.000Z',
  lastSeenAt: '2026-11-21T21:30:00.000Z',
  current: false,
  ...more,
})
const passkey = { id: 7, name: 'Laptop', createdAt: '2026-11-20T08:05:00.000Z', lastUsedAt: null, synced: true }
const state = {
  hasPassword: true,
  confirmed: true,
  secondFactor: false,
  recoveryCodesLeft: 0,
  passkeys: [passkey],
  providers: [] as string[],
}
const answers = (options: { state?: object; sessions?: object[]; events?: object[]; support?: object } = {}) => ({
  ...signedIn,
  'user/security/events': options.events ?? [],
  'user/security': { ...state, ...options.state },
  'user/support': { running: null, asked: null, views: [], ...options.support },
  'user/sessions': options.sessions ?? [session(1, { current: true })],
})

const openPage = openWebsite({ headers: { 'sec-fetch-site': 'same-origin' } })
const post = (form: Record<string, string>, options: Options = {}) =>
  openPage('/user/security', { method: 'POST', form: { account: OWN, ...form }, ...options })
const namesOf = (main: string) => [...main.matchAll(/aria-label="([^"]+)"/g)].map((match) => match[1]!)

describe('support', () => {
  const views = [{ by: 'Nora Feld', openedAt: '2026-11-20T08:05:00.000Z', lookedAt: '2026-11-20T08:20:00.000Z' }]
  const asked = { by: 'Nora Feld', at: '2026-11-20T08:00:00.000Z' }
  const running = { since: '2026-11-20T08:03:00.000Z', endsAt: '2026-11-20T08:33:00.000Z' }

  it('says who asked, and offers the permission once the identity is confirmed', async () => {
    const { text, main } = await openPage('/user/security', { answers: answers({ support: { asked } }) })
    expect(text).toMatch(/Nora Feld vom Support hat Sie darum gebeten: 20\. November 2026.{1,6}09:00/)
    expect(main).toContain('value="support-allow"')
    const unconfirmed = answers({ support: { asked }, state: { confirmed: false } })
    expect((await openPage('/user/security', { answers: unconfirmed })).main).not.toContain('value="support-allow"')
  })

  it('says until when it is allowed and who looked, and ends it', async () => {
    const { text, main } = await openPage('/user/security', { answers: answers({ support: { running, asked, views } }) })
    expect(text).toContain('Der Support kann Ihr Konto bis 09:33 Uhr ansehen.')
    expect(text).toMatch(/Nora Feld ?20\. November 2026.{1,6}09:05 bis 09:20 Uhr/)
    expect(main).toContain('value="support-end"')
    expect(main).not.toContain('value="support-allow"')
    const ended = await post(
      { intent: 'support-end' },
      { answers: { ...answers(), 'user/support': () => new Response(null, { status: 204 }) } },
    )
    expect(ended.writes).toEqual(['DELETE user/support'])
    expect(ended.response.headers.get('location')).toBe('/user/security?done=support-ended')
  })
})

describe('providers', () => {
  it('are listed, and removed once the identity is confirmed', async () => {
    expect((await openPage('/user/security', { answers: answers() })).main).not.toContain('id="providers"')
    const { text, main } = await openPage('/user/security', { answers: answers({ state: { providers: ['apple'] } }) })
    expect(text).toContain('Anmeldung über andere Dienste')
    expect(namesOf(main)).toContain('Anmeldung über Apple entfernen')
    const unconfirmed = answers({ state: { providers: ['apple'], confirmed: false } })
    expect((await openPage('/user/security', { answers: unconfirmed })).main).not.toContain('value="provider-remove"')
    const removed = await post(
      { intent: 'provider-remove', provider: 'apple' },
      { answers: { ...answers(), 'user/identity/apple': () => new Response(null, { status: 204 }) } },
    )
    expect(removed.writes).toEqual(['DELETE user/identity/apple'])
    expect(removed.response.headers.get('location')).toBe('/user/security?done=provider-removed')
    const done = await openPage('/user/security?done=provider-removed', { answers: answers() })
    expect(done.text).toContain('Die Anmeldung über diesen Dienst wurde entfernt.')
  })
})

describe('sign-ins', () => {
  it('gives every session and its button a distinct name, even when names, places and times are equal', async () => {
    const alike = [session(2), session(3), session(4, { country: 'DE' }), session(5, { name: 'Küche' })]
    const { text, main } = await openPage('/user/security', {
      answers: answers({ sessions: [session(1, { current: true }), ...alike] }),
    })
    expect(text).toMatch(/Chrome · Android Dieses Gerät .*Österreich.*20\. November 2026.{1,6}09:05/)
    expect(text).toContain('Deutschland')
    const ends = namesOf(main).filter((name) => name.startsWith('Abmelden'))
    expect(ends).toHaveLength(4)
    expect(new Set(ends).size).toBe(4)
    expect(new Set(namesOf(main)).size).toBe(namesOf(main).length)
    const headings = [...main.matchAll(/<h3>([\s\S]*?)<\/h3>/g)].map((match) => match[1])
    expect(new Set(headings).size).toBeGreaterThanOrEqual(4)
  })

  it('ends one session, or all the others at once', async () => {
    const ended = await post(
      { intent: 'end', id: '3' },
      { answers: { ...answers(), 'user/sessions/3': () => new Response(null, { status: 204 }) } },
    )
    expect(ended.writes).toEqual(['DELETE user/sessions/3'])
    expect(ended.response.headers.get('location')).toBe('/user/security?done=ended')
    const others = await post(
      { intent: 'end-others' },
      {
        answers: {
          ...answers(),
          'user/sessions': (call: Request) => Response.json(call?.method === 'DELETE' ? { ended: 2 } : []),
        },
      },
    )
    expect(others.writes).toEqual(['DELETE user/sessions'])
    expect(others.response.status).toBe(303)
  })

  it('shows the result in its section and an error at the field of its row', async () => {
    const done = await openPage('/user/security?done=ended', { answers: answers() })
    expect(done.text).toMatch(/Anmeldungen Dort sind Sie abgemeldet\. Browser, Apps/)
    expect(done.main).toMatch(
      /<div tabindex="-1" autofocus=""[^>]*role="status"|<div autofocus="" tabindex="-1"[^>]*role="status"/i,
    )
    const message = 'Bitte kürzen Sie Ihre Eingabe.'
    const tooLong = () => Response.json({ code: 'wrong_input', message, field: 'name' }, { status: 400 })
    const named = await post(
      { intent: 'name', id: '3', name: 'x' },
      { answers: { ...answers({ sessions: [session(1, { current: true }), session(3)] }), 'user/sessions/3': tooLong } },
    )
    const rows = [...named.main.matchAll(/<li[\s\S]*?<\/li>/g)].map(([row]) => row)
    expect(rows.map((row) => row.includes(message))).toEqual([false, true, ...rows.slice(2).map(() => false)])
    expect(rows[1]).toMatch(/<details[^>]*open=""/)
    expect(named.html.match(new RegExp(message, 'g'))).toHaveLength(1)
  })

  it('shows the confirmation notice only while the confirmation is valid', async () => {
    const words = 'Sie können Ihre Sicherheitseinstellungen jetzt zehn Minuten lang'
    const path = '/user/security?done=confirmed'
    expect((await openPage(path, { answers: answers() })).text).toContain(words)
    expect((await openPage(path, { answers: answers({ state: { confirmed: false } }) })).text).not.toContain(words)
  })

  it('ignores an unknown notice', async () => {
    for (const done of ['constructor', 'unknown', '']) {
      const { response, main } = await openPage(`/user/security?done=${done}`, { answers: answers() })
      expect([response.status, /_notice_/.test(main)]).toEqual([200, false])
    }
  })

  it('rejects a form that was loaded for another account', async () => {
    const { writes, response } = await post({ intent: 'end-others', account: 'somebody-else' }, { answers: answers() })
    expect([response.status, writes]).toEqual([409, []])
  })
})

describe('what protects an account', () => {
  it('requires a confirmation before changing anything and links to it', async () => {
    const stale = await openPage('/user/security', { answers: answers({ state: { confirmed: false } }) })
    expect(stale.main).toContain('name="password"')
    expect(stale.main).toContain('href="#confirm"')
    expect(stale.main).not.toMatch(/value="(factor-start|passkey-add|passkey-remove)"/)
    const fresh = await openPage('/user/security', { answers: answers() })
    expect(fresh.main).not.toContain('name="password"')
    expect(fresh.main).toMatch(/value="factor-start"/)
  })

  it('shows a wrong password at its field only', async () => {
    const message = 'Das Passwort stimmt nicht.'
    const no = () => Response.json({ code: 'password_wrong', message, field: 'password' }, { status: 406 })
    const stale = { ...answers({ state: { confirmed: false } }), 'user/security/confirm': no }
    const { html, response } = await post({ intent: 'confirm', password: 'x' }, { answers: stale })
    expect(response.status).toBe(406)
    expect(html.match(/Das Passwort stimmt nicht\./g)).toHaveLength(1)
    expect(html).toMatch(/<input(?=[^>]*name="password")(?=[^>]*aria-invalid="true")[^>]*autofocus=""/i)
  })

  it('asks for an expired confirmation again instead of reporting a connection error', async () => {
    const message = 'Bitte bestätigen Sie zuerst, dass Sie es sind.'
    const no = () => Response.json({ code: 'confirmation_required', message, field: 'password' }, { status: 403 })
    const stale = { ...answers({ state: { confirmed: false } }), 'user/passkeys/7': no }
    const { html, text } = await post({ intent: 'passkey-remove', id: '7' }, { answers: stale })
    expect(text).toContain(`Passkeys ${message}`)
    expect(html).not.toContain('VPN')
  })

  it('asks for a new login when the account has neither password nor passkey', async () => {
    const { main } = await openPage('/user/security', {
      answers: answers({ state: { confirmed: false, hasPassword: false, passkeys: [] } }),
    })
    expect(main).toContain('href="/user/logout?redirect=%2Fuser%2Flogin%3Fredirect%3D%252Fuser%252Fsecurity"')
  })

  it('shows the secret and its QR code and keeps them after a wrong code', async () => {
    const setUp = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', qr: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const no = () => Response.json({ code: 'code_wrong', message: 'Dieser Code stimmt nicht.', field: 'code' }, { status: 406 })
    const options = { ...answers(), 'user/security/totp/start': setUp, 'user/security/totp/enable': no }
    const started = await post({ intent: 'factor-start' }, { answers: options })
    expect(started.text).toContain('ABCD EFGH')
    expect(started.main).toContain('src="data:image/svg+xml,%3Csvg')
    const wrong = await post({ intent: 'factor-enable', code: '000000' }, { answers: options })
    expect(wrong.response.status).toBe(406)
    expect(wrong.text).toContain('Dieser Code stimmt nicht.')
    expect(wrong.text).toContain('ABCD EFGH')
    expect(wrong.html.match(/Dieser Code stimmt nicht\./g)).toHaveLength(1)
  })

  it('shows recovery codes once and offers them as a file without JavaScript', async () => {
    const recoveryCodes = ['aaaaa-bbbbb', 'ccccc-ddddd']
    const { main, text } = await post(
      { intent: 'codes-renew' },
      { answers: { ...answers(), 'user/security/recovery-codes': { recoveryCodes } } },
    )
    expect(text).toContain('aaaaa-bbbbb')
    expect(decodeURIComponent(/href="(data:text\/plain[^"]+)"/.exec(main)![1]!)).toContain('aaaaa-bbbbb\nccccc-ddddd')
    expect((await openPage('/user/security', { answers: answers() })).text).not.toContain('aaaaa-bbbbb')
  })

  it('rejects an unknown form', async () => {
    expect((await post({ intent: 'constructor' }, { answers: answers() })).response.status).toBe(400)
  })
})

describe('events', () => {
  it.each(languages)('has a message for event kind %s', (language) => {
    const words: Record<string, string> = securityEventMessages[language]
    const kinds = Object.keys(securityEventKinds)
    expect(kinds.filter((kind) => !words[`SECURITY.EVENT.${kind}`])).toEqual([])
    expect(kinds.length).toBeGreaterThan(30)
    for (const [key, message] of Object.entries({
      ...words,
      ...securityMessages[language],
      ...secondFactorLoginMessages[language],
    }))
      expect(message, key).not.toBe('')
  })

  it('shows events with time, place and browser', async () => {
    const event = { kind: 'second-factor.rejected', at: '2026-11-20T08:05:00.000Z', country: 'CH', app: 'Firefox · Linux' }
    const ofSupport = { kind: 'support.asked', at: '2026-11-20T09:05:00.000Z', country: null, app: '' }
    const { text } = await openPage('/user/security', { answers: answers({ events: [event, ofSupport] }) })
    expect(text).toMatch(/10:05 (?!·)/)
    expect(text).toMatch(/Richtiges Passwort, aber falscher Code 20\. November 2026.{1,6}09:05 · Firefox · Linux · Schweiz/)
  })
})

describe('the second-factor code', () => {
  const requested = { terms: { show: false }, unverified: false, secondFactor: true, token: 'T0', message: 'Code, bitte' }
  const login = { 'websession/login': () => Response.json(requested, { status: 202 }) }

  it('asks for the code and then continues to the requested page', async () => {
    const form = { intent: 'login', username: 'mara@example.org', password: 'Sommerwind7' }
    const first = await openPage('/user/login?redirect=%2Finvoice', { method: 'POST', form, answers: login })
    expect(first.response.status).toBe(303)
    const to = first.response.headers.get('location')!
    expect(to).toBe('/user/login?step=code&redirect=%2Finvoice')
    const cookie = first.response.headers.getSetCookie().find((each) => each.startsWith('second-factor='))!
    expect(cookie).toMatch(/^second-factor=T0; .*HttpOnly; SameSite=Lax/)
    const headers = { cookie: 'second-factor=T0' }
    const page = await openPage(to, { headers })
    expect(page.main).toContain('autoComplete="one-time-code"')
    expect(page.main).not.toContain('name="password"')
    expect(page.main).toContain('href="/user/login?redirect=%2Finvoice"')
    const done = await openPage(to, {
      method: 'POST',
      form: { intent: 'code', code: '123456' },
      headers,
      answers: { 'websession/login/secondfactor': { terms: { show: false }, unverified: false } },
    })
    expect(done.writes).toEqual(['POST websession/login/secondfactor token=T0&code=123456'])
    expect(done.response.headers.get('location')).toBe('/invoice')
    expect(done.response.headers.getSetCookie().join()).toMatch(/second-factor=; .*Max-Age=0/)
  })

  it('asks again after a wrong code and returns to the password step when the token has expired', async () => {
    const no = (status: number, body: object) => ({ 'websession/login/secondfactor': () => Response.json(body, { status }) })
    const send = (options: object) =>
      openPage('/user/login?step=code', {
        method: 'POST',
        form: { intent: 'code', code: '1' },
        headers: { cookie: 'second-factor=T0' },
        answers: options as Options['answers'] & object,
      })
    const wrong = await send(no(406, { code: 'code_wrong', field: 'code', message: 'Dieser Code stimmt nicht.' }))
    expect(wrong.text).toContain('Dieser Code stimmt nicht.')
    expect(wrong.main).toContain('name="code"')
    const over = await send(no(498, { code: 'token_expired', field: 'token' }))
    expect(over.text).toContain('Das hat zu lange gedauert.')
    expect(over.main).toContain('name="password"')
  })
})

it('works without JavaScript and hides passkey forms from browsers without support', async () => {
  const { html } = await openPage('/user/login')
  expect(html).toContain('data-passkey="login"')
  expect(html).toContain('autoComplete="username webauthn"')
  const security = await openPage('/user/security', { answers: answers() })
  expect(security.html).not.toContain('type="module"')
  const scripts = [...security.html.matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)].reduce(
    (all, match) => all + match[1]!.length,
    0,
  )
  expect(scripts).toBeLessThan(7_000)
})
