import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { finishPage } from './content-security.ts'

const hashOf = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`
const silent = { operator: { videos: { at: null, de: null, ch: null, lu: null } } }

it('allows exactly the marked inline scripts and styles by hash and removes the marks', () => {
  const page =
    '<script nonce="n">ours()</script><script>theirs()</script><style nonce="n">a{}</style><script nonce="n" src="/a.js"></script>'
  const { html, policy } = finishPage([page], 'n', silent)
  expect(html.join('')).toBe('<script>ours()</script><script>theirs()</script><style>a{}</style><script src="/a.js"></script>')
  expect(policy).toContain(`script-src 'self' ${hashOf('ours()')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf('a{}')};`)
  expect(policy).not.toContain(hashOf('theirs()'))
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

it("allows videos from the operator's host", () => {
  const { policy } = finishPage([], 'n', {
    operator: { videos: { at: 'https://films.example/at.mp4', de: 'https://films.example/de.mp4', ch: '/ch.mp4', lu: null } },
  })
  expect(policy).toContain("media-src 'self' https://films.example;")
})

describe('the framework scripts of a page', () => {
  const page =
    '<link nonce="n" rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" nonce="n" href="/assets/b.js"/>'

  it('load late with their module names and are allowed by hash', () => {
    const start = '<script nonce="n" type="module" async="">import "/a"</script>'
    const { html, policy } = finishPage([page, start, 'end'], 'n', silent)
    expect(html.join('')).toBe('<script type="text/plain" data-modules="/assets/a.js /assets/b.js">import "/a"</script>end')
    expect(policy).toContain(hashOf('import "/a"'))
  })

  it('start at once in development', () => {
    const start = '<script nonce="n" type="module" async="">import "/a"</script>'
    const html = finishPage([page, start], 'n', silent, { isDevelopment: true }).html.join('')
    expect(html).toContain('<script type="module" async="">import "/a"</script>')
    expect(html).toContain('<link rel="modulepreload" href="/assets/a.js"/>')
  })
})

describe('what a payment page opens', () => {
  it('is allowed on that page only', () => {
    const { policy } = finishPage([], 'n', {
      ...silent,
      opened: { scripts: ['https://wallet.example'], frames: ["'self'"], forms: ['https://bank.example'], nonce: 'of-wallet' },
    })
    expect(policy).toContain("script-src 'self' 'nonce-of-wallet' https://wallet.example;")
    expect(policy).toContain("frame-src 'self';")
    expect(policy).toContain("form-action 'self' https://bank.example")
    expect(finishPage([], 'n', silent).policy).toContain("frame-src 'none';")
    expect(finishPage([], 'n', silent).policy).toMatch(/form-action 'self'$/)
  })
})

describe('the style sheet of a page without the framework', () => {
  const marked = [
    '<head><link rel="stylesheet" href="/assets/style.css" nonce="n"/></head>',
    '<body class="a"><script nonce="n">ours()</script></body></html>',
  ]
  const rulesOf = (address: string) => (html: readonly string[]) => `${address}|${html.length}`

  it('is loaded by the shell script, or last without scripts; the rules that the page uses are in the head and allowed by hash', () => {
    const { html, policy } = finishPage(marked, 'n', silent, { rulesOf })
    expect(html.join('')).toBe(
      '<head><style>/assets/style.css|2</style></head><body class="a"><script>ours()</script>' +
        '<link data-sheet="/assets/style.css"/><noscript><link rel="stylesheet" href="/assets/style.css"/></noscript></body></html>',
    )
    expect(policy).toContain(`style-src 'self' ${hashOf('/assets/style.css|2')};`)
  })

  it('is loaded first where the rules are not known', () => {
    for (const finishing of [{}, { rulesOf: () => null }]) {
      const { html, policy } = finishPage(marked, 'n', silent, finishing)
      expect(html.join('')).toContain('<head><link rel="stylesheet" href="/assets/style.css"/></head>')
      expect(policy).toContain("style-src 'self';")
    }
  })
})
