import { describe, expect, it } from 'vitest'
import { apiAddress, matchRoute } from './route.ts'
import * as routes from './routes.ts'

describe('the address of a call', () => {
  it('encodes path parameters and query, and leaves out values that are missing', () => {
    expect(apiAddress(routes.article, { issueUid: 'a/b?', issueArticleId: 7 })).toBe('/api/v8/issuecontent/a%2Fb%3F/article/7')
    expect(apiAddress(routes.search, {}, { q: 'Grüß & so', after: undefined, title: null, order: 'best' })).toBe(
      '/api/v8/search?q=Gr%C3%BC%C3%9F+%26+so&order=best',
    )
    expect(apiAddress(routes.categories, {})).toBe('/api/v8/categories')
  })

  it('requires the parameters of the path', () => {
    // @ts-expect-error: an issue has a uid
    expect(apiAddress(routes.issue, {})).toContain('undefined')
  })

  it('is recognised, with its parameters as they are in it', () => {
    const address = '/api/v8/issuecontent/a%2Fb/pages/12/words'
    expect(matchRoute(routes.pageWords, address)).toEqual({ uid: 'a%2Fb', page: '12' })
    expect(matchRoute(routes.pageWords, `${address}/more`)).toBeNull()
    expect(matchRoute(routes.pageWords, `/elsewhere${address}`)).toBeNull()
    expect(matchRoute(routes.pageImage, address)).toBeNull()
    expect(matchRoute(routes.categories, '/api/v8/categories')).toEqual({})
  })
})

describe('the routes', () => {
  const all = Object.entries(routes)

  it('are method and path only: what a browser loads of them stays small', () => {
    for (const [name, route] of all) expect([name, Object.keys(route)]).toEqual([name, ['method', 'path']])
  })

  it('name each call once', () => {
    const keys = all.map(([, { method, path }]) => `${method} ${path}`)
    expect(keys.length).toBeGreaterThan(150)
    expect(keys.filter((each, at) => keys.indexOf(each) !== at)).toEqual([])
  })
})
