/**
 * Deepest nesting of data sent to the server: none of our data comes near it, and much deeper nesting would exceed the call
 * stack.
 */
export const DEEPEST_LEVELS = 30

/** Whether lists and objects are nested deeper than this many levels. */
export function isNestedDeeper(value: unknown, levels = DEEPEST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((each) => isNestedDeeper(each, levels - 1))
}
