import { API_BASE } from '@kiosk/contract/route'
import { escapeXml } from '@kiosk/domain/escape-xml'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { documentFaults, hasOpdsSchemas, MANIFEST_SCHEMA, OPDS_REASON } from '../../../../../tools/reading-schemas.ts'
import { sampleIssue } from '../testing/sample-issues.ts'
import { manifestDocument } from './manifest-document.ts'
import { type Link, opdsAddress, opdsFeed } from './opds.ts'
import { authenticationDocument } from './opds-authentication.ts'
import { issueAsItem, rss } from './rss.ts'
import { sitemapIndex, urlset } from './sitemap-documents.ts'
import { sampleAccess, sampleContents } from './testing/sample-contents.ts'

const publicUrl = 'https://kiosk.example'
const channel = {
  title: 'Neu & <frisch>',
  description: 'x',
  language: 'de',
  page: '/magazines',
  self: '/feeds/issues.xml',
  publicUrl,
}

/** Parses a document and returns its texts by element; throws if it is not well-formed. */
function parsed(document: string): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  const open: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => open.push(name))
  parser.on('closetag', () => open.pop())
  parser.on('text', (text) => {
    const name = open.at(-1)
    if (name) texts[name] = [...(texts[name] ?? []), text]
  })
  parser.write(document).close()
  return texts
}

describe('RSS', () => {
  test('escapes special characters in titles', () => {
    const texts = parsed(rss(channel, [issueAsItem(sampleIssue())]))
    expect(texts.title).toEqual(['Neu & <frisch>', 'Berg & <Tal>: Nr. 47 "Herbst"'])
    expect(texts.guid).toEqual(['https://kiosk.example/magazines/issues/k2m4q8x0a1b2'])
    expect(texts.pubDate).toEqual(['Fri, 20 Nov 2026 06:00:00 GMT'])
  })

  test('renders a well-formed feed without issues', () => {
    expect(parsed(rss(channel, [])).item).toBeUndefined()
  })
})

test('stays well-formed for any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(() => parsed(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)).not.toThrow()
    }),
  )
})

describe('sitemap', () => {
  test('lists every page in three languages and without a language', () => {
    const document = urlset(
      [{ path: '/magazines/issues/u1', changed: '2026-11-20T09:00Z' }, { path: '/magazines?a=1&b=2' }],
      publicUrl,
    )
    expect(parsed(document).loc).toEqual(['https://kiosk.example/magazines/issues/u1', 'https://kiosk.example/magazines?a=1&b=2'])
    expect(parsed(document).lastmod).toEqual(['2026-11-20'])
    for (const hreflang of ['de', 'en', 'fr', 'x-default']) expect(document).toContain(`hreflang="${hreflang}"`)
  })

  test('lists its parts in an index', () => {
    const index = sitemapIndex([{ path: '/sitemap.xml?after=a%26b', changed: '2026-11-20' }, { path: '/sitemap.xml' }], publicUrl)
    expect(parsed(index).loc).toEqual(['https://kiosk.example/sitemap.xml?after=a%26b', 'https://kiosk.example/sitemap.xml'])
    expect(parsed(index).lastmod).toEqual(['2026-11-20'])
  })
})

describe('OPDS', () => {
  const place = { publicUrl, webapp: '/reader', language: 'de', siteName: 'read-it' }
  type Publication = { metadata: { title: string }; links: Link[]; images: { href: string; width: number }[] }
  type Read = { links: Link[]; publications?: Publication[]; navigation?: Link[]; groups?: { publications: Publication[] }[] }
  const full = opdsFeed(
    {
      title: 'read-it',
      self: opdsAddress.start,
      navigation: [{ title: 'Neu', href: opdsAddress.newest(), count: 3 }],
      groups: [
        { title: 'Reise', href: opdsAddress.category('reise'), count: 1, issues: [sampleIssue()] },
        { title: 'Leer', href: opdsAddress.category('leer'), issues: [] },
      ],
    },
    place,
  ) as Read
  const list = opdsFeed(
    {
      title: 'Neu',
      self: opdsAddress.newest(),
      issues: [sampleIssue(), sampleIssue({ uid: 'u2' })],
      next: opdsAddress.newest('x&y'),
    },
    place,
  ) as Read

  test('has self link, titles, acquisition link and images for every publication', () => {
    for (const feed of [full, list]) {
      expect(feed.links.some((link) => link.rel === 'self')).toBe(true)
      expect(feed.publications?.length || feed.navigation?.length || feed.groups?.length).toBeTruthy()
      for (const publication of feed.publications ?? feed.groups!.flatMap((group) => group.publications)) {
        expect(publication.metadata.title).toBe('Berg & <Tal> Nr. 47 "Herbst"')
        expect(publication.links.some((link) => link.rel?.startsWith('http://opds-spec.org/acquisition'))).toBe(true)
        expect(publication.images.every((image) => image.href.startsWith('https://') && image.width > 0)).toBe(true)
      }
    }
    expect(full.groups).toHaveLength(1)
    expect(list.links.at(-1)).toMatchObject({ rel: 'next', href: 'https://kiosk.example/opds/newest?after=x%26y' })
  })

  test('declares the search as a URI template', () => {
    expect(full.links).toContainEqual({
      rel: 'search',
      href: 'https://kiosk.example/opds/search{?query}',
      type: 'application/opds+json',
      templated: true,
    })
  })

  const publication = (list.publications ?? [])[0]
  const manifests = [
    manifestDocument({ issue: sampleIssue(), contents: sampleContents, access: sampleAccess }, place),
    manifestDocument(
      {
        issue: sampleIssue(),
        contents: { ...sampleContents, outline: [], kind: 'newspaper' },
        access: { ...sampleAccess, pagesOpen: 1 },
      },
      place,
    ),
    manifestDocument(
      { issue: sampleIssue(), contents: sampleContents, access: { ...sampleAccess, pagesOpen: 4 } },
      place,
      'whole',
    ),
  ]
  const authentication = authenticationDocument({
    publicUrl,
    siteName: 'read-it',
    description: 'x',
    labels: { login: 'E-Mail', password: 'Passwort' },
  })

  const faults = documentFaults()

  test("produces manifests that match Readium's schema, which rejects a broken one", () => {
    for (const manifest of manifests) expect(faults(MANIFEST_SCHEMA, manifest)).toEqual([])
    expect(faults(MANIFEST_SCHEMA, { ...manifests[0], readingOrder: [{ href: 'x' }] })).not.toEqual([])
  })

  test.skipIf(!hasOpdsSchemas)(
    `produces feeds, publications and authentication documents that match the OPDS schemas (${OPDS_REASON})`,
    () => {
      for (const feed of [full, list]) expect(faults('https://drafts.opds.io/schema/feed.schema.json', feed)).toEqual([])
      expect(faults('https://drafts.opds.io/schema/publication.schema.json', publication)).toEqual([])
      expect(faults('https://drafts.opds.io/schema/authentication.schema.json', authentication)).toEqual([])
    },
  )
})

describe('a manifest', () => {
  type Manifest = { readingOrder: Link[]; toc?: Link[]; metadata: { numberOfPages: number }; links: Link[] }
  const place = { publicUrl, webapp: '/reader', language: 'de', siteName: 'read-it' }
  const manifest = (pagesOpen: number, because: 'register' | null) =>
    manifestDocument(
      { issue: sampleIssue(), contents: sampleContents, access: { ...sampleAccess, pagesOpen, because } },
      place,
    ) as Manifest

  test('lists only the open pages, in order and signed, and links readers without access to the login', () => {
    const part = manifest(2, 'register')
    expect(part.readingOrder.map(({ title }) => title)).toEqual(['1', '2'])
    expect(part.readingOrder.every(({ href }) => href.startsWith(publicUrl) && href.includes('signature=s'))).toBe(true)
    expect(part.toc?.map(({ title }) => title)).toEqual(['Anfang'])
    expect(part.metadata.numberOfPages).toBe(4)
    expect(JSON.stringify(part.links[0])).toContain('/opds/authentication.json')
    const whole = manifest(4, null)
    expect(whole.readingOrder).toHaveLength(4)
    expect(whole.toc).toHaveLength(2)
    expect(JSON.stringify(whole.links[0])).not.toContain('authentication')
  })

  test('links an issue as EPUB for those who may have it, and matches the schema', () => {
    const epubs = (epub: boolean) => {
      const document = manifestDocument(
        { issue: sampleIssue(), contents: sampleContents, access: { ...sampleAccess, epub } },
        place,
      ) as Manifest
      expect(documentFaults()(MANIFEST_SCHEMA, document)).toEqual([])
      return document.links.filter(({ type }) => type === 'application/epub+zip').map(({ href }) => href)
    }
    expect(epubs(true)).toEqual([`${publicUrl}${API_BASE}issuecontent/${sampleIssue().uid}/epub`])
    expect(epubs(false)).toEqual([])
  })
})
