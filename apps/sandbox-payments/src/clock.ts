import type { Store } from './store.ts'

/** The provider's own time: it runs with the real one, from wherever it was set. Milliseconds. */
export function clockOf(store: Store) {
  const offset = () => Number(store.fact('clock') ?? 0)
  return {
    now: () => Date.now() + offset(),
    set: (at: number) => store.setFact('clock', String(at - Date.now())),
    forward: (milliseconds: number) => store.setFact('clock', String(offset() + milliseconds)),
    isSet: () => Math.abs(offset()) > 1000,
  }
}
export type Clock = ReturnType<typeof clockOf>
