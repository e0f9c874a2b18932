import { apiAddress } from '@kiosk/contract/route'
import { issueCover } from '@kiosk/contract/routes'
import type { UserData } from '@kiosk/domain/accounts/endpoints'
import type { Category, Issue, IssueDetails, Titles } from '@kiosk/domain/catalogue/endpoints'
import type { Access } from '@kiosk/domain/reading/endpoints'

/** Issues on each page: few, because the dictionary needs the markup of a card, not its words. */
const ISSUES = 5

const issues: Issue[] = Array.from({ length: ISSUES }, (_, place) => {
  const uid = `0000000000${place}0`
  return {
    uid,
    titleLine: `Magazin ${place}`,
    detailLine: `Nr. ${place} · 26. November 2026`,
    coverURL: apiAddress(issueCover, { uid }, { coverheight: 280, v: 1 }),
    coverWidth: 845,
    coverHeight: 1120,
    coverColour: '#8f7a6b',
    showAds: place % 2 === 0,
    canDownload: place % 3 === 0,
    opens: place % 4 === 0 ? 'one' : 'first',
    targetingTags: [],
    inAppLink: '',
    magazineKey: `magazin-${place}`,
    language: 'de',
    releaseDate: '2026-11-26',
  }
})
const [first] = issues as [Issue]

const visitor: UserData = {
  countryCode: 'AT',
  countryName: 'Österreich',
  regionActive: true,
  regionId: 1,
  magazineCount: 370,
  issueCount: 46_000,
}
const list: Pick<Titles, 'issues' | 'count' | 'choices'> = {
  issues,
  count: issues.length,
  choices: { languages: [{ language: 'de', titles: 3 }], countries: [], letters: [{ letter: 'm', titles: 3 }] },
}
const categories: Category[] = [
  { uid: 'news', title: 'Nachrichten', overviewHeaders: issues.map((issue) => ({ issue })), issues, issueCount: issues.length },
]
const details: IssueDetails = {
  details: {
    headline: 'Im Heft',
    description: 'Im Heft',
    issueName: first.titleLine,
    metaData: { title: first.titleLine, description: 'Im Heft' },
    softErrors: [],
    includedSubscriptions: [{ subscriptionId: 2, longname: 'PREMIUM' }],
    relatedIssueHeaders: [],
    publication: {
      magazineKey: first.magazineKey,
      name: first.titleLine,
      kind: 'magazine',
      publisher: 'Verlag',
      issn: null,
      frequency: 'monthly',
      language: 'de',
      issueNumber: '1',
      volume: null,
      issueKind: 'regular',
      edition: null,
      releaseDate: first.releaseDate,
      releaseDateEnd: null,
      expectedNext: null,
      availableUntil: null,
      ageRating: 0,
      pageCount: 48,
      textLayer: 'full',
      epub: false,
      categories: [{ uid: 'news', title: 'Nachrichten' }],
      contents: [{ headline: 'Im Heft', page: 4, article: null }],
    },
  },
  readersReadIssues: { issues },
}
const access: Access = {
  read: true,
  ads: true,
  offline: false,
  audio: false,
  epub: false,
  pagesOpen: 8,
  because: null,
  signature: '',
  until: 0,
}
const prices = {
  campaignDtoList: [
    { subscriptionId: 2, shortNameDefault: 'PREMIUM', normalPrice: 1999, specialOffer: false },
    { subscriptionId: 10, shortNameDefault: 'MAGZ', normalPrice: 999, specialOffer: false },
  ],
  lowestPrice: 999,
}
const featured = issues.map(({ titleLine, uid, ...issue }) => ({ ...issue, title: titleLine, issueUid: uid }))

/** Answers of the API with which the pages of a dictionary are rendered, by the beginning of their path. */
export const sampleAnswers: Readonly<Record<string, unknown>> = {
  'websession/webinfo': visitor,
  'contentset/': { entries: featured },
  titles: list,
  'issues/all': { issues },
  [`issues/${first.uid}`]: first,
  [`issuedetail/${first.uid}`]: details,
  [`issuecontent/${first.uid}/access`]: access,
  categories,
  'subscription/models': [{ subscriptionId: 2, shortNameDefault: 'PREMIUM' }],
  'campaign/pricing/': prices,
}

/** The issue that has a page. */
export const sampleIssueUid = first.uid
