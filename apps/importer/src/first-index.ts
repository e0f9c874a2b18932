/** Returns the index of the first value that passes, the length if none does. All values after it must pass, too. */
export function firstIndex<Value>(sorted: readonly Value[], passes: (value: Value) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const between = (low + high) >> 1
    if (passes(sorted[between]!)) high = between
    else low = between + 1
  }
  return low
}
