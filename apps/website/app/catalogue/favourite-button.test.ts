import { API_BASE } from '@kiosk/contract/route'
import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { describe, expect, it } from 'vitest'
import { openWebsite, visitorFrom } from '../testing/website.ts'
import { sampleIssue } from './testing/sample-issues.ts'

const openPage = openWebsite()

const issue = sampleIssue({ uid: 'abc' })
const address = `/magazines/issues/${issue.uid}`
const signedIn = { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }) }

describe('the favourite button', () => {
  it('is a form without an account for signed-out visitors, whose page stays cacheable', async () => {
    const { html, requests, response } = await openPage(address, { answers: { [`issues/${issue.uid}`]: issue } })
    expect(html).toMatch(/<form[^>]* method="post"[^>]*>(<!-- -->)?<input[^>]* name="title"/)
    expect(html).not.toContain(`name="${ACCOUNT_FIELD}"`)
    expect(requests.map(({ path }) => path)).not.toContain(`${API_BASE}user/favourites`)
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
  })

  it('remembers the title of signed-out visitors and leads through the login and back', async () => {
    const { requests, response } = await openPage(address, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      form: { favourite: 'yes', title: issue.magazineKey },
      answers: { [`issues/${issue.uid}`]: issue },
    })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/user/login?redirect=${encodeURIComponent(address)}`)
    expect(response.headers.getSetCookie().join()).toContain(
      `after-sign-in=${encodeURIComponent(issue.magazineKey)}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax`,
    )
    expect(requests.map(({ method }) => method)).not.toContain('PUT')
  })

  const remembered = (key: string, put: () => Response) => ({
    headers: { cookie: `after-sign-in=${key}` },
    answers: { ...signedIn, [`issues/${issue.uid}`]: issue, 'user/favourites': [], 'user/favourites/': put },
  })

  it('adds the remembered title after the login, once', async () => {
    const done = remembered(issue.magazineKey, () => new Response(null, { status: 204 }))
    const { html, requests, response } = await openPage(address, done)
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      `PUT ${API_BASE}user/favourites/${issue.magazineKey}`,
    )
    expect(response.headers.getSetCookie().join()).toContain('after-sign-in=; Path=/; Max-Age=0')
    expect(html).toMatch(/name="favourite"[^>]*value="no"|value="no"[^>]*name="favourite"/)
  })

  it('keeps the remembered title if it could not be added', async () => {
    const rejected = remembered(issue.magazineKey, () => new Response('{}', { status: 500 }))
    const { html, response } = await openPage(address, rejected)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().join()).not.toContain('after-sign-in')
    expect(html).toMatch(/name="favourite"[^>]*value="yes"|value="yes"[^>]*name="favourite"/)
  })

  it('does not add another title than the remembered one', async () => {
    const other = remembered('another-title', () => new Response(null, { status: 204 }))
    const { requests } = await openPage(address, other)
    expect(requests.map(({ method }) => method)).not.toContain('PUT')
  })

  it.each([
    [[], 'yes'],
    [[{ key: issue.magazineKey, name: 'x', magazineId: 1 }], 'no'],
  ])('shows whether the magazine is a favourite and offers the opposite', async (favourites, offered) => {
    const { html, response } = await openPage(address, {
      answers: { ...signedIn, [`issues/${issue.uid}`]: issue, 'user/favourites': favourites },
    })
    // Push notifications are offered only with a favourite.
    expect(html.includes('PUSH.OFFER')).toBe(offered === 'no')
    expect(html).toMatch(new RegExp(`name="favourite"[^>]*value="${offered}"|value="${offered}"[^>]*name="favourite"`))
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each([
    ['yes', 'PUT'],
    ['no', 'DELETE'],
  ])('"%s" sends %s, also without scripts', async (favourite, method) => {
    const { requests, response, location } = await openPage(address, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      form: { favourite, title: issue.magazineKey },
      answers: {
        ...signedIn,
        [`issues/${issue.uid}`]: issue,
        'user/favourites': [],
        'user/favourites/': () => new Response(null, { status: 204 }),
      },
    })
    // Leads back to the page, which can then be reloaded without sending the form again.
    expect([response.status, location]).toEqual([302, address])
    expect(requests.map(({ method: how, path }) => `${how} ${path}`)).toContain(
      `${method} ${API_BASE}user/favourites/${issue.magazineKey}`,
    )
  })
})
