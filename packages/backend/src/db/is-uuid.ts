/** Returns whether a text is a UUID in lower case, as ours are; PostgreSQL rejects the comparison of a `uuid` with other text. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}
