import type { Store } from './store.ts'

/** Returns the provider's own clock. It can be set or moved forward, and runs at the speed of real time. Milliseconds. */
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
