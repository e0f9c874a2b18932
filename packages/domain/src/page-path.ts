/**
 * Returns path and query of the page to which a request belongs, even if it is for the page's data. React Router requests the
 * data of `/readers` at `/readers.data`, of `/desk/` at `/desk/_.data`, and of `/` at `/_root.data` or `/_.data`.
 */
export function pagePath({ pathname, search, searchParams }: URL): string {
  const page = pathname.replace(/(?:(?<=\/)_(?:root)?)?\.data$/, '')
  if (!searchParams.has('_routes')) return page + search
  const query = new URLSearchParams(searchParams)
  query.delete('_routes')
  return query.size > 0 ? `${page}?${query}` : page
}
