import { type Tile, tileGrid, tilesIn } from '@kiosk/domain/reading/tiles'
import { beforeEach, expect, test, vi } from 'vitest'
import { MOST_TILES, TilePane } from './tile-pane.ts'

const grid = tileGrid(1, 0.7)!
const finer = tileGrid(2, 0.7)!
const row = (row: number, count: number): Tile[] => Array.from({ length: count }, (_, column) => ({ column, row }))
const NONE: Tile[] = []

let asked: { name: string; signal: AbortSignal; arrive(): void; fail(): void }[]
let present: Set<string>
let pane: TilePane

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  present = new Set()
  pane = new TilePane(
    ({ level }, tile, signal) =>
      new Promise((resolve, reject) => {
        const name = `${level}: ${tile.column} ${tile.row}`
        const image = { style: {}, name, remove: () => present.delete(name) } as unknown as HTMLImageElement
        asked.push({ name, signal, arrive: () => resolve(image), fail: () => reject(new Error('offline')) })
      }),
    (image) => present.add(image.name),
  )
  return () => vi.useRealTimers()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
/** Answers all requests that have not been aborted, until none comes any more. */
async function arriveAll(): Promise<void> {
  for (let answered = 0; answered < asked.length; ) {
    for (const each of asked.slice(answered)) if (!each.signal.aborted) each.arrive()
    answered = asked.length
    await settled()
  }
}

test('loads what is in sight, and what is around it only when all of that is there and the view rests', async () => {
  pane.show({ grid, visible: row(0, 3), around: row(1, 3) })
  expect(asked.map(({ name }) => name)).toEqual(['1: 0 0', '1: 1 0', '1: 2 0'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toHaveLength(3)
  await arriveAll()
  expect(present.size).toBe(3)
  await vi.advanceTimersByTimeAsync(100)
  pane.show({ grid, visible: row(0, 3), around: row(1, 3) })
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.slice(3).map(({ name }) => name)).toEqual(['1: 0 1', '1: 1 1', '1: 2 1'])
})

test('a view that moves on cancels the requests of the one before, and shows nothing of them', async () => {
  pane.show({ grid, visible: row(0, 7), around: NONE })
  pane.show({ grid, visible: [...row(0, 1), ...row(1, 2)], around: NONE })
  expect(asked.filter(({ signal }) => signal.aborted).map(({ name }) => name)).toEqual(
    [1, 2, 3, 4, 5, 6].map((column) => `1: ${column} 0`),
  )
  for (const each of asked) each.arrive()
  await settled()
  expect([...present].sort()).toEqual(['1: 0 0', '1: 0 1', '1: 1 1'])
  pane.show(null)
  expect(present.size).toBe(0)
})

test('few tiles are requested at a time', async () => {
  const visible = tilesIn(grid, { left: 0, top: 0, right: 1, bottom: 0.5 })
  pane.show({ grid, visible, around: NONE })
  expect(asked).toHaveLength(12)
  asked[0]!.arrive()
  await settled()
  expect(asked).toHaveLength(13)
  await arriveAll()
  expect(present.size).toBe(visible.length)
})

test('those of another level stay until all in sight are there', async () => {
  pane.show({ grid, visible: row(0, 2), around: NONE })
  await arriveAll()
  pane.show({ grid: finer, visible: row(0, 2), around: NONE })
  asked[2]!.arrive()
  await settled()
  expect([...present]).toEqual(['1: 0 0', '1: 1 0', '2: 0 0'])
  await arriveAll()
  expect([...present]).toEqual(['2: 0 0', '2: 1 0'])
})

test('the number of tiles is bounded: those seen longest ago go first', async () => {
  for (let at = 0; at < finer.rows; at++) {
    pane.show({ grid: finer, visible: [...row(0, 2), ...row(at, 15)], around: NONE })
    await arriveAll()
    expect(present.size).toBeLessThanOrEqual(MOST_TILES)
  }
  expect(present.size).toBe(MOST_TILES)
  expect([...row(0, 2), ...row(finer.rows - 1, 15)].every((tile) => present.has(`2: ${tile.column} ${tile.row}`))).toBe(true)
  expect(present.has('2: 5 3')).toBe(false)
})

test('after a failure nothing is requested for a while, and then again, also if the view rests', async () => {
  pane.show({ grid, visible: row(0, 2), around: NONE })
  for (const each of asked) each.fail()
  await settled()
  pane.show({ grid, visible: row(0, 2), around: NONE })
  await vi.advanceTimersByTimeAsync(4_990)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10)
  expect(asked).toHaveLength(4)
  asked[3]!.arrive()
  asked[2]!.fail()
  await vi.advanceTimersByTimeAsync(5_010)
  expect(asked).toHaveLength(5)
  await arriveAll()
  expect(present.size).toBe(2)
})

test('what fails again and again is requested more and more rarely, and not at all when it is no longer wanted', async () => {
  pane.show({ grid, visible: row(0, 1), around: NONE })
  for (let minute = 0; minute < 10; minute++) {
    for (let second = 0; second < 60; second++) {
      asked.at(-1)!.fail()
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(10)
  pane.show(null)
  const before = asked.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toHaveLength(before)
})
