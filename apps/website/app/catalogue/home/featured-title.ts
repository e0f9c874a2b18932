import type { Issue } from '@kiosk/domain/catalogue/endpoints'

/** A featured title for the row and the hero of the home page. Sizes of the cover are in pixels. */
export type FeaturedTitle = {
  uid: string
  titleLine: string
  detailLine: string
  coverURL: string
  coverWidth: number
  coverHeight: number
  coverColour: string
  /** Pages that this visitor may read. */
  opens: Issue['opens']
}

type Entry = Omit<FeaturedTitle, 'uid' | 'titleLine'> & { issueUid: string; title: string }

export function featuredTitle(entry: Entry): FeaturedTitle {
  const { issueUid: uid, title: titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, opens } = entry
  return { uid, titleLine, detailLine, coverURL, coverWidth, coverHeight, coverColour, opens }
}
