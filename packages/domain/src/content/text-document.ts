/** A text in one language: legal pages, FAQ, about. Title and description may hold placeholders (`{company}`). */
export type TextDocument = {
  title: string
  /** Edition, or a sentence about the text, shown below the title. */
  description: string
  /** Sanitised; a level-two heading begins each part. */
  html: string
  /** Day of the edition, ISO 8601. */
  version: string
}
