import type { EpubIssue } from './epub-issue.ts'

/** What schema.org says about the accessibility of an EPUB. `summary`: keys of messages, in order. */
export type Accessibility = {
  accessMode: string[]
  accessModeSufficient: string[]
  accessibilityFeature: string[]
  accessibilityHazard: string[]
  summary: string[]
}

/**
 * Returns what is true of an issue and nothing else. The cover is described and does not count as a picture. The order of the text was
 * found by a program and is not claimed (`readingOrder`). Captions are no descriptions (`alternativeText`).
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
