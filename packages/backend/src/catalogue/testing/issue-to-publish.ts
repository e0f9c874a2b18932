import type { PublishedIssue } from '../publish-issue.ts'

/** Returns a page with this text as the importer publishes it. */
export const pageToPublish = (text: string) => ({ width: 595, height: 842, text, indexed: text })

/** Returns an issue as the importer publishes it: set the fields that matter, defaults fill the rest. */
export function issueToPublish(values: Partial<PublishedIssue> & { uid: string }): PublishedIssue {
  return {
    name: 'Nr. 1',
    number: null,
    volume: null,
    date: '2026-01-01',
    dateEnd: null,
    kind: 'regular',
    edition: null,
    supplementTo: null,
    language: 'de',
    headline: '',
    description: '',
    textLayer: 'full',
    sha256: null,
    revision: 1,
    outline: [],
    cover: { width: 792, height: 1120, colour: '#aabbcc' },
    targetingTags: [],
    pages: [pageToPublish('Schnee')],
    articles: [],
    ...values,
  }
}
