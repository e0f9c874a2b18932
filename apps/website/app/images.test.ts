import { describe, expect, test } from 'vitest'
import { fakeApi as fakeShelf, manyIssues } from './catalogue/testing/fake-api.ts'
import { openWebsite } from './testing/website.ts'

const openPage = openWebsite()

type Image = { address: string; large: boolean; lazy: boolean; priority: string | undefined; sized: boolean; sizes: string[] }

/** Returns the images of a page in order, without the fans of small covers beside the categories. */
function imagesIn(html: string): Image[] {
  const images = html.replace(/<(script|summary)[\s\S]*?<\/\1>/g, '').matchAll(/(?:<source\b([^>]*)>)?<img\b([^>]*)>/g)
  return [...images].map(([, source = '', image = '']) => {
    const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(`${source} ${image}`)?.[1]
    return {
      address: value('src') ?? '',
      large: Number(value('height')) > 200,
      lazy: value('loading') === 'lazy',
      priority: value('fetchpriority'),
      sized: Number(value('width')) > 0 && Number(value('height')) > 0,
      sizes: value('srcset') ? (value('sizes') ?? 'missing').split(', ') : [],
    }
  })
}

const shelf = { issues: manyIssues(20) }
const entries = Array.from({ length: 15 }, (_, at) => ({
  issueUid: `u${at}`,
  title: `T${at}`,
  detailLine: 'Nr. 1',
  coverURL: `/cover/${at}?coverheight=280`,
  coverWidth: 3,
  coverHeight: 4,
  coverColour: '#abc',
  opens: 'first',
}))
const topic = {
  uid: 'x',
  headline: 'x',
  text: 'x',
  imageUrl: '/topic.webp',
  imageHeight: 630,
  imageWidth: 1200,
  trend: 87,
  releaseDate: '2026-11-20',
  issueArticleId: null,
  issueUID: 'u1',
  page: 7,
  magazineName: 'x',
  issueName: 'x',
}
const posts = Array.from({ length: 12 }, (_, at) => ({ imageUrl: `/cover/${at}?coverheight=560`, targetUrl: '/faq', title: 'x' }))
const answers = {
  'contentset/': { entries },
  'trendingtopics/topic/x': topic,
  'ig-linklist': { posts },
}

/** The images loaded with priority on each page: one of them is the largest in sight. */
const pages: [string, string, number][] = [
  ['home', '/', 2],
  ['catalogue', '/magazines', 4],
  ['search', '/magazines/titel', 2],
  ['issue', '/magazines/issues/u1', 1],
  ['title', '/title/titel-1', 1],
  ['topic', '/topic/x', 1],
  ['campaign', '/black-friday', 3],
  ['link in bio', '/linkinbio', 6],
]

describe.each(pages)('the images of the page: %s', (_, path, first) => {
  const load = async () => {
    const ofShelf = /^\/(magazines|title)/.test(path) ? { api: fakeShelf(shelf).api } : { answers }
    return imagesIn((await openPage(path, { ...ofShelf, headers: { 'accept-language': 'de' } })).html)
  }

  test('the largest ones in sight are loaded at once with priority, and no others', async () => {
    const prior = (await load()).filter(({ priority }) => priority === 'high')
    expect(prior).toHaveLength(first)
    for (const { lazy, large } of prior) expect([lazy, large]).toEqual([false, true])
  })

  test('those below the fold are loaded when they come near', async () => {
    const eager = (await load()).filter(({ lazy }) => !lazy)
    expect(eager).toHaveLength(first)
  })

  test('each has its proportions, and covers in several sizes the width of their place', async () => {
    for (const { address, sized, sizes } of await load()) {
      expect(sized, address).toBe(true)
      if (address.includes('coverheight=')) expect(sizes.at(-1), address).toMatch(/^\d+(\.\d+)?(px|rem|vw)$/)
    }
  })
})
