import { ApiError } from '@kiosk/domain/errors'
import { isDay } from '@kiosk/domain/iso-time'
import type { RequestContext } from '../http/handler.ts'
import type { Title } from './catalogue-view.ts'

type Caller = Pick<RequestContext, 'language' | 'region'>

/** How far a title is from a caller: 0 = own language and country, 1 = own language, 2 = own country, 3 = neither. */
function distanceOf(title: Pick<Title, 'language' | 'country'>, { language, region }: Caller): number {
  return (title.language === language ? 0 : 2) + (title.country === region.country ? 0 : 1)
}

/** A place in a list of titles: by day, newest first; within a day, nearest first; then the issue published last. */
export type Place = { date: string; distance: number; id: number }

export function placeOf({ language, country, current }: Pick<Title, 'language' | 'country' | 'current'>, caller: Caller): Place {
  return { date: current.issue_date, distance: distanceOf({ language, country }, caller), id: current.id }
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return a.distance - b.distance || b.id - a.id
}

/** Returns the cursor of a place: "2026-11-23.0.417". */
export function markOfPlace({ date, distance, id }: Place): string {
  return `${date}.${distance}.${id}`
}

export function readPlace(mark: string): Place {
  const [, date, distance, id] = /^(\d{4}-\d\d-\d\d)\.([0-3])\.(\d{1,15})$/.exec(mark) ?? []
  if (!date || !isDay(date)) throw new ApiError('wrong_input', 'after')
  return { date, distance: Number(distance), id: Number(id) }
}

/** Sorted lists by language and country: a catalogue in memory stays the same until it is reloaded. */
const sorted = new WeakMap<readonly Title[], Map<string, Title[]>>()

/**
 * Returns titles by day, newest first, and on each day those in the caller's language and country before the others. They are
 * sorted once for all callers of a language and country, because sorting thousands of titles takes milliseconds.
 */
export function nearFirst(titles: readonly Title[], caller: Caller): readonly Title[] {
  const known = sorted.get(titles) ?? new Map<string, Title[]>()
  sorted.set(titles, known)
  const key = `${caller.language} ${caller.region.country}`
  const list = known.get(key) ?? sort(titles, caller)
  known.set(key, list)
  return list
}

function sort(titles: readonly Title[], caller: Caller): Title[] {
  return titles
    .map((title) => ({ title, place: placeOf(title, caller) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ title }) => title)
}
