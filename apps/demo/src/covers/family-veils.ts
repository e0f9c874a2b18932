import { darker, lighter } from '../colour.ts'
import type { Palette } from '../pictures/drawing.ts'
import { isBright, type Veil } from '../pictures/veils.ts'
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
