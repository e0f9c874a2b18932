import type { CampaignOffer, CampaignWords } from '@kiosk/domain/campaigns/campaign'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedCampaign } from '../campaigns/shipped-campaign.ts'
import { loadWebsite, type Options, visitor, visitorFrom } from '../website-under-test.ts'

let website: Awaited<ReturnType<typeof loadWebsite>>
beforeAll(async () => {
  website = await loadWebsite()
}, 60_000)
afterAll(() => website.close())

/** What people put into fields of others; each would leave its mark in a page that believed it. */
const corpus = [
  '<script>evil()</script>',
  '<img src=x onerror=evil()>',
  '"><svg onload=evil()>',
  `'-evil()-'" onfocus=evil() autofocus x="`,
  '</script><script>evil()</script>',
  '</title><script>evil()</script>',
  '<!--><iframe srcdoc="<script>evil()</script>">',
  '{{constructor.constructor("evil()")()}}<style>@import"//evil.example"</style>',
  '\u2028</textarea><math><mtext></p><img src=x onerror=evil()>',
]
const everything = corpus.join(' ')

/** The page without its own scripts, whose data are escaped for scripts. */
async function pageOf(path: string, answers: Options['answers'], more: Options = {}) {
  const { html, response } = await visitor(website.handle)(path, { ...more, answers: answers ?? {} })
  const blocks = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code)
  return { status: response.status, html: html.replace(/<script[^>]*>[\s\S]*?<\/script>/g, ''), blocks }
}
function expectInert({ html, blocks }: { html: string; blocks: string[] }) {
  // Whatever stands between tags or in quotes is text; a tag or attribute of the corpus must not be one of the page.
  const tags = html.match(/<[a-z!/][^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*>/gi) ?? []
  const bare = tags.map((tag) => tag.replace(/"[^"]*"|'[^']*'/g, '""')).join('\n')
  expect(bare).not.toMatch(/evil|onerror|onload|onfocus|srcdoc|<iframe|<math|<style>@/i)
  expect(html).not.toMatch(/(?:href|src|action)="\s*(?:javascript|data:text)/i)
  for (const code of blocks) expect(code).not.toMatch(/<\/?script|<!--/i)
}

const named = { firstname: everything, lastname: everything, subscription: { id: 1, paymentRequired: false } }
const topic = {
  uid: 'a',
  headline: everything,
  text: everything,
  imageUrl: '/a.webp',
  imageHeight: 10,
  imageWidth: 10,
  trend: 1,
  releaseDate: '2026-11-20',
  issueArticleId: null,
  issueUID: 'abc',
  page: 1,
  magazineName: everything,
  issueName: everything,
}
const entry = {
  magazineId: 1,
  title: everything,
  titleLine: everything,
  magazineKey: 'a',
  issueUid: 'uid1',
  uid: 'uid1',
  detailLine: everything,
  coverURL: '/api/v8/issuecontent/uid1/cover?v=1',
  coverWidth: 840,
  coverHeight: 1120,
  coverColour: '#abcdef',
}

test.each([
  ['/topic/a', { 'trendingtopics/topic/a': topic }],
  ['/', { 'trendingtopics/topics': { topics: [topic] }, 'contentset/': { entries: [entry] } }],
  ['/', { 'websession/webinfo': visitorFrom('AT', named) }],
  ['/feedback', { 'websession/webinfo': visitorFrom('AT', named) }],
  ['/linkinbio', { 'ig-linklist': { posts: corpus.map((each) => ({ imageUrl: each, targetUrl: each, title: each })) } }],
  [
    '/linkinbio',
    {
      'ig-linklist': {
        posts: [{ imageUrl: '/a.webp', targetUrl: `/a?${everything}`, title: everything }],
        nextUrl: `/x?after=${everything}`,
      },
    },
  ],
  ['/about', { 'content/about': { title: everything, description: everything, version: everything, content: '<h2>x</h2>' } }],
  [
    '/faq',
    {
      'content/faq': {
        title: everything,
        description: everything,
        version: '',
        content: '<h2>&lt;/script&gt;</h2><p>&lt;script&gt;</p>',
      },
    },
  ],
  [`/faq?search=${encodeURIComponent(everything.slice(0, 100))}`, {}],
  [`/magazines?search=${encodeURIComponent(everything)}`, {}],
  [`/promo?utm_source=${encodeURIComponent(everything)}&referrer=${encodeURIComponent(everything)}`, {}],
])('%s shows what was filled in as words (%#)', async (path, answers) => {
  expectInert(await pageOf(path, answers))
})

test('every word of a campaign is shown as words', async () => {
  const promo = shippedCampaign('promo')!
  const words: CampaignWords = {
    ...promo.words.de,
    title: everything,
    description: everything,
    eyebrow: everything,
    headline: everything,
    promise: everything,
    smallPrint: everything,
    steps: [{ title: everything, text: everything }],
    facts: [{ title: everything, contentHTML: '<p>sauber</p>' }],
    ratings: [{ name: everything, stars: 5, content: everything }],
    quotes: [{ id: 1, testmonial: everything, reference: everything }],
  }
  const offers: CampaignOffer[] = promo.offers.map((offer) => ({ ...offer, utmParameters: { utm_source: everything } }))
  const campaign = { ...promo, key: 'boese', partner: everything, words: { de: words, en: words, fr: words }, offers }
  const page = await pageOf('/boese', { 'campaign/page/boese': campaign }, { headers: { cookie: 'language=de' } })
  expect(page.html).toContain('&lt;img src=x onerror=evil()&gt;')
  expectInert(page)
})
