/** Returns the kind of items with most letters; of kinds with equally many, the first one. Undefined without items. */
export function kindOfMostLetters<Item, Kind extends string | number>(
  items: readonly Item[],
  kindOf: (item: Item) => Kind,
  textOf: (item: Item) => string,
): Kind | undefined {
  const letters = new Map<Kind, number>()
  for (const item of items) letters.set(kindOf(item), (letters.get(kindOf(item)) ?? 0) + textOf(item).length)
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0]
}
