import type { EpubIssue } from './epub-issue.ts'

/** Accessibility of an EPUB in terms of schema.org. `summary`: keys of messages, in order. */
export type Accessibility = {
  accessMode: string[]
  accessModeSufficient: string[]
  accessibilityFeature: string[]
  accessibilityHazard: string[]
  summary: string[]
}

/**
 * Returns only what is true of an issue. The cover is described and does not count as a picture. A program found the order of the
 * text, so `readingOrder` is not claimed. Captions are not descriptions, so they do not count as `alternativeText`.
 */
export function accessibilityOf({ articles, hasAllText }: EpubIssue, hasPageList: boolean): Accessibility {
  const figures = articles.flatMap((article) => article.figures)
  const described = figures.filter(({ alternative }) => alternative && !alternative.isCaption)
  const areDescribed = described.length === figures.length
  return {
    accessMode: figures.length > 0 ? ['textual', 'visual'] : ['textual'],
    accessModeSufficient: figures.length === 0 || areDescribed ? ['textual'] : ['textual,visual'],
    accessibilityFeature: [
      'displayTransformability',
      'structuralNavigation',
      'tableOfContents',
      ...(hasPageList ? ['pageBreakMarkers', 'pageNavigation'] : []),
      ...(figures.length > 0 && areDescribed ? ['alternativeText'] : []),
    ],
    accessibilityHazard: ['none'],
    summary: [
      'EPUB.MACHINE',
      ...(articles.some(({ isReadByMachine }) => isReadByMachine) ? ['EPUB.SCANNED'] : []),
      ...(figures.length === 0 ? ['EPUB.NO_PICTURES'] : ['EPUB.SOME_PICTURES', ...(areDescribed ? [] : ['EPUB.CAPTIONS'])]),
      ...(hasPageList ? ['EPUB.PAGES'] : []),
      ...(hasAllText ? [] : ['EPUB.PARTIAL']),
    ],
  }
}
