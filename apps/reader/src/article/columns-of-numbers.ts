/** A number with sign, currency, unit of a few letters and mark of a note; or what stands where there is none. */
const NUMBER = /^[(<>≤≥~≈±+−–-]*\s?(?:\p{Sc}|[A-Z]{3}\s)?\s?[+−–-]?\d[\d\s.,'’:/–-]*\s?(?:[%‰°\p{Sc}]|\p{L}{1,4}\.?)?\)?[*†‡]*$/u
const NONE = /^[-–—.…]{1,3}$/

/** Returns the columns that have numbers, which are set at the right. `rows`: texts of the cells, without the head. */
export function columnsOfNumbers(rows: readonly (readonly string[])[]): Set<number> {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const found = Array.from({ length: count }, (_, at) => at).filter((at) => {
    const said = rows.map((row) => row[at] ?? '').filter((text) => text !== '' && !NONE.test(text))
    return said.length > 0 && said.every((text) => NUMBER.test(text))
  })
  return new Set(found)
}
