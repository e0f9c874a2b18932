import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWebsite, visitor, visitorFrom } from '../website-under-test.ts'
import { sampleIssue } from './sample-issues.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

const issue = sampleIssue({ uid: 'abc' })
const address = `/magazines/issues/${issue.uid}`
const signedIn = { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }) }

describe('the heart of a title', () => {
  it('leads who is signed out through the login and back', async () => {
    const { html, asked, response } = await visitor(website.handle)(address, { answers: { [`issues/${issue.uid}`]: issue } })
    expect(html).toContain(`href="/user/login?redirect=${encodeURIComponent(address)}"`)
    expect(asked.map(({ path }) => path)).not.toContain('/api/v8/user/favourites')
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
  })

  it.each([
    [[], 'yes'],
    [[{ key: issue.magazineKey, name: 'x', magazineId: 1 }], 'no'],
  ])('shows whether it is one of my magazines, and offers the other', async (favourites, offered) => {
    const { html, response } = await visitor(website.handle)(address, {
      answers: { ...signedIn, [`issues/${issue.uid}`]: issue, 'user/favourites': favourites },
    })
    // What is said about being told of its new issues comes with a favourite only.
    expect(html.includes('PUSH.OFFER')).toBe(offered === 'no')
    expect(html).toMatch(new RegExp(`name="favourite"[^>]*value="${offered}"|value="${offered}"[^>]*name="favourite"`))
    expect(response.headers.get('cache-control')).toBe('private, no-cache')
  })

  it.each([
    ['yes', 'PUT'],
    ['no', 'DELETE'],
  ])('%s is %s, without script as well', async (favourite, method) => {
    const { asked, response } = await visitor(website.handle)(address, {
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
    expect(asked.map(({ method: how, path }) => `${how} ${path}`)).toContain(
      `${method} /api/v8/user/favourites/${issue.magazineKey}`,
    )
  })
})
