import { languages } from '@kiosk/domain/locale'
import { linkIdentityWords } from '@kiosk/languages/link-identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const OWN = 'reference-of-mara'
const signedIn = {
  'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', email: 'mara@example.org', accountReference: OWN }),
}
const ADDRESS = '/user/identity?redirect=/user/device'
const open = (waiting: object | null, options: Options = {}) =>
  visitor(website.handle)(ADDRESS, { ...options, answers: { ...signedIn, 'user/identity': { waiting } } })
const press = (link: string, answer: unknown, account = OWN) =>
  visitor(website.handle)(ADDRESS, {
    method: 'POST',
    form: { account, link },
    headers: { 'sec-fetch-site': 'same-origin' },
    answers: { ...signedIn, 'user/identity': answer },
  })

describe('a login at a provider that waits in this browser', () => {
  it('is shown with the name that it goes by, and with both answers', async () => {
    const { html } = await open({ provider: 'facebook', name: 'Mira Holm' })
    expect(html).toContain('Facebook mit Ihrem Konto verbinden?')
    expect(html).toContain('mit der Adresse mara@example.org begonnen, unter dem Namen „Mira Holm“')
    expect(html).toMatch(/<button(?=[^>]*name="link")(?=[^>]*value="true")[^>]*>/)
    expect(html).toMatch(/<button(?=[^>]*name="link")(?=[^>]*value="false")[^>]*>/)
    expect((await open({ provider: 'facebook', name: '' })).html).not.toContain('unter dem Namen')
  })

  it.each(languages)('is asked about in %s', async (language) => {
    const { html } = await open({ provider: 'apple', name: '' }, { headers: { 'accept-language': language } })
    expect(html).toContain(linkIdentityWords[language]['LINK_IDENTITY.TITLE'].replace('{provider}', 'Apple'))
  })

  it('that is gone leads on', async () => {
    expect((await open(null)).location).toBe('/user/device')
  })

  it.each(['true', 'false'])('is answered once with %s, and the way goes on', async (link) => {
    const { asked, location } = await press(link, { linked: link === 'true' })
    expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ path: '/api/v8/user/identity', body: `link=${link}` })
    expect(location).toBe('/user/device')
  })

  it('leads on where it was gone before the answer', async () => {
    const { location } = await press('true', () => Response.json({ code: 'not_found' }, { status: 404 }))
    expect(location).toBe('/user/device')
  })

  it('asks for a fresh login where this one is old, and for the right account', async () => {
    const old = await press('true', () => Response.json({ code: 'confirmation_required', field: 'password' }, { status: 403 }))
    expect(old.response.status).toBe(403)
    expect((await press('true', { linked: true }, 'reference-of-somebody')).response.status).toBe(409)
  })

  it('is nothing to visitors who are not signed in', async () => {
    const { location } = await visitor(website.handle)(ADDRESS, {
      answers: { 'user/identity': () => Response.json({ code: 'not_signed_in' }, { status: 401 }) },
    })
    expect(location).toContain('/user/login?redirect=')
  })
})
