/** A waiting reader: readers of one network share the turn of their network. */
export type Place = { network: string; reader: string }

/** Maximum entries per reader, per network, and in total. */
const MOST_OF_READER = 60
const MOST_OF_NETWORK = 120
const MOST_OF_ALL = 600

/**
 * A fair queue: networks take turns, readers take turns within a network, and each reader's entries are first in, first
 * out.
 */
export class FairQueue<Item extends Place> {
  readonly #networks = new Map<string, Map<string, Item[]>>()
  #size = 0

  /** @returns the rejected item: this one, or if the whole queue is full the last item of the longest line */
  add(item: Item): Item | null {
    const readers = this.#networks.get(item.network) ?? new Map<string, Item[]>()
    const items = readers.get(item.reader) ?? []
    if (items.length >= MOST_OF_READER || lengthOf(readers) >= MOST_OF_NETWORK) return item
    items.push(item)
    readers.set(item.reader, items)
    this.#networks.set(item.network, readers)
    this.#size++
    if (this.#size <= MOST_OF_ALL) return null
    const [longest] = [...this.#networks.values()].sort((a, b) => lengthOf(b) - lengthOf(a))
    const [line] = [...longest!.values()].sort((a, b) => b.length - a.length)
    const last = line!.at(-1)!
    this.remove(last)
    return last
  }

  /** Returns the next item and moves its network and reader to the back. */
  take(): Item | undefined {
    for (const [network, readers] of this.#networks)
      for (const [reader, items] of readers) {
        const item = items[0]!
        this.remove(item)
        if (readers.delete(reader) && items.length > 0) readers.set(reader, items)
        if (this.#networks.delete(network) && readers.size > 0) this.#networks.set(network, readers)
        return item
      }
    return undefined
  }

  remove(item: Item): void {
    const readers = this.#networks.get(item.network)
    const items = readers?.get(item.reader)
    const at = items?.indexOf(item) ?? -1
    if (!readers || !items || at < 0) return
    items.splice(at, 1)
    this.#size--
    if (items.length === 0) readers.delete(item.reader)
    if (readers.size === 0) this.#networks.delete(item.network)
  }
}

function lengthOf(readers: ReadonlyMap<string, readonly unknown[]>): number {
  return [...readers.values()].reduce((sum, { length }) => sum + length, 0)
}
