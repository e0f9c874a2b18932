import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { planIssues } from '../titles/plan.ts'
import { printIssue } from './print-issue.ts'

const plans = planIssues('2026-11-21')
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
    const plan = plans.find(({ title, turn }) => title.key === key && turn === 0)!
    const pdf = (await printIssue(plan)).toString('latin1')
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(plan.pages)
    expect(pdf.match(/\/Dest \[/g)!.length).toBeGreaterThanOrEqual(plan.pages / 3)
  },
)
