/** A part of a page; numbers are fractions of it. */
export type Region = { page: number; x: number; y: number; width: number; height: number }

/** An article as an import finds it, or as a person corrected it. */
export type PublishedArticle = {
  headline: string
  byline: string
  firstPage: number
  lastPage: number
  html: string
  regions: Region[]
  /** The picture printed next to it. */
  picture?: Region
  source: 'outline' | 'headings' | 'mets' | 'sidecar'
}
