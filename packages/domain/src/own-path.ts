/**
 * Reduces visitor input to a path on our site with query and hash. Returns null if it leads elsewhere: another origin,
 * `//host`, backslashes, control characters.
 */
export function ownPath(wanted: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!wanted?.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(wanted)) return null
  const here = 'http://own.invalid'
  const address = URL.canParse(wanted, here) ? new URL(wanted, here) : null
  if (address?.origin !== here || address.pathname.startsWith('//')) return null
  return address.pathname + address.search + address.hash
}
