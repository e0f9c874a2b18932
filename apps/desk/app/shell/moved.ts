/** Returns a list in which some entries are moved before or after another one, in their order. */
export function moved<T extends { key: string }>(
  list: readonly T[],
  keys: readonly string[],
  target: string,
  position: 'before' | 'after' | 'on',
): readonly T[] {
  if (keys.includes(target) || !list.some(({ key }) => key === target)) return list
  const rest = list.filter(({ key }) => !keys.includes(key))
  const at = rest.findIndex(({ key }) => key === target) + (position === 'before' ? 0 : 1)
  return [...rest.slice(0, at), ...list.filter(({ key }) => keys.includes(key)), ...rest.slice(at)]
}
