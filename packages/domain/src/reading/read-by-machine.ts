/** `regions`: the places of the words on the pages; none = anywhere on them. */
type Words = { firstPage: number; lastPage: number; regions?: readonly { page: number }[] }

/**
 * Returns whether a program has read these words, or some of them, from the picture of a page, so that they may be wrong. An
 * article may have no words on some pages between its first and its last.
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
