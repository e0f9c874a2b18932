/** An article as an import finds it, or as a person corrected it. */
export type PublishedArticle = {
  headline: string
  byline: string
  firstPage: number
  lastPage: number
  html: string
  /** Fractions of the page. */
  regions: { page: number; x: number; y: number; width: number; height: number }[]
  source: 'outline' | 'headings' | 'mets' | 'sidecar'
}
