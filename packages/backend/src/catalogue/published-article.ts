/** A part of a page; numbers are fractions of it. */
export type Region = { page: number; x: number; y: number; width: number; height: number }

/**
 * A printed picture of an article. `caption` and `credit` are as printed; empty if nothing is printed. `after`: number of blocks
 * of the article's HTML before it, without captions.
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
  /** The picture in the list of articles: the first of `pictures`. */
  picture?: Region
  /** Its pictures, the lead picture first, the others in reading order. */
  pictures?: ArticlePicture[]
  /**
   * The line above the headline, and the text below it that introduces the article, which is also the first paragraph of `html`.
   */
  kicker?: string
  deck?: string
  /** The language of its text (BCP 47), if the text shows it clearly: see `articleLanguage`. */
  language?: string
  source: 'outline' | 'headings' | 'mets' | 'sidecar'
}
