import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linksWithTrace, traceIn, withTrace } from './trace.ts'

it.each([
  ['/', {}],
  ['/?utm_source=a&utm_medium=b&other=c', { utm_source: 'a', utm_medium: 'b' }],
  ['/user/login?redirect=%2F%3Futm_source%3Da', { utm_source: 'a' }],
  ['/user/login?utm_source=own&redirect=%2F%3Futm_source%3Da%26utm_campaign%3Dd', { utm_source: 'own', utm_campaign: 'd' }],
  ['/user/login?redirect=%2F%2Fevil.example%3Futm_source%3Da', {}],
  ['/user/register?referrer=https%3A%2F%2Fblog.example%2Fpost', { referrer: 'https://blog.example/post' }],
])('of %s travels %o', (path, trace) => {
  expect(traceIn(path)).toEqual(trace)
})

it('what is longer than any campaign is cut', () => {
  expect(traceIn(`/?utm_source=${'x'.repeat(5000)}`).utm_source).toHaveLength(100)
  expect(traceIn(`/?utm_source=${'ü'.repeat(5000)}`).utm_source).toBe('ü'.repeat(16))
})

it('a trace adds at most so much to a link, whatever stands in the address', () => {
  const word = fc.string({ maxLength: 400, unit: 'binary' })
  fc.assert(
    fc.property(
      fc.record({ utm_source: word, utm_medium: word, utm_content: word, utm_campaign: word, referrer: word }),
      (values) => {
        const led = withTrace('/', traceIn(`/?${new URLSearchParams(values)}`))
        expect(led.length).toBeLessThanOrEqual('/?utm_source=&utm_medium=&utm_content=&utm_campaign=&referrer='.length + 200)
      },
    ),
  )
})

describe('an address', () => {
  const trace = { utm_source: 'a b', utm_medium: "c'd" }
  it.each([
    ['/faq', '/faq?utm_source=a+b&utm_medium=c%27d'],
    ['/faq?search=x#top', '/faq?search=x&utm_source=a+b&utm_medium=c%27d#top'],
    ['/promo?utm_source=own', '/promo?utm_source=own&utm_medium=c%27d'],
    ['/user/login?redirect=%2F%3Futm_source%3Dx%26utm_medium%3Dy', '/user/login?redirect=%2F%3Futm_source%3Dx%26utm_medium%3Dy'],
    ['https://club.example/', 'https://club.example/'],
    ['//club.example/', '//club.example/'],
    ['/api/v8/invoice/1', '/api/v8/invoice/1'],
    ['/feeds/issues.xml', '/feeds/issues.xml'],
    ['/user/account/export.json', '/user/account/export.json'],
    ['#content', '#content'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
  ])('%s leads on as %s', (address, expected) => {
    expect(withTrace(address, trace)).toBe(expected)
  })

  it('brings the trace to where it leads, whatever it holds, and only once', () => {
    const word = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }).filter((each) => each.isWellFormed())
    const traces = fc.record({ utm_source: word, utm_campaign: word, referrer: word }, { requiredKeys: [] })
    const addresses = fc.constantFrom('/', '/faq', '/magazines?after=x', '/magazines/issues/a#top', '/user/login?redirect=%2Ffaq')
    fc.assert(
      fc.property(traces, addresses, (trace, address) => {
        const led = withTrace(address, traceIn(`/?${new URLSearchParams(trace)}`))
        const told = traceIn(led)
        expect(told).toEqual(traceIn(`/?${new URLSearchParams(trace)}`))
        const lengths = Object.values(trace).map((value) => new URLSearchParams({ '': value }).toString().length - 1)
        if (lengths.every((each) => each <= 100) && lengths.reduce((sum, each) => sum + each, 0) <= 200)
          expect(told).toEqual(trace)
        expect(withTrace(led, told)).toBe(led)
      }),
    )
  })
})

describe('the links of a page', () => {
  const trace = { utm_source: 'a&b"<' }
  it('lead on with the trace, and nothing else is touched', () => {
    const page = `<link href="/a.css"/><a class="x>y" href="/faq?a=1&amp;b=2#c">F</a><a data-href="/x" href="/">H</a><a href="https://x.example">X</a>`
    const as = 'utm_source=a%26b%22%3C'
    expect(linksWithTrace(`${page}<script>"\\u003ca href=\\"/faq\\""</script>`, trace)).toBe(
      `<link href="/a.css"/><a class="x>y" href="/faq?a=1&amp;b=2&amp;${as}#c">F</a><a data-href="/x" href="/?${as}">H</a><a href="https://x.example">X</a><script>"\\u003ca href=\\"/faq\\""</script>`,
    )
  })
  it('stay the same bytes where nobody came from anywhere', () => {
    const page = '<a href="/faq">F</a>'
    expect(linksWithTrace(page, {})).toBe(page)
  })
})
