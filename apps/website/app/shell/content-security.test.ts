import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security.ts'

const hashOf = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`
const silent = { operator: { videos: { at: null, de: null, ch: null, lu: null } } }

it('allows exactly the inline scripts and styles that we marked, and takes the marks out', () => {
  const page =
    '<script nonce="n">ours()</script><script>theirs()</script><style nonce="n">a{}</style><script nonce="n" src="/a.js"></script>'
  const { html, policy } = contentSecurityPolicy(page, 'n', silent)
  expect(html).toBe('<script>ours()</script><script>theirs()</script><style>a{}</style><script src="/a.js"></script>')
  expect(policy).toContain(`script-src 'self' ${hashOf('ours()')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf('a{}')};`)
  expect(policy).not.toContain(hashOf('theirs()'))
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

it('lets films come from where the operator keeps them', () => {
  const { policy } = contentSecurityPolicy('', 'n', {
    operator: { videos: { at: 'https://films.example/at.mp4', de: 'https://films.example/de.mp4', ch: '/ch.mp4', lu: null } },
  })
  expect(policy).toContain("media-src 'self' https://films.example;")
})
