import { existsSync } from 'node:fs'
import type { ApiFetch } from '@kiosk/api-client/api-client'
import { API_BASE } from '@kiosk/contract/route'
import type { Operator } from '@kiosk/domain/operator'
import { partnerConsent } from '@kiosk/domain/page-variant'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import operatorFile from '../../../operator.json' with { type: 'json' }
import { handle } from './server.ts'

vi.mock('./document/built-assets.ts', () => ({
  buildFolder: '/nowhere/',
  builtAssets: (name: string) => ({
    script: `/reader/assets/${name}.js`,
    modules: ['/reader/assets/shared.js'],
    styles: ['/reader/assets/a.css'],
  }),
}))

const operator = operatorFile as unknown as Operator
const upright = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1, width: 600, height: 800 }))
const usual = {
  access: {
    read: true,
    ads: true,
    offline: false,
    audio: false,
    epub: false,
    pagesOpen: 8,
    because: 'register',
    until: 2_000_000_000,
    signature: 'until=2000000000&pages=8&v=3&signature=s',
  },
  contents: {
    uid: 'harbour1',
    revision: 3,
    titleLine: 'Hafen & <Licht>',
    detailLine: 'Nr. 7',
    language: 'de',
    magazineKey: 'hafen',
    kind: 'magazine',
    textLayer: 'full',
    coverURL: '/c',
    coverColour: '#123456',
    pages: upright(20),
    outline: [],
    articles: [{ id: '42', headline: 'Am </script> Kai', byline: '', firstPage: 4, lastPage: 5, regions: [] }],
  },
  words: {
    lines: [
      [
        ['Guten', 0.1, 0.1, 0.1, 0.02],
        ['Morgen', 0.25, 0.1, 0.1, 0.02],
      ],
    ],
  },
  article: {
    id: '42',
    headline: 'Am Kai',
    byline: 'Von M. W.',
    firstPage: 4,
    lastPage: 5,
    language: 'de',
    html: '<p onclick="x()">Text<script>alert(1)</script></p>',
    whole: false,
  },
}

let supportUntil: string | null = null
let requested: { path: string; headers: Headers }[]
let answers: Record<string, unknown>
const api: ApiFetch = async (path, init) => {
  requested.push({ path, headers: new Headers(init?.headers) })
  const part = /\/(access|contents|words|article|topic|pricing)/.exec(path)?.[1] ?? ''
  const answer = path.includes('unknown') ? 404 : answers[part]
  if (answer instanceof Error) throw answer
  if (answer instanceof Response) return answer
  if (typeof answer === 'number')
    return new Response('{}', { status: answer, headers: supportUntil ? { 'x-support-until': supportUntil } : {} })
  return Response.json(answer, { headers: supportUntil ? { 'x-support-until': supportUntil } : {} })
}
beforeEach(() => {
  supportUntil = null
  requested = []
  answers = { ...usual }
})
const visit = async (
  path: string,
  headers: Record<string, string> = {},
  operatorValues: Partial<Operator> = {},
  imagesFrom?: string,
) => {
  const response = await handle(new Request(`https://kiosk.example${path}`, { headers }), {
    api,
    operator: { ...operator, ...operatorValues },
    token: 'web-token',
    publicUrl: 'https://kiosk.example',
    imagesFrom,
  })
  return { response, body: await response.text() }
}

describe('the document of an issue', () => {
  test('preloads the first image and embeds all API responses', async () => {
    const { response, body } = await visit('/reader/issues/harbour1')
    expect(response.status).toBe(200)
    expect(body).toMatch(
      /<link rel="preload" as="image" fetchpriority="high" href="[^"]*\/pages\/1\/picture\?width=1240&amp;until=2000000000/,
    )
    expect(body.indexOf('rel="preload"')).toBeLessThan(body.indexOf('rel="stylesheet"'))
    const data = JSON.parse(/id="reader-data">([\s\S]*?)<\/script>/.exec(body)![1]!)
    expect(data).toMatchObject({ access: usual.access, contents: usual.contents, token: 'web-token', language: 'de' })
    expect(data.words['READER.NEXT']).toBe('Weiterblättern')
    expect(requested.map((each) => each.path).sort()).toEqual([
      `${API_BASE}issuecontent/harbour1/access`,
      `${API_BASE}issuecontent/harbour1/contents`,
    ])
  })
  test('escapes titles and headlines', async () => {
    const { body } = await visit('/reader/issues/harbour1')
    expect(body).toContain('<title>Hafen &amp; &lt;Licht&gt; Nr. 7 – read-it</title>')
    expect(body).not.toContain('Am </script>')
  })
  test('images come from the bucket if the policy of the page allows it, with script and without', async () => {
    for (const path of ['/reader/issues/harbour1', '/reader/issues/harbour1?plain']) {
      const imagesOf = async (imagesFrom?: string) => {
        const { response, body } = await visit(path, {}, {}, imagesFrom)
        const addresses = [...body.matchAll(/(?:href|src)="([^"]*\/picture\?[^"]*)"/g)].map(([, address]) => address!)
        return { policy: response.headers.get('content-security-policy'), addresses }
      }
      const inBucket = await imagesOf('https://images.example/kiosk/')
      expect(inBucket.policy).toContain("img-src 'self' data: blob: https://images.example/kiosk/;")
      expect(inBucket.addresses.length).toBeGreaterThan(1)
      for (const address of inBucket.addresses) expect(address).toContain('&amp;bucket=1')
      const here = await imagesOf()
      expect(here.policy).toContain("img-src 'self' data: blob:;")
      for (const address of here.addresses) expect(address).not.toContain('bucket')
    }
  })
  test('its policy allows our own scripts, inline ones by hash, no framing, and no hold of the page that opened it', async () => {
    const { response, body } = await visit('/reader/issues/harbour1')
    const policy = response.headers.get('content-security-policy')!
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/style-src 'self' 'sha256-/)
    for (const [, attributes = '', script] of body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (attributes.includes('src=') || attributes.includes('application/json')) continue
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
      expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
    }
    expect(body).not.toMatch(/<[^>]+\sstyle="/)
    expect(response.headers.get('cache-control')).toContain('private')
  })
  test('preloads the image of the page or article in the address', async () => {
    expect((await visit('/reader/issues/harbour1?p=6')).body).toMatch(/rel="preload"[^>]*\/pages\/6\/picture/)
    expect((await visit('/reader/issues/harbour1?a=42')).body).toMatch(/rel="preload"[^>]*\/pages\/4\/picture/)
  })
  test('preloads no image of a closed page, wherever the address leads', async () => {
    for (const path of ['/reader/issues/harbour1?p=15', '/reader/issues/harbour1?p=8', '/reader/issues/harbour1?plain=1&p=15']) {
      const pages = [...(await visit(path)).body.matchAll(/\/pages\/(\d+)\/picture/g)].map((match) => Number(match[1]))
      expect(Math.max(...pages)).toBeLessThanOrEqual(8)
    }
  })
  test('leaves the first image of a newspaper to wide screens, because phones show a list of its articles', async () => {
    const newspaper = { ...usual.contents, kind: 'newspaper' }
    answers.contents = newspaper
    const { body } = await visit('/reader/issues/harbour1')
    expect(body).toContain('<link rel="preload" as="image" media="not all and (max-width: 600px)"')
    expect(body).toMatch(/<img fetchpriority="high" loading="lazy"\s+data-page="1"/)
    expect(body).toContain("matchMedia('(max-width: 600px)')")
    const addressed = (await visit('/reader/issues/harbour1?p=2')).body
    expect(addressed).toContain('<link rel="preload" as="image" fetchpriority="high"')
    expect(addressed).not.toContain('dataset.listing')
    answers.contents = { ...newspaper, articles: [] }
    expect((await visit('/reader/issues/harbour1')).body).not.toContain('dataset.listing')
  })
  test('has the price of the cheapest subscription in the visitor’s market where one opens more', async () => {
    const plan = { specialOffer: false, specialOfferPrice: null, specialOfferLength: null, locale: 'de_CH' }
    answers.pricing = {
      campaignDtoList: [
        { ...plan, shortNameDefault: 'FREE', normalPrice: 0 },
        { ...plan, shortNameDefault: 'PREMIUM', normalPrice: 1990 },
        { ...plan, shortNameDefault: 'MAGZ', normalPrice: 1190 },
      ],
    }
    const priceFor = async (because: string) => {
      answers.access = { ...usual.access, because, pagesOpen: 1 }
      return JSON.parse(/id="reader-data">([\s\S]*?)<\/script>/.exec((await visit('/reader/issues/harbour1')).body)![1]!).price
    }
    expect(await priceFor('subscribe')).toEqual({ regular: 'CHF\u00a011.90', charges: null, reduced: null })
    expect((await visit('/reader/issues/harbour1?plain=1')).body).toContain('Ab CHF\u00a011.90 alle 30 Tage')
    expect(await priceFor('register')).toBeNull()
    answers.pricing = 500
    expect(await priceFor('subscribe')).toBeNull()
  })
  test('shows the first open pages without JavaScript, with links to text and articles', async () => {
    const plain = /<noscript>([\s\S]*?)<\/noscript>/.exec((await visit('/reader/issues/harbour1')).body)![1]!
    expect([...plain.matchAll(/<img/g)].length).toBe(4)
    expect(plain).toContain('/reader/issues/harbour1?p=1&amp;plain=1')
    expect(plain).toContain('a=42')
  })
  test('uses the visitor’s language and theme, and requests that language from the API', async () => {
    const { response, body } = await visit('/reader/issues/harbour1', {
      cookie: 'language=fr; theme=dark',
      'accept-language': 'en',
    })
    expect(body).toContain('<html lang="fr" data-theme="dark">')
    expect(requested[0]!.headers.get('accept-language')).toBe('fr')
    expect(requested[0]!.headers.get('cookie')).toContain('language=fr')
    expect(response.headers.get('set-cookie')).toBe(null)
  })
  test('uses and remembers a language in the address', async () => {
    const { response, body } = await visit('/reader/issues/harbour1?lang=en')
    expect(body).toContain('<html lang="en">')
    expect(response.headers.get('set-cookie')).toMatch(/^language=en; Path=\/; Max-Age=31536000; SameSite=Lax; Secure$/)
  })
})

describe('advertisements of a partner', () => {
  const advertisingPartner = {
    name: 'Anzeigenhaus',
    address: 'https://anzeigen.example/platz?groesse=1',
    policy: 'https://anzeigen.example/datenschutz',
    width: 300,
    height: 250,
  }
  const agreed = { cookie: `consent=1; consent_social=0; consent_ads=${partnerConsent(advertisingPartner)}` }
  const open = (headers: Record<string, string>, operatorValues: Partial<Operator> = { advertisingPartner }) =>
    visit('/reader/issues/harbour1', headers, operatorValues)

  test('may load only in the partner’s frame, if the operator enables it and the reader agreed', async () => {
    const { response, body } = await open(agreed)
    const data = JSON.parse(/id="reader-data">([\s\S]*?)<\/script>/.exec(body)![1]!)
    expect(data.partner).toEqual(advertisingPartner)
    expect(response.headers.get('content-security-policy')).toContain('frame-src https://anzeigen.example')
    expect(body.replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')).not.toContain('anzeigen.example')
  })
  test.each([
    ['the question has no answer', {}, {}],
    ['social networks alone were allowed', { cookie: 'consent=1; consent_social=1' }, {}],
    ['they were rejected', { cookie: 'consent=1; consent_social=1; consent_ads=0' }, {}],
    ['the banner still waits', { cookie: agreed.cookie.replace('consent=1; ', '') }, {}],
    ['those of another partner were allowed', { cookie: `consent=1; consent_ads=${partnerConsent({ name: 'Werbehaus' })}` }, {}],
    ['an earlier version did not store whose were allowed', { cookie: 'consent=1; consent_ads=1' }, {}],
    ['the reader reads without advertisements', agreed, { ads: false }],
  ])('are neither named nor allowed while %s', async (_, headers, access) => {
    answers.access = { ...usual.access, ...access }
    const { response, body } = await open(headers as Record<string, string>)
    expect(body).not.toContain('anzeigen.example')
    expect(response.headers.get('content-security-policy')).toContain("frame-src 'none'")
  })
  test('are off by default, and never in the offline document', async () => {
    expect(operator.advertisingPartner).toBe(null)
    expect((await open(agreed, {})).response.headers.get('content-security-policy')).toContain("frame-src 'none'")
    for (const path of ['/reader/offline', '/reader/issues/harbour1?plain=1']) {
      const { response, body } = await visit(path, agreed, { advertisingPartner })
      expect(body).not.toContain('anzeigen.example')
      expect(response.headers.get('content-security-policy')).toContain("frame-src 'none'")
    }
  })
})

describe('the plain view', () => {
  test('shows images and text of some pages, and a reason at the end of the open ones', async () => {
    const first = (await visit('/reader/issues/harbour1?plain=1&p=2')).body
    expect([...first.matchAll(/<h2>Seite (\d)/g)].map((match) => match[1])).toEqual(['1', '2', '3', '4'])
    expect(first).toContain('<p>Guten Morgen</p>')
    expect(first).not.toContain('<script')
    expect(first).toContain('p=5&amp;plain=1')
    const last = (await visit('/reader/issues/harbour1?plain=1&p=8')).body
    expect(last).toContain('/user/register')
    expect(last).not.toContain('p=9&amp;plain=1')
  })
  test('shows an article without active content', async () => {
    const { body } = await visit('/reader/issues/harbour1?plain=1&a=42')
    expect(body).toContain('<p>Text</p>')
    expect(body).not.toContain('alert(1)')
    expect(body).not.toContain('onclick')
    expect(body).toContain('/user/register')
  })
  test('links of an article lead to the plain page of the issue, or out of it as in the article view', async () => {
    const link = (href: string, words: string) => `<a href="${href}" rel="nofollow">${words}</a>`
    answers.article = {
      ...(answers.article as object),
      html: `<p>${[
        link('#page=3', 'Seite drei'),
        link('https://example.org/a?b=1&amp;c=2', 'im Netz'),
        link('tel:+4312345', 'am Telefon'),
        link('#page=99', 'Seite neunundneunzig'),
        link('javascript:alert(2)', 'nirgends'),
        link('//example.org', 'irgendwo'),
      ].join(', ')}</p>`,
    }
    const { body } = await visit('/reader/issues/harbour1?plain=1&a=42')
    expect(body).toContain('<a href="/reader/issues/harbour1?p=3&amp;plain=1">Seite drei</a>')
    expect(body).toContain('<a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">im Netz</a>')
    expect(body).toContain('<a href="tel:+4312345" rel="noopener noreferrer nofollow">am Telefon</a>')
    expect(body).toContain(', Seite neunundneunzig, nirgends, irgendwo</p>')
  })
  test('notes and references lead to each other, and are text where the other is missing, as in a preview', async () => {
    const textOf = async (html: string) => {
      answers.article = { ...(answers.article as object), html }
      return (await visit('/reader/issues/harbour1?plain=1&a=42')).body
    }
    const [reference, place] = ['<a href="#note=1">1</a>', '<a href="#noteref=1">1</a>']
    const whole = await textOf(
      `<p>Eins${reference} zwei${reference} drei<a href="#note=2">2</a></p><p>${place} Erklärt.</p><p>${place} Anders.</p><p><a href="#noteref=3">3</a> Allein.</p>`,
    )
    expect(whole).toContain(
      '<p>Eins<a href="#note=1" id="noteref=1" role="doc-noteref">1</a> zwei<a href="#note=1" role="doc-noteref">1</a> drei2</p>' +
        '<p><a href="#noteref=1" id="note=1" role="doc-backlink">1</a> Erklärt.</p><p>1 Anders.</p><p>3 Allein.</p>',
    )
    expect(await textOf(`<p>Eins${reference} zwei</p>`)).toContain('<p>Eins1 zwei</p>')
  })
})

describe('when there is nothing to open', () => {
  test('answers 404 with a link to the newsstand for an unknown issue', async () => {
    const { response, body } = await visit('/reader/issues/unknown')
    expect(response.status).toBe(404)
    expect(body).toContain('href="/magazines"')
  })
  test('makes no API call for an unknown path', async () => {
    for (const path of [
      '/reader/nonsense',
      '/reader/assets/none.js',
      '/reader/assets/..%2F..%2Fpackage.json',
      '/reader/.vite/manifest.json',
      '/reader/issues/a%2F..%2Fb',
      '/reader/issues/',
      '/reader/issues/x/y',
    ]) {
      expect((await visit(path)).response.status).toBe(404)
    }
    expect(requested).toEqual([])
  })
  test('answers 503 with a retry link when the API fails or is unreachable', async () => {
    for (const broken of [500, 429, new Error('gone')]) {
      answers.contents = broken
      const { response, body } = await visit('/reader/issues/harbour1?p=3')
      expect(response.status).toBe(503)
      expect(body).toContain('href="/reader/issues/harbour1?p=3"')
      expect(response.headers.get('retry-after')).toBe('5')
    }
    answers.contents = new Response('{}', { status: 429, headers: { 'retry-after': '47' } })
    expect((await visit('/reader/issues/harbour1')).response.headers.get('retry-after')).toBe('47')
  })
  test('accepts GET and HEAD only', async () => {
    const response = await handle(new Request('https://kiosk.example/reader/offline', { method: 'POST' }), {
      api,
      operator,
      token: 't',
      publicUrl: 'https://kiosk.example',
    })
    expect(response.status).toBe(405)
  })
})

test('at the device limit an issue redirects to the page for removing a device, and back', async () => {
  answers.access = {
    ...usual.access,
    devices: [{ vendorId: 'tablet-1', name: 'Firefox', lastReading: '2026-11-20T10:00:00.000Z' }],
  }
  const { response } = await visit('/reader/issues/harbour1?p=3&utm_source=brief')
  const to = new URL(response.headers.get('location')!, 'https://kiosk.example')
  expect([response.status, response.headers.get('cache-control'), to.pathname]).toEqual([
    302,
    'private, no-store',
    '/reader/devices',
  ])
  expect(to.searchParams.get('back')).toBe('/reader/issues/harbour1?p=3&utm_source=brief')
})

test.each(['', '/bookmarks', '/history', '/archive/hafen', '/devices'])('leaves /reader%s to the website', async (path) => {
  expect((await visit(`/reader${path}`)).response.status).toBe(404)
  expect(requested).toEqual([])
})

test('the offline document contains texts and no personal data', async () => {
  const { response, body } = await visit('/reader/offline', { cookie: 'language=fr; session=secret' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-language')).toBe('fr')
  const data = JSON.parse(/id="offline-data">([\s\S]*?)<\/script>/.exec(body)![1]!)
  expect(Object.keys(data).sort()).toEqual(['language', 'siteName', 'theme', 'token', 'words'])
  expect(data.words['OFFLINE.LOCKED']).toBe('Verrouillé')
  expect(body).not.toContain('secret')
  expect(body).toContain('<script type="module" src="/reader/assets/issue.js">')
  expect(requested).toEqual([])
})

test('the manifest makes website and reader installable as one app under the operator’s name, and its icons exist', async () => {
  const { response, body } = await visit('/reader/manifest.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = JSON.parse(body)
  expect(manifest).toMatchObject({ name: operator.siteName, id: '/reader', start_url: '/', scope: '/', display: 'standalone' })
  for (const icon of manifest.icons) {
    expect(existsSync(new URL(`../public${icon.src.replace('/reader', '')}`, import.meta.url))).toBe(true)
  }
})

describe('a topic', () => {
  test('redirects to its issue, page and article, and keeps the attribution', async () => {
    answers = { ...usual, topic: { issueUID: 'harbour1', page: 7, issueArticleId: '42' } }
    const { response } = await visit('/reader/topics/stadtbaeume?utm_source=brief&x=1')
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      '/reader/issues/harbour1?p=7&a=42&utm_source=brief',
    ])
    answers = { ...usual, topic: { issueUID: 'harbour1', page: 7, issueArticleId: null } }
    expect((await visit('/reader/topics/stadtbaeume')).response.headers.get('location')).toBe('/reader/issues/harbour1?p=7')
  })
  test('that is unknown answers 404', async () => {
    expect((await visit('/reader/topics/unknown')).response.status).toBe(404)
  })
})

test('every document says that the staff may look at the account, as soon as the API does', async () => {
  const headers = { cookie: 'session=abc' }
  const hidden = await visit('/reader/issues/harbour1', headers)
  expect(hidden.body).toMatch(/<aside id="support"[^>]* hidden>/)
  expect((await visit('/reader/issues/harbour1')).body).not.toContain('id="support"')
  supportUntil = '2026-11-20T08:30:00.000Z'
  for (const path of ['/reader/issues/harbour1', '/reader/issues/harbour1?plain=1', '/reader/issues/unknown1']) {
    const { body } = await visit(path, headers)
    expect(body).toMatch(/<aside id="support"[^>]* data-until="2026-11-20T08:30:00.000Z">/)
    expect(body).toContain('Support-Einblick bis 09:30 Uhr')
    expect(body).toContain('href="/user/security#support"')
  }
})
