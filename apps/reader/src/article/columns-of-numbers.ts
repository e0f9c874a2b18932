/** A number with sign, currency, unit of a few letters and mark of a note; or what is printed in place of a missing number. */
const NUMBER = /^[(<>≤≥~≈±+−–-]*\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[+−–-]?\d[\d\s.,'’:/–-]*\s?(?:[%‰°\p{Sc}]|\p{L}{1,4}\.?)?\)?[*†‡]*$/u
const NONE = /^[-–—.…]{1,3}$/

/** A longer text is not set narrower than a few words; a longer name of a file or address may be divided. Characters. */
const LONG_CHARACTERS = { text: 30, name: 18 }
/** Characters that occur only in names of files, addresses and the like. */
const NAME = /[_/@\d]|\.\p{L}/u

/** Returns the columns with long texts, and those with names of files or addresses that are as long as a phone is wide. */
export function columnsOfText(rows: readonly (readonly string[])[]): { texts: Set<number>; names: Set<number> } {
  const columnsWith = (isLong: (text: string) => boolean) =>
    new Set(rows.flatMap((row) => row.flatMap((text, at) => (isLong(text) ? [at] : []))))
  return {
    texts: columnsWith(({ length }) => length > LONG_CHARACTERS.text),
    names: columnsWith((text) => text.split(/[\s-]+/u).some((word) => word.length > LONG_CHARACTERS.name && NAME.test(word))),
  }
}

/** Returns the columns that have numbers, which are set at the right. `rows`: texts of the cells, without the head. */
export function columnsOfNumbers(rows: readonly (readonly string[])[]): Set<number> {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const found = Array.from({ length: count }, (_, at) => at).filter((at) => {
    const said = rows.map((row) => row[at] ?? '').filter((text) => text !== '' && !NONE.test(text))
    return said.length > 0 && said.every((text) => NUMBER.test(text))
  })
  return new Set(found)
}
