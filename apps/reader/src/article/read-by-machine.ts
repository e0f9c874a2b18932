import type { Contents } from '@kiosk/domain/reading/endpoints'

/** Returns whether a program has read one of these pages from its picture, so that words may be wrong. */
export function isReadByMachine(
  { pages }: Pick<Contents, 'pages'>,
  { firstPage, lastPage }: { firstPage: number; lastPage: number },
): boolean {
  return pages.some(({ number, readByMachine }) => readByMachine === true && number >= firstPage && number <= lastPage)
}
