import { existsSync, globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { sampleIssue } from '../sample-issues.ts'
import { type Link, opdsAddress, opdsFeed } from './opds.ts'
import { rss } from './rss.ts'
import { sitemapIndex, urlset } from './sitemap-documents.ts'
import { xml } from './xml.ts'

const publicUrl = 'https://kiosk.example'
const channel = {
  title: 'Neu & <frisch>',
  description: 'x',
  language: 'de',
  page: '/magazines',
  self: '/feeds/issues.xml',
  publicUrl,
}

/** Parses a document and returns its texts by element; throws where it is not well-formed. */
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
  test('titles with marked characters arrive as they are', () => {
    const texts = parsed(rss(channel, [sampleIssue()]))
    expect(texts.title).toEqual(['Neu & <frisch>', 'Berg & <Tal>: Nr. 47 "Herbst"'])
    expect(texts.guid).toEqual(['https://kiosk.example/magazines/issues/k2m4q8x0a1b2'])
    expect(texts.pubDate).toEqual(['Fri, 20 Nov 2026 06:00:00 GMT'])
  })

  test('a feed without issues is well-formed', () => {
    expect(parsed(rss(channel, [])).item).toBeUndefined()
  })
})

test('whatever a title holds, the document stays well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(() => parsed(`<a b="${xml(text)}">${xml(text)}</a>`)).not.toThrow()
    }),
  )
})

describe('sitemap', () => {
  test('every page is named in three languages and without one', () => {
    const document = urlset([{ path: '/magazines/issues/u1', changed: '2026-11-20' }, { path: '/magazines?a=1&b=2' }], publicUrl)
    expect(parsed(document).loc).toEqual(['https://kiosk.example/magazines/issues/u1', 'https://kiosk.example/magazines?a=1&b=2'])
    expect(parsed(document).lastmod).toEqual(['2026-11-20'])
    for (const hreflang of ['de', 'en', 'fr', 'x-default']) expect(document).toContain(`hreflang="${hreflang}"`)
  })

  test('an index names its parts', () => {
    expect(parsed(sitemapIndex(['/sitemap.xml?after=a%26b'], publicUrl)).loc).toEqual([
      'https://kiosk.example/sitemap.xml?after=a%26b',
    ])
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

  test('a feed holds what the format demands: self, titles, an acquisition and pictures for every publication', () => {
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

  test('the search is a template', () => {
    expect(full.links).toContainEqual({
      rel: 'search',
      href: 'https://kiosk.example/opds/search{?query}',
      type: 'application/opds+json',
      templated: true,
    })
  })

  const schemas = new URL('../../../../../../shared/vendor-specs', import.meta.url).pathname
  test.runIf(existsSync(schemas))(
    'feeds satisfy the published schemas of OPDS and Readium (where they lie beside the project)',
    () => {
      const ajv = new Ajv({ strict: false, allErrors: true })
      formats.default(ajv)
      for (const file of globSync(`${schemas}/{opds,readium}/schema/**/*.json`))
        ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')))
      const valid = ajv.getSchema('https://drafts.opds.io/schema/feed.schema.json')!
      for (const feed of [full, list]) {
        valid(feed)
        expect(valid.errors ?? []).toEqual([])
      }
    },
  )
})
