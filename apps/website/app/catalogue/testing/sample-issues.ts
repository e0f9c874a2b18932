import { API_BASE } from '@kiosk/contract/route'
import type { Issue, IssueDetails } from '@kiosk/domain/catalogue/endpoints'

/** Returns an issue for tests; its title needs escaping in every document. */
export function sampleIssue(values: Partial<Issue> = {}): Issue {
  const uid = values.uid ?? 'k2m4q8x0a1b2'
  return {
    uid,
    titleLine: 'Berg & <Tal>',
    detailLine: 'Nr. 47 "Herbst"',
    coverURL: `${API_BASE}issuecontent/${uid}/cover?coverheight=280&v=1`,
    coverWidth: 840,
    coverHeight: 1120,
    coverColour: '#7a8b9c',
    showAds: true,
    canDownload: false,
    opens: 'first',
    targetingTags: [],
    inAppLink: `readit://issues/${uid}`,
    magazineKey: 'berg-und-tal',
    language: 'de',
    releaseDate: '2026-11-20',
    ...values,
  }
}

/** Returns details for tests. */
export function sampleDetails(publication: Partial<IssueDetails['details']['publication']> = {}): IssueDetails['details'] {
  return {
    headline: 'Der lange Weg hinauf',
    description: 'Eine Reise in sieben Etappen.',
    issueName: 'Berg & <Tal> Nr. 47',
    metaData: { title: 'Berg & <Tal> Nr. 47', description: 'Eine Reise in sieben Etappen.' },
    softErrors: [],
    includedSubscriptions: [
      { subscriptionId: 1, longname: 'read-it FREE' },
      { subscriptionId: 10, longname: 'read-it MAGZ' },
      { subscriptionId: 2, longname: 'read-it PREMIUM' },
    ],
    relatedIssueHeaders: [],
    publication: {
      magazineKey: 'berg-und-tal',
      name: 'Berg & <Tal>',
      kind: 'magazine',
      publisher: 'Almverlag',
      issn: '1234-5679',
      frequency: 'monthly',
      language: 'de',
      issueNumber: '47',
      volume: null,
      issueKind: 'regular',
      edition: null,
      releaseDate: '2026-11-20',
      releaseDateEnd: null,
      expectedNext: '2026-12-20',
      availableUntil: null,
      ageRating: 0,
      pageCount: 48,
      textLayer: 'full',
      epub: false,
      categories: [{ uid: 'reise', title: 'Reise' }],
      contents: [{ headline: 'Hinauf', page: 4, article: null }],
      ...publication,
    },
  }
}
