/** A part of a page; numbers are fractions of it. */
export type Region = { page: number; x: number; y: number; width: number; height: number }

/**
 * A printed picture of an article. `credit`: whose it is, as printed; both are empty if nothing is printed. `after`: blocks of the
 * article's HTML that are before it, captions not counted.
 */
export type ArticlePicture = Region & { caption: string; credit: string; after: number }

/** An article as an import finds it, or as a person corrected it. */
export type PublishedArticle = {
  headline: string
  byline: string
  firstPage: number
  lastPage: number
  html: string
  regions: Region[]
  /** The picture of the list of articles: the first of `pictures`. */
  picture?: Region
  /** Its pictures, the lead picture first, the others as they are read. */
  pictures?: ArticlePicture[]
  /** The line above the headline, and the text below it that introduces the article; it is the first paragraph of `html` as well. */
  kicker?: string
  deck?: string
  /** What its text shows of its language (BCP 47), if that is clear: see `articleLanguage`. */
  language?: string
  source: 'outline' | 'headings' | 'mets' | 'sidecar'
}
