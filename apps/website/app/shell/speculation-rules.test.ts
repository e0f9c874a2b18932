import { hash } from 'node:crypto'
import { API_BASE } from '@kiosk/contract/route'
import { addressOf, type Page, pages } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { describe, expect, it, test } from 'vitest'
import { openWebsite, visitorFrom } from '../testing/website.ts'
import { speculationRules } from './speculation-rules.ts'

type Condition = { href_matches: string | string[] } | { and: Condition[] } | { not: Condition }

/** Whether a link is matched, as browsers do it. */
function matches(condition: Condition, path: string): boolean {
  if ('and' in condition) return condition.and.every((each) => matches(each, path))
  if ('not' in condition) return !matches(condition.not, path)
  const base = 'https://kiosk.example/speculation-rules.json'
  return [condition.href_matches].flat().some((pattern) => new URLPattern(pattern, base).test(path, base))
}

/** Returns what is done ahead with a link. */
function actionsOn(path: string, { signedIn = false } = {}): string[] {
  return Object.entries(speculationRules({ signedIn })).flatMap(([action, rules]) =>
    rules.some(({ where }) => matches(where, path)) ? [action] : [],
  )
}

describe('links', () => {
  it.each(['/', '/magazines', '/magazines?category=reise', '/magazines/issues/abc', '/title/berg?year=2025#issues', '/topic/x'])(
    'to %s are rendered ahead for visitors, and loaded ahead for readers',
    (path) => {
      expect([actionsOn(path), actionsOn(path, { signedIn: true })]).toEqual([['prerender'], ['prefetch']])
    },
  )

  it.each(['/faq', '/terms', '/feedback'])('to the text %s are loaded ahead', (path) => {
    expect([actionsOn(path), actionsOn(path, { signedIn: true })]).toEqual([['prefetch'], ['prefetch']])
  })

  it.each([
    '/magazines/wald',
    '/magazines/wald?title=berg',
    '/magazines?search=wald',
    '/magazines?new=1&search=wald',
    '/?lang=en',
    '/magazines?a=b&lang=en',
    '/title/berg?redirect=%2F',
    '/unknown',
    '/user/logout',
    '/user/login?redirect=%2Ffaq',
    '/reader/issues/abc',
    '/reader',
    '/desk',
    `${API_BASE}invoice/1`,
    '/user/account/export.json',
    '/opds',
    '/preferences',
  ])('to %s are not followed ahead', (path) => {
    expect([actionsOn(path), actionsOn(path, { signedIn: true })]).toEqual([[], []])
  })

  it('to pages that require a login, sell or confirm something are not followed ahead', () => {
    const values = { id: 'x', magazinekey: 'x', regionId: 1 }
    const followed = (Object.keys(pages) as Page[]).filter((page) => actionsOn(addressOf(page, values)).length > 0)
    expect(followed.filter((page) => pages[page].access !== 'public' || pages[page].path.startsWith('/user'))).toEqual([])
    expect(followed).toHaveLength(18)
  })
})

test.each([
  [{ 'sec-purpose': 'prefetch;prerender' }, true],
  [{ 'sec-purpose': 'prefetch' }, true],
  [{ purpose: 'prefetch' }, true],
  [{ 'x-moz': 'prefetch' }, true],
  [{ 'sec-purpose': '' }, false],
  [{}, false],
])('a request with %o is ahead: %s', (headers, ahead) => {
  expect([isFetchedAhead(headers), isFetchedAhead(new Headers(headers as Record<string, string>))]).toEqual([ahead, ahead])
})

describe('a page', () => {
  const openPage = openWebsite()
  const signedIn = {
    headers: { cookie: '__Host-session=x' },
    answers: { 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara', accountReference: 'r1' }) },
  }

  it('names rules that are served with their type', async () => {
    const { html, response } = await openPage('/faq')
    expect(html).toContain(' data-rules="/speculation-rules.json"')
    const policy = response.headers.get('content-security-policy')
    const rules = await openPage('/speculation-rules.json')
    expect(rules.response.headers.get('content-type')).toBe('application/speculationrules+json')
    expect(JSON.parse(rules.html)).toEqual(speculationRules({ signedIn: false }))
    expect(policy).toContain(`'sha256-${hash('sha256', rules.html, 'base64')}'`)
    const forReaders = await openPage('/speculation-rules-for-readers.json')
    expect(JSON.parse(forReaders.html)).toEqual(speculationRules({ signedIn: true }))
  })

  it.each(['/user/login', '/user/register', '/cancel'])('names none on %s', async (path) => {
    expect((await openPage(path)).html).not.toContain('data-rules')
  })

  it('names other rules for readers, and what is loaded ahead is dropped when they change something', async () => {
    const page = await openPage('/faq', signedIn)
    expect(page.html).toContain(' data-rules="/speculation-rules-for-readers.json"')
    expect([page.html.includes('data-account="r1"'), page.response.headers.get('clear-site-data')]).toEqual([true, null])
    const { response } = await openPage('/preferences', { method: 'POST', form: { theme: 'dark' } })
    expect(response.headers.get('clear-site-data')).toBe('"prefetchCache", "prerenderCache"')
  })

  it.each([
    ['in', 'session=abc; Path=/', '"prefetchCache", "prerenderCache"'],
    ['out', 'session=; Max-Age=0; Path=/', '"cache", "prefetchCache", "prerenderCache"'],
  ])('what is loaded ahead is dropped when a session begins or ends with a page: signed %s', async (_, cookie, dropped) => {
    const user = signedIn.answers['websession/webinfo']
    const answers = { 'websession/webinfo': () => Response.json(user, { headers: { 'set-cookie': cookie } }) }
    expect((await openPage('/faq', { answers })).response.headers.get('clear-site-data')).toBe(dropped)
  })

  it('a page that lacks something is not sent ahead', async () => {
    const answers = { 'websession/webinfo': () => new Response(null, { status: 500 }) }
    expect((await openPage('/faq', { answers })).response.status).toBe(200)
    const ahead = await openPage('/faq', { answers, headers: { 'sec-purpose': 'prefetch' } })
    expect([ahead.response.status, ahead.html]).toEqual([503, ''])
  })
})
