/** Creates a list of functions that are called when something has changed. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Adds a listener; returns a function that removes it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear: () => listeners.clear(),
    notify(): void {
      for (const listener of listeners) listener()
    },
  }
}
