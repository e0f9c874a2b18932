import { API_BASE } from '@kiosk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebsite, visitor, visitorFrom } from '../testing/website.ts'
import { sampleIssue } from './testing/sample-issues.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const issue = sampleIssue({ uid: 'abc' })
const address = `/magazines/issues/${issue.uid}`
const signedIn = { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }) }

describe('the favourite button', () => {
  it('leads signed-out visitors through the login and back', async () => {
    const {
      html,
      asked: requested,
      response,
    } = await visitor(website.handle)(address, { answers: { [`issues/${issue.uid}`]: issue } })
    expect(html).toContain(`href="/user/login?redirect=${encodeURIComponent(address)}"`)
    expect(requested.map(({ path }) => path)).not.toContain(`${API_BASE}user/favourites`)
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
  })

  it.each([
    [[], 'yes'],
    [[{ key: issue.magazineKey, name: 'x', magazineId: 1 }], 'no'],
  ])('shows whether the magazine is a favourite and offers the opposite', async (favourites, offered) => {
    const { html, response } = await visitor(website.handle)(address, {
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
    const { asked: requested, response } = await visitor(website.handle)(address, {
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
    expect(response.status).toBe(200)
    expect(requested.map(({ method: how, path }) => `${how} ${path}`)).toContain(
      `${method} ${API_BASE}user/favourites/${issue.magazineKey}`,
    )
  })
})
