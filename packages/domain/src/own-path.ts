/**
 * Reduces visitor input to a path on our site with query and hash. Returns null if it leads elsewhere: another origin,
 * `//host`, backslashes, control characters.
 */
export function ownPath(requested: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!requested?.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(requested)) return null
  const here = 'http://own.invalid'
  const address = URL.canParse(requested, here) ? new URL(requested, here) : null
  if (address?.origin !== here || address.pathname.startsWith('//')) return null
  return address.pathname + address.search + address.hash
}
