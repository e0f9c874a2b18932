import { API_BASE } from '@kiosk/contract/route'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributionIn, linksWithAttribution, withAttribution } from './attribution.ts'

it.each([
  ['/', {}],
  ['/?utm_source=a&utm_medium=b&other=c', { utm_source: 'a', utm_medium: 'b' }],
  ['/user/login?redirect=%2F%3Futm_source%3Da', { utm_source: 'a' }],
  ['/user/login?utm_source=own&redirect=%2F%3Futm_source%3Da%26utm_campaign%3Dd', { utm_source: 'own', utm_campaign: 'd' }],
  ['/user/login?redirect=%2F%2Fevil.example%3Futm_source%3Da', {}],
  ['/user/register?referrer=https%3A%2F%2Fblog.example%2Fpost', { referrer: 'https://blog.example/post' }],
])('extracts from %s the attribution %o', (path, attribution) => {
  expect(attributionIn(path)).toEqual(attribution)
})

it('truncates values that are too long', () => {
  expect(attributionIn(`/?utm_source=${'x'.repeat(5000)}`).utm_source).toHaveLength(100)
  expect(attributionIn(`/?utm_source=${'ü'.repeat(5000)}`).utm_source).toBe('ü'.repeat(16))
})

it('adds a limited number of characters to a link', () => {
  const word = fc.string({ maxLength: 400, unit: 'binary' })
  fc.assert(
    fc.property(
      fc.record({ utm_source: word, utm_medium: word, utm_content: word, utm_campaign: word, referrer: word }),
      (values) => {
        const led = withAttribution('/', attributionIn(`/?${new URLSearchParams(values)}`))
        expect(led.length).toBeLessThanOrEqual('/?utm_source=&utm_medium=&utm_content=&utm_campaign=&referrer='.length + 200)
      },
    ),
  )
})

describe('an address', () => {
  const attribution = { utm_source: 'a b', utm_medium: "c'd" }
  it.each([
    ['/faq', '/faq?utm_source=a+b&utm_medium=c%27d'],
    ['/faq?search=x#top', '/faq?search=x&utm_source=a+b&utm_medium=c%27d#top'],
    ['/promo?utm_source=own', '/promo?utm_source=own&utm_medium=c%27d'],
    ['/user/login?redirect=%2F%3Futm_source%3Dx%26utm_medium%3Dy', '/user/login?redirect=%2F%3Futm_source%3Dx%26utm_medium%3Dy'],
    ['https://club.example/', 'https://club.example/'],
    ['//club.example/', '//club.example/'],
    [`${API_BASE}invoice/1`, `${API_BASE}invoice/1`],
    ['/feeds/issues.xml', '/feeds/issues.xml'],
    ['/user/account/export.json', '/user/account/export.json'],
    ['#content', '#content'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
  ])('%s becomes %s', (address, expected) => {
    expect(withAttribution(address, attribution)).toBe(expected)
  })

  it('carries the attribution to the target address, only once', () => {
    const word = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }).filter((each) => each.isWellFormed())
    const traces = fc.record({ utm_source: word, utm_campaign: word, referrer: word }, { requiredKeys: [] })
    const addresses = fc.constantFrom('/', '/faq', '/magazines?after=x', '/magazines/issues/a#top', '/user/login?redirect=%2Ffaq')
    fc.assert(
      fc.property(traces, addresses, (attribution, address) => {
        const led = withAttribution(address, attributionIn(`/?${new URLSearchParams(attribution)}`))
        const carried = attributionIn(led)
        expect(carried).toEqual(attributionIn(`/?${new URLSearchParams(attribution)}`))
        const lengths = Object.values(attribution).map((value) => new URLSearchParams({ '': value }).toString().length - 1)
        if (lengths.every((each) => each <= 100) && lengths.reduce((sum, each) => sum + each, 0) <= 200)
          expect(carried).toEqual(attribution)
        expect(withAttribution(led, carried)).toBe(led)
      }),
    )
  })
})

describe('the links of a page', () => {
  const attribution = { utm_source: 'a&b"<' }
  it('carry the attribution, and nothing else changes', () => {
    const page = `<link href="/a.css"/><a class="x>y" href="/faq?a=1&amp;b=2#c">F</a><a data-href="/x" href="/">H</a><a href="https://x.example">X</a>`
    const as = 'utm_source=a%26b%22%3C'
    expect(linksWithAttribution(`${page}<script>"\\u003ca href=\\"/faq\\""</script>`, attribution)).toBe(
      `<link href="/a.css"/><a class="x>y" href="/faq?a=1&amp;b=2&amp;${as}#c">F</a><a data-href="/x" href="/?${as}">H</a><a href="https://x.example">X</a><script>"\\u003ca href=\\"/faq\\""</script>`,
    )
  })
  it('stay byte-identical without an attribution', () => {
    const page = '<a href="/faq">F</a>'
    expect(linksWithAttribution(page, {})).toBe(page)
  })
})
