import { API_BASE } from '@kiosk/contract/route'
import { languages } from '@kiosk/domain/locale'
import { linkIdentityMessages } from '@kiosk/i18n/messages/link-identity'
import { describe, expect, it } from 'vitest'
import { type Options, openWebsite, visitorFrom } from '../testing/website.ts'

const openPage = openWebsite()

const OWN = 'reference-of-mara'
const signedIn = {
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', email: 'mara@example.org', accountReference: OWN }),
}
const ADDRESS = '/user/identity?redirect=/user/device'
const open = (waiting: object | null, options: Options = {}) =>
  openPage(ADDRESS, { ...options, answers: { ...signedIn, 'user/identity': { waiting } } })
const press = (link: string, answer: unknown, account = OWN) =>
  openPage(ADDRESS, {
    method: 'POST',
    form: { account, link },
    headers: { 'sec-fetch-site': 'same-origin' },
    answers: { ...signedIn, 'user/identity': answer },
  })

describe('a pending login at a provider', () => {
  it("shows the provider account's name and both answers", async () => {
    const { html } = await open({ provider: 'facebook', name: 'Mira Holm' })
    expect(html).toContain('Facebook mit Ihrem Konto verbinden?')
    expect(html).toContain('mit der Adresse mara@example.org und dem Namen „Mira Holm“ begonnen')
    expect(html).toMatch(/<button(?=[^>]*name="link")(?=[^>]*value="true")[^>]*>/)
    expect(html).toMatch(/<button(?=[^>]*name="link")(?=[^>]*value="false")[^>]*>/)
    expect((await open({ provider: 'facebook', name: '' })).html).not.toContain('und dem Namen')
  })

  it.each(languages)('asks the question in %s', async (language) => {
    const { html } = await open({ provider: 'apple', name: '' }, { headers: { 'accept-language': language } })
    expect(html).toContain(linkIdentityMessages[language]['LINK_IDENTITY.TITLE'].replace('{provider}', 'Apple'))
  })

  it('redirects when the pending login has expired', async () => {
    expect((await open(null)).location).toBe('/user/device')
  })

  it.each(['true', 'false'])('accepts the answer %s once and continues', async (link) => {
    const { requests, location } = await press(link, { linked: link === 'true' })
    expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
      path: `${API_BASE}user/identity`,
      body: `link=${link}`,
    })
    expect(location).toBe('/user/device')
  })

  it('redirects when the pending login expires before the answer', async () => {
    const { location } = await press('true', () => Response.json({ code: 'not_found' }, { status: 404 }))
    expect(location).toBe('/user/device')
  })

  it('asks for a fresh login when the session is old, and for the right account', async () => {
    const old = await press('true', () => Response.json({ code: 'confirmation_required', field: 'password' }, { status: 403 }))
    expect(old.response.status).toBe(403)
    expect((await press('true', { linked: true }, 'reference-of-somebody')).response.status).toBe(409)
  })

  it('requires a login', async () => {
    const { location } = await openPage(ADDRESS, {
      answers: { 'user/identity': () => Response.json({ code: 'not_signed_in' }, { status: 401 }) },
    })
    expect(location).toContain('/user/login?redirect=')
  })
})
