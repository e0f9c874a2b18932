import { useState } from 'react'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Keeps what a person has changed of saved fields, until it is saved or discarded. */
export function useDraft<Fields extends object>(saved: Fields) {
  const [draft, setDraft] = useState<Partial<Fields>>({})
  const changes = differing(saved, draft)
  return {
    values: { ...saved, ...draft },
    changes,
    /** Saved values of the changed fields. */
    before: pick(saved, Object.keys(changes) as (keyof Fields)[]),
    count: Object.keys(changes).length,
    set: <Name extends keyof Fields>(name: Name, value: Fields[Name]) => setDraft((known) => ({ ...known, [name]: value })),
    discard: () => setDraft({}),
  }
}

/** Returns the fields of a draft that differ from the saved ones. */
export function differing<Fields extends object>(saved: Fields, draft: Partial<Fields>): Partial<Fields> {
  const names = (Object.keys(draft) as (keyof Fields)[]).filter((name) => !same(draft[name], saved[name]))
  return pick(draft, names)
}

function pick<Fields extends object>(from: Partial<Fields>, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Fields>
}
