/** Deepest nesting of data that is sent to the server: nothing of ours comes near it, and much deeper exceeds the call stack. */
export const DEEPEST_LEVELS = 30

/** Whether lists and objects are nested deeper than this many levels. */
export function isNestedDeeper(value: unknown, levels = DEEPEST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1))
}
