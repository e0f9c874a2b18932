import { darker, lighter } from '../colour.ts'
import type { Palette } from '../pictures/drawing.ts'
import { isBright, isPale, type Veil } from '../pictures/veils.ts'
import type { FamilyName } from './families.ts'

/** Returns the veils that keep the text on a family's cover legible. `left`: the cover lines are on the left. */
export function veilsOf(family: FamilyName, colours: Palette, left: boolean): Veil[] {
  const { sky, dark, accent } = colours
  const foot = (opacity: number, reach: number): Veil => ({ from: 'bottom', colour: darker(dark, 0.55), opacity, reach })
  switch (family) {
    case 'classic': {
      const bright = isBright(colours)
      const calm = bright ? lighter(sky[0], 0.25) : darker(sky[0], 0.35)
      const side: Veil = { from: left ? 'left' : 'right', colour: calm, opacity: 0.8, reach: 0.5 }
      const head: Veil = { from: 'top', colour: darker(sky[0], 0.3), opacity: 0.75, reach: 0.28 }
      const pale: Veil = { from: 'top', colour: lighter(sky[0], 0.4), opacity: 0.9, reach: 0.32 }
      return [bright ? pale : head, side, foot(0.9, 0.45)]
    }
    case 'fashion': {
      // As bright as the masthead expects, whatever the picture shows.
      const head = isPale(colours) ? lighter(sky[0], 0.35) : darker(sky[0], 0.35)
      return [
        { from: 'top', colour: head, opacity: 0.85, reach: 0.4 },
        { from: 'bottom', colour: darker(accent, 0.65), opacity: 0.88, reach: 0.38 },
      ]
    }
    case 'minimal':
      return [{ from: 'top', colour: sky[0], opacity: 1, reach: 0.5 }]
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
