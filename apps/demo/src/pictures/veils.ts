import { brightness, darker, lighter } from '../colour.ts'
import type { FamilyName } from '../covers/families.ts'
import { gradient, type Palette, rect } from './drawing.ts'

/** Calms a side of a picture, so that type on it can be read. `reach` is the share of the picture it fades over. */
export type Veil = { from: 'top' | 'bottom' | 'left' | 'right'; colour: string; opacity: number; reach: number }

/** Whether type on the upper part of a picture has to be dark. */
export const isBright = (colours: Palette) => brightness(colours.sky[0]) > 0.62

/** The veils that a family's cover needs; `left` is the side of the cover lines. */
export function veilsOf(family: FamilyName, colours: Palette, left: boolean): Veil[] {
  const { sky, dark, accent } = colours
  const foot = (opacity: number, reach: number): Veil => ({ from: 'bottom', colour: darker(dark, 0.55), opacity, reach })
  switch (family) {
    case 'classic': {
      const bright = isBright(colours)
      const calm = bright ? lighter(sky[0], 0.25) : darker(sky[0], 0.35)
      const side: Veil = { from: left ? 'left' : 'right', colour: calm, opacity: 0.8, reach: 0.5 }
      const head: Veil = { from: 'top', colour: darker(sky[0], 0.3), opacity: 0.75, reach: 0.28 }
      return [...(bright ? [] : [head]), side, foot(0.9, 0.45)]
    }
    case 'fashion':
      return [{ from: 'bottom', colour: darker(accent, 0.65), opacity: 0.88, reach: 0.38 }]
    case 'kitchen':
      return [{ from: 'top', colour: darker(sky[2], 0.45), opacity: 0.85, reach: 0.4 }]
    case 'framed':
      return [foot(0.88, 0.45)]
    case 'banner':
      return [foot(0.94, 0.5)]
    case 'tabloid':
      return [foot(0.94, 0.6)]
    default:
      return []
  }
}

/** The veils as SVG over a picture of so many pixels. */
export function drawVeils(veils: readonly Veil[], width: number, height: number): string {
  return veils
    .map(({ from, colour, opacity, reach }, at) => {
      const across = from === 'left' || from === 'right'
      const starts = from === 'top' || from === 'left'
      const stops = starts
        ? ([
            [0, colour, opacity],
            [1, colour, 0],
          ] as const)
        : ([
            [0, colour, 0],
            [1, colour, opacity],
          ] as const)
      const size = across ? width * reach : height * reach
      const x = from === 'right' ? width - size : 0
      const y = from === 'bottom' ? height - size : 0
      const fill = rect(x, y, across ? size : width, across ? height : size, `url(#veil${at})`)
      return `<defs>${gradient(`veil${at}`, stops, across)}</defs>${fill}`
    })
    .join('')
}
