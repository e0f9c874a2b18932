/**
 * Version of how text and articles are read from a PDF. With a higher one, all issues are due to be read again (ADR-0326), which
 * takes a newsstand with many issues days: raise it once for a release with better text or articles.
 */
export const READING_VERSION = 1
