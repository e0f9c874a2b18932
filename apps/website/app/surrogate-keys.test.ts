import { allIssues } from '@kiosk/contract/routes'
import { expect, it } from 'vitest'
import { sampleDetails, sampleIssue } from './catalogue/testing/sample-issues.ts'
import { ShownOnPage } from './surrogate-keys.ts'
import { openWebsite, visitorFrom } from './testing/website.ts'

const openPage = openWebsite()
const keysOf = async (...request: Parameters<typeof openPage>) =>
  (await openPage(...request)).response.headers.get('surrogate-key')?.split(' ')

const issue = sampleIssue({ uid: 'abc', magazineKey: 'bergblick' })
const details = {
  details: sampleDetails({ magazineKey: 'bergblick', categories: [{ uid: 'reise', title: 'Reise' }] }),
  readersReadIssues: { issues: [sampleIssue({ uid: 'def', magazineKey: 'talblick' })] },
}
const answers = { 'issues/abc': issue, 'issuedetail/abc': details }

it('of an issue are its title, its categories, and the titles that readers also read', async () => {
  expect(await keysOf('/magazines/issues/abc', { answers })).toEqual(
    expect.arrayContaining(['title-bergblick', 'category-reise', 'title-talblick']),
  )
  expect(await keysOf('/magazines/issues/abc', { answers })).not.toContain('catalogue')
})

it('of a page with a call that has failed are those of every publication', async () => {
  expect(await keysOf('/magazines/issues/abc/sommer', { answers })).toEqual(['catalogue'])
})

it.each(['/', '/magazines', '/magazines/schnee'])('of %s are those of every publication', async (path) => {
  const found = {
    'issues/': { issues: [issue] },
    titles: { issues: [issue], count: 1, choices: {} },
    search: { issues: [], pages: [] },
  }
  expect(await keysOf(path, { answers: { ...found, categories: [], 'subscription/models': [] } })).toEqual(['catalogue'])
})

it.each(['/imprint', '/user/login', '/user/register', '/user/subscription/pub'])(
  'of %s are those of no publication',
  async (path) => {
    expect(await keysOf(path, { answers: { 'campaign/pricing/': [], 'websession/identity': [] } })).toEqual(['no-issues'])
  },
)

it('of the issues of a title are that title, unless its key cannot be one', () => {
  for (const [magazine, keys] of [
    ['bergblick', ['title-bergblick']],
    ['a b', ['catalogue']],
    ['☃\n', ['catalogue']],
  ] as const) {
    const shown = new ShownOnPage()
    shown.add(allIssues, { query: { magazine } }, { issues: [] })
    expect(shown.keys).toEqual(keys)
  }
})

it('are on no page of a reader who is signed in', async () => {
  const signedIn = {
    answers: { ...answers, 'websession/webinfo': visitorFrom('AT', { firstname: 'Mara' }), 'user/favourites': [] },
  }
  expect(await keysOf('/magazines/issues/abc', { ...signedIn, headers: { cookie: 'session=x' } })).toBeUndefined()
})
