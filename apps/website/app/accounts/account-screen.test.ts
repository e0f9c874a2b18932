import { API_BASE } from '@kiosk/contract/route'
import { describe, expect, it } from 'vitest'
import { emptyAnswer, type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const requestPage = openWebsite()

const mara = {
  firstname: 'Mara',
  lastname: 'Auer',
  email: 'mara@example.org',
  ageGroupId: 3,
  genderId: 1,
  federalstateId: 109,
  sendNewsletter: false,
  sendReleaseNewsletter: true,
  allowAgeRestrictedContent: false,
  canBeDeleted: true,
}
const lists = {
  'user/registration/agegroups': [
    { id: 3, name: '30 bis 39' },
    { id: 4, name: '40 bis 49' },
  ],
  'user/registration/gender': [{ id: 1, name: 'weiblich' }],
  'user/registration/federalstates': [
    { id: 109, name: 'Wien', regionId: 1 },
    { id: 326, name: 'Zürich', regionId: 3 },
  ],
  'user/registration/regions': [
    { id: 1, countryName: 'Österreich' },
    { id: 3, countryName: 'Schweiz' },
  ],
}
type Country = 'AT' | 'CH'

/** Requests /user/account as a signed-in user; also returns the calls that change data. */
async function openPage({
  path = '/user/account',
  user = {},
  country = 'AT',
  answers = {},
  ...more
}: Options & { path?: string; user?: Record<string, unknown>; country?: Country } = {}) {
  const data = visitorFrom(country, { ...mara, ...user })
  const page = await requestPage(path, {
    answers: {
      'websession/webinfo': data,
      user: data,
      'user/edit': {},
      'user/changePassword': emptyAnswer,
      ...lists,
      ...answers,
    },
    headers: { 'sec-fetch-site': 'same-origin', ...more.headers },
    ...more,
  })
  const calls = page.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path: called, body }) => [
      `${method} ${called.replace(API_BASE, '')}`,
      Object.fromEntries(new URLSearchParams(body)),
    ])
  return { ...page, calls, row: (name: string) => rowIn(page.main, name) }
}
const no = (status: number, body?: Record<string, unknown>) => () =>
  body ? Response.json({ requestId: 'r', ...body }, { status }) : new Response(null, { status })
const post = (form: Record<string, string>, more: Parameters<typeof openPage>[0] = {}) =>
  openPage({ method: 'POST', form, ...more })
const rowIn = (main: string, name: string) =>
  new RegExp(`<(div|form)[^>]*data-field="${name}"[\\s\\S]*?(?=data-field=|</section>)`).exec(main)?.[0] ?? ''
const words = (html: string) => html.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('personal data', () => {
  it('shows six rows, each with a link that opens only that row', async () => {
    const { main, row } = await openPage()
    for (const [field, label, value] of [
      ['email', 'E-Mail-Adresse', 'mara@example.org'],
      ['firstname', 'Vorname', 'Mara'],
      ['lastname', 'Nachname', 'Auer'],
      ['agegroup', 'Altersgruppe', '30 bis 39'],
      ['gender', 'Geschlecht', 'weiblich'],
      ['federalstate', 'Bundesland', 'Wien'],
    ] as const) {
      expect(words(row(field))).toContain(`${label} ${value} Ändern`)
      expect(row(field)).toContain(`href="/user/account?edit=${field}"`)
    }
    expect(main).not.toContain('name="value"')
    const opened = await openPage({ path: '/user/account?edit=firstname' })
    expect(opened.main.match(/name="value"/g)).toHaveLength(1)
    expect(words(opened.row('firstname'))).toContain('Speichern Verwerfen')
    expect(opened.row('firstname')).toMatch(/<a[^>]*href="\/user\/account"[^>]*>Verwerfen/)
    expect(opened.calls).toEqual([])
    expect(opened.requests.map(({ path }) => path)).toContain(`${API_BASE}user`)
  })

  it('opens all rows with ?edit=userdata', async () => {
    const { main } = await openPage({ path: '/user/account?edit=userdata' })
    expect(main.match(/name="value"/g)).toHaveLength(6)
  })

  it('labels the state as canton in Switzerland and lists its cantons', async () => {
    const { row } = await openPage({ path: '/user/account?edit=federalstate', country: 'CH' })
    expect(row('federalstate')).toContain('Kanton')
    expect(row('federalstate')).toContain('Zürich')
    expect(row('federalstate')).not.toContain('Wien')
  })

  it('saves one field at a time and sends the other saved values, including the newsletter preference', async () => {
    const { calls, row } = await post({ about: 'lastname', value: ' Auer-Lang ' })
    expect(calls).toEqual([
      [
        'PUT user/edit/userdata',
        {
          email: 'mara@example.org',
          firstname: 'Mara',
          lastname: 'Auer-Lang',
          agegroup: '3',
          gender: '1',
          federalstate: '109',
          newsletter: 'false',
        },
      ],
    ])
    expect(words(row('lastname'))).toContain('Gespeichert.')
  })

  it('does not send unchanged values', async () => {
    expect((await post({ about: 'lastname', value: 'Auer' })).calls).toEqual([])
  })

  it('does not save a placeholder name along with another field', async () => {
    const user = { firstname: 'mara+x', lastname: '', email: 'mara+x@example.org' }
    const { calls } = await post({ about: 'lastname', value: 'Auer' }, { user })
    expect(calls[0]?.[1]).not.toHaveProperty('firstname')
  })

  it.each([
    ['email', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['email', 'mara@', 'gültige E-Mail-Adresse'],
    ['firstname', ' ', 'Bitte füllen Sie dieses Feld aus.'],
    ['lastname', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['agegroup', '', 'Bitte füllen Sie dieses Feld aus.'],
    ['gender', '', 'Bitte füllen Sie dieses Feld aus.'],
  ])('rejects %s "%s" at its field, without an API call', async (about, value, message) => {
    const { calls, row, response } = await post({ about, value })
    expect([response.status, calls]).toEqual([400, []])
    expect(words(row(about))).toContain(message)
  })

  it('accepts an empty federal state', async () => {
    const { calls } = await post({ about: 'federalstate', value: '' })
    expect(calls[0]?.[1]).toMatchObject({ federalstate: '', lastname: 'Auer' })
  })

  it('restores the saved value and shows the error at the field when the API fails', async () => {
    const { row, response } = await post(
      { about: 'firstname', value: 'Maria' },
      { answers: { 'user/edit/userdata': no(500, { message: 'Kaputt.' }) } },
    )
    expect(response.status).toBe(500)
    expect(row('firstname')).toContain('value="Mara"')
    expect(words(row('firstname'))).toContain('Kaputt. Nicht gespeichert')
  })

  it('redirects to the login and back when the session has ended', async () => {
    const { location } = await post(
      { about: 'firstname', value: 'Maria' },
      {
        answers: { 'user/edit/userdata': no(401, { code: 'not_signed_in' }) },
        headers: { cookie: '__Host-session=over', 'sec-fetch-site': 'same-origin' },
      },
    )
    expect(location).toBe('/user/login?redirect=%2Fuser%2Faccount')
  })
})

describe('a new mail address', () => {
  const wrong = no(406, { code: 'password_wrong', field: 'password', message: 'Das Passwort stimmt nicht.' })
  const answers = { 'user/edit/userdata': wrong }

  it('asks for the password when the API requires it and keeps the typed address', async () => {
    const { row } = await post({ about: 'email', value: 'neu@example.org' }, { answers })
    expect(row('email')).toContain('value="neu@example.org"')
    expect(row('email')).toContain('type="password"')
    expect(words(row('email'))).toContain('brauchen wir Ihr Passwort, um die neue Adresse zu speichern')
    expect(words(row('email'))).not.toContain('Das Passwort stimmt nicht')
  })

  it('shows a wrong password at the password field', async () => {
    const { row, calls } = await post({ about: 'email', value: 'neu@example.org', password: 'falsch' }, { answers })
    expect(calls[0]?.[1]).toMatchObject({ email: 'neu@example.org', password: 'falsch' })
    expect(words(row('email'))).toContain('Das Passwort stimmt nicht')
  })

  it('shows the pending address next to the current one', async () => {
    const { row } = await openPage({ user: { pendingEmail: 'neu@example.org' } })
    expect(words(row('email'))).toContain('mara@example.org Wir haben einen Link an neu@example.org geschickt.')
  })
})

describe('the region', () => {
  it('changes the region only after confirmation', async () => {
    const first = await post({ about: 'region', value: '3' })
    expect(first.calls).toEqual([])
    expect(words(first.main)).toContain('Ihre Region ist dann Schweiz.')
    expect(first.main).toContain('name="confirmed" value="yes"')
    const second = await post({ about: 'region', value: '3', confirmed: 'yes' })
    expect(second.calls).toEqual([['PUT user/edit/region', { region: '3' }]])
  })

  it('keeps the region locked while a subscription is active and says why', async () => {
    const answers = {
      'user/edit/region': no(409, { code: 'contract_active', message: 'Solange ein Vertrag läuft, geht das nicht.' }),
    }
    const { main } = await post({ about: 'region', value: '3', confirmed: 'yes' }, { answers })
    expect(words(main)).toContain('Solange ein Vertrag läuft, geht das nicht.')
  })
})

describe('switches', () => {
  const switchOf = (main: string, name: string) =>
    new RegExp(`<form[^>]*data-switch="${name}"[\\s\\S]*?</form>`).exec(main)?.[0] ?? ''

  it('shows the saved preferences and offers a button without JavaScript', async () => {
    const { main } = await openPage()
    expect(switchOf(main, 'newsletter')).toMatch(/role="switch"/)
    expect(switchOf(main, 'newsletter')).not.toMatch(/checked=""/)
    expect(switchOf(main, 'releases')).toMatch(/checked=""/)
    expect(switchOf(main, 'agerestriction')).toMatch(/<noscript><button type="submit"/)
  })

  it.each([
    ['newsletter', 'true', 'PUT user/edit/newsletter', { newsletter: 'true' }],
    ['releases', '', 'PUT user/edit/newsletter/releases', { newsletter: 'false' }],
    ['agerestriction', 'true', 'PUT user/edit/agerestriction', { agerestriction: 'true' }],
  ])('sends %s when it changes', async (about, on, call, body) => {
    expect((await post({ about, ...(on && { on }) })).calls).toEqual([[call, body]])
  })

  it.each([
    ['newsletter', ''],
    ['releases', 'true'],
    ['agerestriction', ''],
  ])('does not send %s with its present value', async (about, on) => {
    expect((await post({ about, ...(on && { on }) })).calls).toEqual([])
  })

  it('switches back and shows the reason when saving fails', async () => {
    const { main } = await post({ about: 'newsletter', on: 'true' }, { answers: { 'user/edit/newsletter': no(503) } })
    expect(switchOf(main, 'newsletter')).not.toMatch(/checked=""/)
    expect(words(switchOf(main, 'newsletter'))).toContain('Nicht gespeichert')
  })

  it.each(['newsletter', 'releases', 'agerestriction'])('?edit=%s shows the switch and changes nothing', async (name) => {
    const { main, calls } = await openPage({ path: `/user/account?edit=${name}` })
    expect(switchOf(main, name)).toMatch(/data-led="true"/)
    expect(switchOf(main, name)).toMatch(/autofocus=""/i)
    expect(main.match(/data-led/g)).toHaveLength(1)
    expect(calls).toEqual([])
  })
})

describe('the password', () => {
  const good = { about: 'password', oldPassword: 'alt', newPassword: 'abc', repeat: 'abc' }

  it('offers no password change to accounts that sign in through a provider', async () => {
    for (const user of [{ facebookId: 'f' }, { appleId: 'a' }]) {
      expect((await openPage({ user })).main).not.toContain('name="oldPassword"')
    }
    expect((await openPage()).main).toContain('name="oldPassword"')
  })

  it('sends the old and the new password without the repetition', async () => {
    const { calls, main } = await post(good)
    expect(calls).toEqual([['PUT user/changePassword', { oldPassword: 'alt', newPassword: 'abc' }]])
    expect(words(main)).toContain('Ihr Passwort wurde geändert.')
  })

  it.each([
    [{ oldPassword: '' }, 'Please fill in this field.'],
    [{ newPassword: 'ab', repeat: 'ab' }, 'Password is too short'],
    [{ newPassword: 'abc', repeat: 'ab' }, 'Password is too short'],
    [{ newPassword: 'a b c', repeat: 'a b c' }, 'must not contain spaces'],
    [{ newPassword: 'x'.repeat(101), repeat: 'x'.repeat(101) }, 'Please enter fewer characters.'],
    [{ repeat: 'abd' }, 'The two passwords do not match.'],
  ])('rejects %o before sending: %s', async (wrong, message) => {
    const { calls, main, response } = await post(
      { ...good, ...wrong },
      { headers: { cookie: 'language=en', 'sec-fetch-site': 'same-origin' } },
    )
    expect([response.status, calls]).toEqual([400, []])
    expect(words(main)).toContain(message)
  })

  it.each([400, 403, 406, 409])('shows status %i as a wrong password at the old field', async (status) => {
    const { main } = await post(good, {
      answers: { 'user/changePassword': no(status, { code: 'password_wrong', message: 'x' }) },
    })
    expect(words(/name="oldPassword"[\s\S]*?name="newPassword"/.exec(main)?.[0] ?? '')).toContain('Das Passwort stimmt nicht.')
  })

  it('does not report a failed save as a wrong password', async () => {
    const { main } = await post(good, { answers: { 'user/changePassword': no(503) } })
    expect(words(main)).not.toContain('Das Passwort stimmt nicht.')
    expect(words(main)).toContain('Der Dienst ist gerade nicht erreichbar')
  })
})

describe('deleting an account', () => {
  const answers = { 'user/deleteAccount': emptyAnswer }

  it('shows an explanation instead of the button while a subscription is active', async () => {
    const { main } = await openPage({ user: { canBeDeleted: false, subscription: { id: 2, paymentRequired: true } } })
    expect(words(main)).toContain('Solange ein bezahltes Abo läuft, können Sie das Konto nicht löschen.')
    expect(main).not.toContain('value="delete"')
    expect(main).toContain('href="/user/subscription/current/edit"')
  })

  it('asks for confirmation, deletes the account and redirects to a public goodbye page', async () => {
    const first = await post({ about: 'delete' }, { answers })
    expect(first.calls).toEqual([])
    expect(words(first.main)).toContain('wird sofort geschlossen und in sieben Tagen endgültig gelöscht')
    const second = await post({ about: 'delete', confirmed: 'yes' }, { answers })
    expect(second.calls.map(([call]) => call)).toEqual(['PUT user/deleteAccount'])
    expect(second.location).toBe('/user/account/deleted')
    const page = await requestPage('/user/account/deleted')
    expect(words(page.html)).toContain('innerhalb weniger Stunden gelöscht')
    expect(page.html).toContain('href="/user/login')
  })

  it('asks for the password when the login is not fresh, or for a new login when there is no password', async () => {
    const stale = (field?: string) => ({
      'user/deleteAccount': no(403, { code: 'confirmation_required', ...(field && { field }) }),
    })
    const yes = { about: 'delete', confirmed: 'yes' }
    const requested = await post(yes, { answers: stale('password') })
    expect(requested.response.status).toBe(200)
    expect(requested.main).toMatch(/<input[^>]*name="password"/)
    expect(requested.main).toMatch(/<input type="hidden" name="confirmed" value="yes"\/>/)
    const again = await post({ ...yes, password: 'x' }, { answers })
    expect(again.calls).toEqual([['PUT user/deleteAccount', { password: 'x' }]])
    const wrong = {
      'user/deleteAccount': no(406, { code: 'password_wrong', field: 'password', message: 'Das Passwort stimmt nicht.' }),
    }
    expect(words((await post({ ...yes, password: 'x' }, { answers: wrong })).main)).toContain('Das Passwort stimmt nicht.')
    const other = await post(yes, { answers: stale() })
    expect(other.main).toContain('href="/user/logout?redirect=%2Fuser%2Flogin%3Fredirect%3D%252Fuser%252Faccount"')
    expect(other.main).not.toContain('name="password"')
  })

  it('keeps the account and shows the reason when the API rejects the deletion', async () => {
    const rejected = { 'user/deleteAccount': no(409, { code: 'contract_active', message: 'Ein Vertrag läuft noch.' }) }
    const { main } = await post({ about: 'delete', confirmed: 'yes' }, { answers: rejected })
    expect(words(main)).toContain('Ein Vertrag läuft noch.')
  })
})

describe('the account screen', () => {
  it('links to invoices, devices, promo code and export', async () => {
    const { main } = await openPage()
    for (const path of ['/invoice', '/user/device', '/promocode', '/user/account/export'])
      expect(main).toContain(`href="${path}"`)
  })

  it('loads its reference lists once per language', async () => {
    const requested: string[] = []
    for (const path of ['/user/account', '/user/account?edit=gender'])
      requested.push(...(await openPage({ path, headers: { cookie: 'language=fr' } })).requests.map((each) => each.path))
    const times = (of: string) => requested.filter((path) => path === `${API_BASE}${of}`).length
    expect([...Object.keys(lists), 'user'].map(times)).toEqual([1, 1, 1, 1, 2])
  })

  it('rejects an unknown form', async () => {
    expect((await post({ about: 'subscription' })).response.status).toBe(400)
  })
})

describe('an address whose e-mails come back', () => {
  it.each([
    ['de', 'Unsere E-Mails an mara@example.org kommen nicht an'],
    ['en', 'Our emails to mara@example.org are not arriving'],
    ['fr', 'Nos e-mails à mara@example.org n’arrivent pas'],
  ])('shows a warning (%s), and no other address does', async (language, words) => {
    const headers = { cookie: `language=${language}` }
    expect((await openPage({ user: { emailBounced: true }, headers })).html.replace(/<!-- -->/g, '')).toContain(words)
    expect((await openPage({ headers })).html).not.toContain(words)
  })
})
