/** Where a part of a value is: names of fields and places in lists. */
export type Path = readonly (string | number)[]

export const pathText = (path: Path): string => path.join('.')

/** Returns a part; undefined if it is not there. */
export function partAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return value
  return typeof value === 'object' && value !== null ? partAt((value as Record<string | number, unknown>)[name], rest) : undefined
}

/** Returns the elements of a list; none if there is no list. */
export function listAt(value: unknown, path: Path): readonly unknown[] {
  const list = partAt(value, path)
  return Array.isArray(list) ? list : []
}

/** Returns the value with a part replaced; undefined removes it. Everything else stays as it is. */
export function withPart<Value>(value: Value, [name, ...rest]: Path, part: unknown): Value {
  if (name === undefined) return part as Value
  if (Array.isArray(value)) {
    const next = withPart(value[Number(name)], rest, part)
    return value.toSpliced(Number(name), 1, ...(next === undefined ? [] : [next])) as Value
  }
  const before = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const next = withPart(before[name], rest, part)
  if (next !== undefined) return { ...before, [name]: next } as Value
  const { [name]: _, ...others } = before
  return others as Value
}

/** Returns how many single values differ, including those of entries that were added or removed. */
export function countOfChanges(saved: unknown, edited: unknown): number {
  const isSingle = (value: unknown) => typeof value !== 'object' || value === null
  if (isSingle(saved) && isSingle(edited)) return saved === edited ? 0 : 1
  const [was, is] = [saved, edited].map((value) => (value ?? {}) as Record<string, unknown>)
  const names = new Set([...Object.keys(was!), ...Object.keys(is!)])
  return [...names].reduce((count, name) => count + countOfChanges(was![name], is![name]), 0)
}
