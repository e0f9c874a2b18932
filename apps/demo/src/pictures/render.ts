import sharp from 'sharp'
import { random } from '../dice.ts'
import type { Palette, Scene } from './drawing.ts'
import { circuit, composition, figure, helix, planet } from './ideas.ts'
import { city, forest, mountains, sea, viaduct, village } from './landscapes.ts'
import { animal, athlete, portrait } from './people.ts'
import { garden, room } from './rooms.ts'
import { car, glass, table, watch } from './things.ts'
import { drawScrims, type Veil } from './veils.ts'

export const scenes = {
  mountains,
  sea,
  city,
  forest,
  village,
  viaduct,
  portrait,
  athlete,
  animal,
  planet,
  helix,
  composition,
  figure,
  circuit,
  room,
  garden,
  table,
  glass,
  car,
  watch,
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes

export type Picture = { jpeg: Buffer; width: number; height: number }

/** Draws a scene as a JPEG. Sizes are pixels. */
export async function renderPicture(
  name: SceneName,
  seed: string,
  variant: number,
  colours: Palette,
  width: number,
  height: number,
  veils: readonly Veil[] = [],
): Promise<Picture> {
  const drawing = scenes[name](random(`${name} ${seed}`), colours, width, height, variant)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}${drawScrims(veils, width, height)}</svg>`
  const jpeg = await sharp(Buffer.from(svg)).flatten({ background: colours.sky[1] }).jpeg({ quality: 82 }).toBuffer()
  return { jpeg, width, height }
}
