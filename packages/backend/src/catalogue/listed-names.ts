const MOST_LISTED = 5

/** Lists names for a notice: the first few, and how many more there are. */
export function listedNames(names: readonly string[], separator: ', ' | '; '): string {
  const more = names.length - MOST_LISTED
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join(separator)
}
