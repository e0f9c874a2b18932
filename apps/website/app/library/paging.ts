/** Returns `?after=` of a list; null = first page. */
export function afterIn(request: Request): string | null {
  const after = new URL(request.url).searchParams.get('after') ?? ''
  return after !== '' && after.length <= 80 ? after : null
}
