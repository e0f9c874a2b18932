/** A change of the catalogue (ADR-0257). */
export type CatalogueChange = {
  /** Surrogate keys of the pages that show the change. */
  touches: readonly string[] | 'everything'
  /** Something was added and nothing removed, so outdated pages may be shown for a moment longer. */
  onlyAdds: boolean
  /** The catalogue was loaded again because it was old: nothing is known to have changed. */
  isRoutine?: boolean
}

/** A change about which nothing is known. */
export const ANY_CHANGE: CatalogueChange = { touches: 'everything', onlyAdds: false }
/** A scheduled issue is shown, or somebody has found something newer. */
export const ANY_ADDITION: CatalogueChange = { touches: 'everything', onlyAdds: true }
/** The catalogue is loaded again because it is old. */
export const ROUTINE: CatalogueChange = { ...ANY_ADDITION, isRoutine: true }

const PUBLISHED = 'published '

/** Reads the payload of a notification `catalogue`, sent by the triggers of migration 253; null = one may have been missed. */
export function changeOf(payload: string | null): CatalogueChange {
  if (!payload?.startsWith(PUBLISHED)) return ANY_CHANGE
  return { touches: payload.slice(PUBLISHED.length).split(' '), onlyAdds: true }
}

/** A change, and when this server learned of it: milliseconds since 1970. */
export type NoticedChange = CatalogueChange & { at: number }

/** Returns what several changes touch together, since the first of them. */
export function together(changes: readonly NoticedChange[]): NoticedChange {
  const touches = changes.some((each) => each.touches === 'everything')
    ? 'everything'
    : [...new Set(changes.flatMap((each) => each.touches))]
  return {
    touches,
    onlyAdds: changes.every(({ onlyAdds }) => onlyAdds),
    ...(changes.every(({ isRoutine }) => isRoutine) && { isRoutine: true }),
    at: Math.min(...changes.map(({ at }) => at)),
  }
}
