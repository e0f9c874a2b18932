/** A part of a campaign that differs; undefined = it is missing. `path`: `words.fr.headline`. */
type CampaignChange = { path: string; before: unknown; after: unknown }

/** Returns the differences between two campaigns, which may be incomplete, in the order of the second. */
export function campaignChanges(before: unknown, after: unknown): CampaignChange[] {
  const [was, is] = [partsOf(before), partsOf(after)]
  const paths = [...is.keys(), ...[...was.keys()].filter((path) => !is.has(path))]
  return paths
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
}

/** The values of a campaign by their path. An empty list or object counts as a value. */
function partsOf(value: unknown, path = '', parts = new Map<string, unknown>()): Map<string, unknown> {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (inner.length === 0 && value !== undefined) parts.set(path, typeof value === 'object' && value !== null ? '–' : value)
  for (const [name, each] of inner) partsOf(each, path === '' ? name : `${path}.${name}`, parts)
  return parts
}
