import { kindOfMostLetters } from '../text/most-letters.ts'
import type { Block } from './blocks.ts'

export type MainStyle = { font: string; size: number }

/** Returns the font and size in which most letters of an issue are set. */
export function mainStyle(blocks: readonly Block[]): MainStyle {
  const styleOf = (block: Block) => `${fontNameOf(block)} ${Math.round(block.size * 2)}`
  const usual = kindOfMostLetters(blocks, styleOf, ({ text }) => text)
  const first = blocks.find((block) => styleOf(block) === usual)
  return first ? { font: fontNameOf(first), size: first.size } : { font: '', size: 0 }
}

const fontNameOf = ({ lines }: Block) => lines[0]!.line.style?.font ?? ''

/** Whether a block is set in this style. */
export const isInStyle = ({ lines, size }: Block, style: MainStyle) =>
  lines[0]!.line.style?.font === style.font && Math.abs(size - style.size) < 0.06 * style.size
