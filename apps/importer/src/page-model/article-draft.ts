import type { Block } from './blocks.ts'

/**
 * A part of an article on one page, or on pages that follow one another. `named`: by the outline; `goesOn` and `comesFrom`: the
 * page that is printed there, and the word by which the other part is found.
 */
export type Draft = {
  headline: Block[]
  kicker: Block | null
  blocks: Block[]
  page: number
  named: string | null
  goesOn: { page: number; word: string } | null
  comesFrom: { page: number; word: string } | null
}
