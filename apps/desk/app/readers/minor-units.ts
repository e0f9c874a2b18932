/** Returns the minor units of an amount as people type it, "19,99" or "19.99"; null if it is none. */
export function minorUnits(typed: string): number | null {
  const found = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim())
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
