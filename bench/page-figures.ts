// What a page measures of itself while it loads and while somebody uses it. Functions that are sent to the page use nothing else
// from this file.

/** One entry of the Event Timing API. */
export type EventEntry = {
  /** Identifies the document, so that interactions of two pages are not mixed. */
  document: number
  /** Same for all events of one tap or key; 0 = the event belongs to no interaction. */
  interaction: number
  /** From the input to the next frame. Milliseconds, in steps of eight. */
  duration: number
  event: string
}

/** Shorter events are not reported by browsers. Milliseconds. */
export const SHORTEST_EVENT_MS = 16
/** The part of a task beyond this keeps an input waiting. Milliseconds. */
const LONG_TASK_MS = 50

/**
 * Returns the duration of each interaction, which is that of its longest event. Inputs that caused no entry were shorter than the
 * browser reports and count as the shortest.
 * @param inputs number of taps and keys
 */
export function interactionTimes(entries: readonly EventEntry[], inputs: number): number[] {
  const longest = new Map<string, number>()
  for (const { document, interaction, duration } of entries) {
    if (interaction === 0) continue
    const key = `${document} ${interaction}`
    longest.set(key, Math.max(longest.get(key) ?? 0, duration))
  }
  const unreported = Math.max(0, inputs - longest.size)
  return [...longest.values(), ...Array<number>(unreported).fill(SHORTEST_EVENT_MS)]
}

export type LoadEntries = {
  /** Milliseconds since the navigation; 0 = nothing was painted. */
  firstPaint: number
  /** Milliseconds since the navigation; 0 = nothing was painted. */
  largestPaint: number
  tasks: { start: number; duration: number }[]
  shifts: { start: number; value: number }[]
}

/** Returns the sum of what long tasks took beyond 50 ms after the first paint, as Lighthouse's total blocking time does. */
export function blockingTime({ tasks, firstPaint }: Pick<LoadEntries, 'tasks' | 'firstPaint'>): number {
  return tasks.reduce((sum, { start, duration }) => {
    // If a task was running when the first content was painted, its remaining time counts.
    const after = Math.min(duration, start + duration - firstPaint)
    return sum + Math.max(0, after - LONG_TASK_MS)
  }, 0)
}

/** Returns the largest sum of shifts of a session window: at most five seconds, with gaps of less than one. */
export function layoutShift(shifts: LoadEntries['shifts']): number {
  let [largest, sum, first, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { start, value } of shifts) {
    if (start - last >= 1_000 || start - first >= 5_000) [sum, first] = [0, start]
    sum += value
    last = start
    largest = Math.max(largest, sum)
  }
  return largest
}

/** Begins to observe a document. Runs in the page, before its scripts. */
export function observePage(shortestEvent: number): void {
  const figures: LoadEntries = { firstPaint: 0, largestPaint: 0, tasks: [], shifts: [] }
  const page = window as unknown as { figures: LoadEntries; noteEvents?(entries: EventEntry[]): void }
  page.figures = figures
  const observe = (type: string, each: (entries: PerformanceEntry[]) => void, options = {}) =>
    new PerformanceObserver((list) => each(list.getEntries())).observe({ type, buffered: true, ...options })
  observe('paint', (entries) => {
    for (const { name, startTime } of entries) if (name === 'first-contentful-paint') figures.firstPaint = startTime
  })
  observe('largest-contentful-paint', (entries) => {
    figures.largestPaint = entries.at(-1)!.startTime
  })
  observe('longtask', (entries) => {
    for (const { startTime, duration } of entries) figures.tasks.push({ start: startTime, duration })
  })
  observe('layout-shift', (entries) => {
    for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) figures.shifts.push({ start: entry.startTime, value: entry.value })
  })
  observe(
    'event',
    (entries) => {
      const found = (entries as (PerformanceEventTiming & { interactionId: number })[]).map((entry) => ({
        document: performance.timeOrigin,
        interaction: entry.interactionId,
        duration: entry.duration,
        event: `${entry.name} on ${entry.target instanceof Element ? entry.target.tagName.toLowerCase() : 'a removed element'}`,
      }))
      page.noteEvents?.(found)
    },
    { durationThreshold: shortestEvent },
  )
}
