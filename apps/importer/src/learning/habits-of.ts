import { type FormerIssue, formerIssues } from '@kiosk/backend/catalogue/learning/issue-makeup'
import type { Database } from '@kiosk/backend/db/connect'
import { plain } from '../articles/headline.ts'
import type { Block } from '../page-model/blocks.ts'
import type { FontHabit, Habits, TaughtRole } from '../page-model/habits.ts'
import { furnitureKey } from '../text/running-heads.ts'
import { correctedLines } from './corrected-lines.ts'

/** Weight of an issue as a fraction of the weight of the next one. */
const DECAY = 0.75
/** Weight of everything found about a font: that of four blocks of the issue being read, so that more of these outweigh it. */
const MOST_FOUND = 4
/** Weight of a correction by hand, and of all of one role. A page counts at most 10: see `page-model/habits.ts`. */
const TAUGHT = { each: 5, most: 25 }
/** Number of issues with a section above a headline, or with an article dropped by hand, from which on this is usual. */
const LEAST_ISSUES = 2

/** Returns what is usual for a title, by its issues that are nearest in time to the one that is read. */
export const habitsFor = async (db: Database, of: Parameters<typeof formerIssues>[1]): Promise<Habits> =>
  habitsOf(await formerIssues(db, of))

/** Sums up former issues, the nearest first. */
export function habitsOf(issues: readonly FormerIssue[]): Habits {
  const fonts = new Map<string, FontHabit>()
  const sections = new Map<string, number>()
  const dropped = new Map<string, number>()
  const leads = new Set<string>()
  const furniture = new Map<string, number>()
  const count = (counts: Map<string, number>, texts: readonly string[], by: number) => {
    for (const text of new Set(texts.map(plain))) if (text.length >= 3) counts.set(text, (counts.get(text) ?? 0) + by)
  }
  for (const [age, issue] of issues.entries()) {
    const { makeup, isCurrent } = issue
    const weight = DECAY ** age
    const habitOf = (index: number): FontHabit => {
      const { font, size } = makeup.fonts[index]!
      const key = `${font} ${size}`
      const habit = fonts.get(key) ?? { found: {}, taught: {} }
      fonts.set(key, habit)
      return habit
    }
    if (isCurrent) {
      for (const [index, { roles }] of makeup.fonts.entries()) add(habitOf(index).found, roles, weight)
      count(
        sections,
        makeup.lines.filter(({ role }) => role === 'kicker').map(({ text }) => text),
        1,
      )
      for (const { at, text, size } of makeup.furniture) {
        const key = furnitureKey(at, text)
        if (!furniture.has(key)) furniture.set(key, size)
      }
    }
    const said = correctedLines(issue)
    for (const { font, role, lead } of said.roles) {
      add(habitOf(font).taught, { [role]: TAUGHT.each }, weight)
      if (lead.trim()) leads.add(lead)
    }
    count(sections, said.sections, LEAST_ISSUES)
    count(dropped, said.dropped, 1)
  }
  for (const { found, taught } of fonts.values()) {
    const all = Object.values(found).reduce((sum, each) => sum + each, 0)
    for (const role of Object.keys(found) as Block['role'][]) found[role]! *= Math.min(1, MOST_FOUND / all)
    for (const role of Object.keys(taught) as TaughtRole[]) taught[role] = Math.min(TAUGHT.most, taught[role]!)
  }
  const often = (counts: ReadonlyMap<string, number>) =>
    new Set([...counts].filter(([, times]) => times >= LEAST_ISSUES).map(([text]) => text))
  return { fonts, sections: often(sections), dropped: often(dropped), leads: [...leads], furniture }
}

function add<Role extends string>(
  to: Partial<Record<Role, number>>,
  counts: Partial<Record<Role, number>>,
  weight: number,
): void {
  for (const [role, times] of Object.entries(counts) as [Role, number][]) to[role] = (to[role] ?? 0) + times * weight
}
