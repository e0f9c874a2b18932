import { API_BASE } from '@kiosk/contract/route'
import type { Access, Contents } from '@kiosk/domain/reading/endpoints'

/** Contents of an issue for tests. */
export const sampleContents: Contents = {
  uid: 'k2m4q8x0a1b2',
  revision: 1,
  titleLine: 'Berg & <Tal>',
  detailLine: 'Nr. 47',
  language: 'de',
  magazineKey: 'berg-und-tal',
  kind: 'magazine',
  textLayer: 'full',
  coverURL: `${API_BASE}issuecontent/k2m4q8x0a1b2/cover?coverheight=280&v=1`,
  coverColour: '#7a8b9c',
  pages: [1, 2, 3, 4].map((number) => ({ number, width: number === 4 ? 1190 : 595, height: 842 })),
  outline: [
    { headline: 'Anfang', page: 1, level: 0 },
    { headline: 'Ende', page: 4, level: 0 },
  ],
  articles: [{ id: '7', headline: 'Anfang', byline: '', teaser: '', firstPage: 1, lastPage: 2, regions: [] }],
  formerArticles: [],
}

export const sampleAccess: Access = {
  read: true,
  ads: true,
  offline: false,
  audio: false,
  epub: false,
  pagesOpen: 2,
  because: 'register',
  signature: 'until=1&pages=2&v=1&signature=s',
  until: 1,
}
