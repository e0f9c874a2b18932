/** A picture of an article as it is shown in an EPUB. Sizes in pixels. */
export type EpubFigure = {
  width: number
  height: number
  caption: string
  credit: string
  /** A description in words. `isCaption`: nobody has described the picture, so this is its caption. null: neither exists. */
  alternative: { text: string; isCaption: boolean } | null
  /**
   * Number of blocks of text before it, without captions (`placePictures`). The first picture of an article is below its
   * headline.
   */
  after: number
  /** Loads the picture as JPEG. */
  jpeg: () => Promise<Uint8Array>
}

export type EpubArticle = {
  headline: string
  /** The line above the headline; '' = none. */
  kicker: string
  /** What introduces the article, if its text begins with it; '' = nothing. */
  deck: string
  byline: string
  firstPage: number
  /** BCP 47. */
  language: string
  /** Sanitised. */
  html: string
  figures: readonly EpubFigure[]
  /** A program has read some of its words from the picture of a page; they may be wrong. */
  isReadByMachine: boolean
}

/** Everything that an EPUB of an issue is made of. */
export type EpubIssue = {
  /** The permanent address of the issue, which identifies it. */
  address: string
  /** Name of the title and of the issue. */
  title: string
  detail: string
  /** BCP 47. */
  language: string
  publisher: string
  issn: string | null
  /** Day, ISO 8601. */
  date: string
  modified: Date
  /** Whether all pages have their text. */
  hasAllText: boolean
  outline: readonly { headline: string; page: number; level: number }[]
  /** Articles in reading order, at least one. */
  articles: readonly EpubArticle[]
  /** The first page. Sizes in pixels; null = it is not shown. */
  cover: { width: number; height: number; jpeg: () => Promise<Uint8Array> } | null
}
