import { z } from 'zod'

/** What docs/settings.md says about a setting, in addition to its schema. */
export type About = {
  /** Markdown; links are relative to `docs`. */
  description: string
  /** Must not be shown to others: it belongs in a secret of the orchestrator, not in its configuration. */
  secret?: true
  /** The default, if it depends on other settings or on this machine. */
  shownDefault?: string
}

/** A setting whose text is validated together with its neighbours. */
export function text(description: string, more: Omit<About, 'description'> = {}) {
  return z
    .string()
    .optional()
    .meta({ description, ...more })
}

/** Returns the parts of a list that is separated by commas. */
export function listIn(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Returns name and value of `name=value`; null if HTTP does not allow the name, or the value is not percent-encoded. */
export function headerIn(text: string): [name: string, value: string] | null {
  const [, name, value] = /^([\w!#$&'*+.^`|~-]+)\s*=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) return null
  try {
    const decoded = decodeURIComponent(value.trim())
    return /^[\t\x20-\x7e]*$/.test(decoded) ? [name, decoded] : null
  } catch {
    return null
  }
}

/**
 * Returns settings that must be set together; null if any is missing, with an error if others are set.
 * @param neededBy what requires all of them; then it is an error if none is set
 */
export function together<Name extends string, const Names extends readonly Name[]>(
  options: Partial<Record<Name, string | undefined>>,
  names: Names,
  wrong: string[],
  neededBy?: string,
): { [Place in keyof Names]: string } | null {
  const missing = names.filter((name) => !options[name])
  if (missing.length === 0) return names.map((name) => options[name]!) as { [Place in keyof Names]: string }
  if (neededBy) wrong.push(...missing.map((name) => `${name}: is missing, ${neededBy} needs it`))
  else if (missing.length < names.length)
    wrong.push(...missing.map((name) => `${name}: missing, although related settings are set`))
  return null
}
