import { expect, test } from 'vitest'
import { atSize, lineThrough } from './line.ts'

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
