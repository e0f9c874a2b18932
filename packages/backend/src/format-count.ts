/** Formats a number of things in English: "1 page", "20 pages". @param many default: `one` with an s */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** Formats seconds: "40 s", "3 min 20 s", "1.5 h". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s` : `${(seconds / 3600).toFixed(1)} h`
}
