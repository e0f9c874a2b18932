import type { Block } from './blocks.ts'

export type MainStyle = { font: string; size: number }

/** Returns the font and size in which most letters of an issue are set. */
export function mainStyle(blocks: readonly Block[]): MainStyle {
  const letters = new Map<string, { count: number; font: string; size: number }>()
  for (const { lines, size, text } of blocks) {
    const font = lines[0]!.line.style?.font ?? ''
    const key = `${font} ${Math.round(size * 2)}`
    const known = letters.get(key) ?? { count: 0, font, size }
    known.count += text.length
    letters.set(key, known)
  }
  return [...letters.values()].reduce((most, each) => (each.count > most.count ? each : most), { count: -1, font: '', size: 0 })
}

/** Whether a block is set in this style. */
export const isInStyle = ({ lines, size }: Block, style: MainStyle) =>
  lines[0]!.line.style?.font === style.font && Math.abs(size - style.size) < 0.06 * style.size
