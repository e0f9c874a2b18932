import { expect, test } from 'vitest'
import { atSize, lineThrough, phasesAt } from './line.ts'

test('a phase grows along the line through the sizes that were measured; one that got faster keeps its mean', () => {
  const lines = lineThrough([
    { issues: 100, seconds: { rows: 12, start: 9 } },
    { issues: 300, seconds: { rows: 32, start: 7 } },
  ])
  expect(lines.map(({ phase }) => phase)).toEqual(['rows', 'start'])
  expect(atSize(lines[0]!, 1000)).toBeCloseTo(102)
  expect(lines[0]!.perIssue).toBeCloseTo(0.1)
  expect(atSize(lines[1]!, 1000)).toBeCloseTo(8)
  expect(() => lineThrough([{ issues: 100, seconds: { rows: 12 } }])).toThrow('two sizes')
})

test('a phase that took longer at the smaller size, on a busy machine, takes at least its processor time on all cores', () => {
  const measured = [
    { issues: 100, seconds: { rows: 14, backup: 10 } },
    { issues: 300, seconds: { rows: 10, backup: 30 } },
  ]
  const processor = [
    { issues: 100, seconds: { rows: 5, backup: 5 } },
    { issues: 300, seconds: { rows: 15, backup: 15 } },
  ]
  const phases = phasesAt(measured, processor, (phase) => (phase === 'rows' ? 1000 : 500), 2)
  expect(phases.map(({ phase }) => phase)).toEqual(['rows', 'backup'])
  expect(phases[0]!.busy).toBeCloseTo(50)
  expect(phases[0]!.seconds).toBeCloseTo(25)
  expect(phases[1]!.seconds).toBeCloseTo(50)
})
