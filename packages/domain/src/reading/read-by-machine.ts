/** `regions`: where on its pages it is; none = on all of them. */
type Words = { firstPage: number; lastPage: number; regions?: readonly { page: number }[] }

/**
 * Returns whether a program has read these words, or some of them, from the picture of a page, so that they may be wrong. On some pages
 * between its first and its last, an article may have no words.
 */
export function isReadByMachine(
  { pages }: { pages: readonly { number: number; readByMachine?: boolean | undefined }[] },
  { firstPage, lastPage, regions = [] }: Words,
): boolean {
  const has = (page: number) => regions.length === 0 || regions.some((region) => region.page === page)
  return pages.some(
    ({ number, readByMachine }) => readByMachine === true && number >= firstPage && number <= lastPage && has(number),
  )
}
