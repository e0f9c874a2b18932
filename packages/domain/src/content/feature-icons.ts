/** Icons of the features page. A heading of the document `features` links to the name of its icon: `## [Archive](#archive)`. */
export const featureIcons = [
  'book-open',
  'archive',
  'sparkles',
  'text-search',
  'rss',
  'book-marked',
  'bell',
  'library',
  'bookmark',
  'megaphone-off',
  'cloud-download',
] as const
export type FeatureIcon = (typeof featureIcons)[number]
