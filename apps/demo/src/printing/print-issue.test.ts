import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PlannedIssue, planIssues } from '../titles/plan.ts'
import { printIssue } from './print-issue.ts'

const plans = planIssues('2026-11-21')
const printed = new Map<string, Promise<Buffer>>()
/** Prints the first issue of a title, once for all tests. */
function firstIssueOf(key: string): { plan: PlannedIssue; pdf: Promise<Buffer> } {
  const plan = plans.find(({ title, turn }) => title.key === key && turn === 0)!
  const pdf = printed.get(key) ?? printIssue(plan)
  printed.set(key, pdf)
  return { plan, pdf }
}
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('the same issue is printed byte for byte the same', async () => {
  const plan = plans.find(({ title, turn }) => title.key === 'loeffelweise' && turn === 1)!
  const once = await printIssue(plan)
  const again = await printIssue(planIssues('2026-11-21').find(({ seed }) => seed === plan.seed)!)
  expect(sha(again)).toBe(sha(once))
})

test.each(['hoehenluft', 'donau-rundblick', 'fuchs-und-floh', 'blitzblatt', 'lantern-review'])(
  '%s has as many pages as planned, and an outline',
  async (key) => {
    const { plan, pdf: bytes } = firstIssueOf(key)
    const pdf = (await bytes).toString('latin1')
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(plan.pages)
    expect(pdf.match(/\/Dest \[/g)!.length).toBeGreaterThanOrEqual(plan.pages / 3)
  },
)

/** Returns the names of the pictures on each page, from the operators that draw them. */
function picturesOn(pdf: Buffer): string[][] {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, stream]) => {
    try {
      const content = inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')
      return content.includes(' Tf') ? [[...content.matchAll(/\/(I\d+) Do/g)].map(([, name]) => name!)] : []
    } catch {
      return []
    }
  })
}

test.each(['hoehenluft', 'donau-rundblick', 'das-kontor'])(
  'no picture of %s is printed twice, except for the two halves of a spread',
  async (key) => {
    const pages = picturesOn(await firstIssueOf(key).pdf)
    const places = new Map<string, number[]>()
    pages.forEach((names, page) => {
      for (const name of names) places.set(name, [...(places.get(name) ?? []), page])
    })
    expect(places.size).toBeGreaterThan(pages.length / 3)
    for (const at of places.values()) if (at.length > 1) expect(at).toEqual([at[0], at[0]! + 1])
  },
)
