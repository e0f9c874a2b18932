const vienna = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' })

/** The day that it is in Vienna, by which the house dates its papers and its prices: "2026-10-01". */
export function dayInVienna(at: Date): string {
  return vienna.format(at)
}
