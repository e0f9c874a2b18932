/** Prefix of every address of the API. */
export const API_BASE = '/api/v8/'
/** Prefix of the calls of the operator's desk. */
export const DESK_API_BASE = '/desk/api/'

/**
 * Method and path of a call; the path is below `base`, by default `API_BASE`; `{name}` is a path parameter. Calls of the API have
 * a form as their body, those of the desk JSON.
 */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS'
  readonly path: string
  readonly base?: typeof DESK_API_BASE
}

/** The parameters of a path by name. */
type PathParameters<Path extends string> = string extends Path
  ? Record<string, string | number>
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Record<Name, string | number> & PathParameters<Rest>
    : unknown

type Value = string | number | boolean | null | undefined

/** Returns the address of a call below our own origin; values of `query` that are undefined or null are omitted. */
export function apiAddress<const Path extends string>(
  { path, base }: Pick<Route, 'base'> & { readonly path: Path },
  params: PathParameters<Path>,
  query: Record<string, Value> = {},
): string {
  const values = params as Record<string, string | number>
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
  const search = formOf(query).toString()
  return (base ?? API_BASE) + filled + (search && `?${search}`)
}

/** Converts values to form fields of a query or a body; undefined and null are omitted. */
export function formOf(values: Record<string, unknown> = {}): URLSearchParams {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
}

/** Expressions by path, because creating one takes longer than using it. */
const patterns = new Map<string, RegExp>()

/**
 * Returns the path parameters of an address of this call, percent-encoded as in the address; null for an address of another
 * call.
 */
export function matchRoute<const Path extends string>(
  { path }: { readonly path: Path },
  pathname: string,
): { [Name in keyof PathParameters<Path>]: string } | null {
  let pattern = patterns.get(path)
  if (!pattern) {
    pattern = new RegExp(`^${API_BASE}${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    patterns.set(path, pattern)
  }
  const match = pattern.exec(pathname)
  return match && ({ ...match.groups } as { [Name in keyof PathParameters<Path>]: string })
}
