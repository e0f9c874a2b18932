import { brightness } from '../colour.ts'
import { gradient, type Palette, rect } from './drawing.ts'

/** A gradient over one side of a picture that keeps text on it legible. `reach`: share of the picture it covers. */
export type Veil = { from: 'top' | 'bottom' | 'left' | 'right'; colour: string; opacity: number; reach: number }

/** Returns whether text on the upper part of a picture must be dark. */
export const isBright = (colours: Palette) => brightness(colours.sky[0]) > 0.62

/** Returns whether the text on a fashion cover is dark. */
export const isPale = (colours: Palette) => brightness(colours.sky[0]) > 0.58

/** Returns the SVG of veils over a picture. Width and height in pixels. */
export function drawScrims(veils: readonly Veil[], width: number, height: number): string {
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
