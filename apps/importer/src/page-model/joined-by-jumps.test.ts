import { expect, test } from 'vitest'
import type { Draft } from './article-draft.ts'
import type { Block } from './blocks.ts'
import { joinedByJumps } from './joined-by-jumps.ts'

const block = (role: Block['role'], text: string) => ({ role, text }) as Block
const draft = (page: number, headline: string, text: string, more: Partial<Draft> = {}): Draft => ({
  headline: [block('headline', headline)],
  kicker: null,
  blocks: [block('body', text)],
  page,
  named: null,
  goesOn: null,
  comesFrom: null,
  ...more,
})
const texts = (drafts: readonly Draft[]) => drafts.map(({ blocks }) => blocks.map(({ text }) => text))

test('of two articles that go on on one page, each gets its own part', () => {
  const drafts = [
    draft(1, 'Die Brücke', 'Am Morgen kamen', { goesOn: { page: 2, word: 'Brücke' } }),
    draft(1, 'Der Garten', 'Im Beet wuchsen', { goesOn: { page: 2, word: 'Garten' } }),
    draft(2, 'Der Garten', 'viele Blumen.', { comesFrom: { page: 1, word: '' } }),
    draft(2, 'Die Brücke', 'viele Leute.', { comesFrom: { page: 1, word: '' } }),
  ]
  expect(texts(joinedByJumps(drafts, 0))).toEqual([
    ['Am Morgen kamen', 'viele Leute.'],
    ['Im Beet wuchsen', 'viele Blumen.'],
  ])
})

test('thousands of parts that all go on on one page with thousands of parts do not fill the memory', () => {
  const jump = { goesOn: { page: 1, word: 'Brücke' }, comesFrom: { page: 1, word: 'Brücke' } }
  const drafts = Array.from({ length: 3000 }, (_, at) => draft(1, `Die Brücke ${at}`, 'Am Morgen kamen', jump))
  expect(joinedByJumps(drafts, 0).length).toBeLessThan(3000)
})
