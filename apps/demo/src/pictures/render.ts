import sharp from 'sharp'
import { random } from '../seeded-random.ts'
import { glow, type Palette, rect, type Scene } from './drawing.ts'
import * as food from './food.ts'
import { circuit, composition, figure, helix, planet } from './ideas.ts'
import { city, forest, mountains, sea, viaduct, village } from './landscapes.ts'
import * as objects from './objects.ts'
import { animal, athlete, portrait } from './people.ts'
import * as places from './places.ts'
import { garden, room } from './rooms.ts'
import { car, glass, table, watch } from './things.ts'
import { drawScrims, type Veil } from './veils.ts'

/** One of the pictures that a scene can draw. */
const only =
  (scene: Scene, variant: number): Scene =>
  (chance, colours, width, height) =>
    scene(chance, colours, width, height, variant)

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
  soup: only(table, 0),
  tart: only(table, 1),
  cake: only(table, 2),
  salad: only(table, 3),
  runner: only(athlete, 0),
  cyclist: only(athlete, 1),
  skier: only(athlete, 2),
  footballer: only(athlete, 3),
  fox: only(animal, 0),
  bear: only(animal, 1),
  owl: only(animal, 2),
  bars: only(figure, 0),
  paperBoat: only(figure, 1),
  stones: only(figure, 2),
  coins: only(figure, 3),
  sedan: only(car, 0),
  estate: only(car, 1),
  roadster: only(car, 2),
  hatchback: only(car, 3),
  ...food,
  ...objects,
  ...places,
} as const satisfies Record<string, Scene>
export type SceneName = keyof typeof scenes

export type Picture = { jpeg: Buffer; width: number; height: number }

const GRAIN_PIXELS = 192
let grain: Promise<Buffer> | undefined

/** A tile of film grain: grey noise around the middle, which brightens and darkens by the same amount. */
function grainTile(): Promise<Buffer> {
  const chance = random('grain')
  const pixels = Buffer.alloc(GRAIN_PIXELS * GRAIN_PIXELS * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    // The sum of three even distributions is close to a normal one.
    const value = 128 + (chance.next() + chance.next() + chance.next() - 1.5) * 100
    pixels.fill(Math.max(0, Math.min(255, Math.round(value))), at, at + 3)
    pixels[at + 3] = 84
  }
  return sharp(pixels, { raw: { width: GRAIN_PIXELS, height: GRAIN_PIXELS, channels: 4 } })
    .png()
    .toBuffer()
}

/** The darker corners of a lens, and light that enters from the upper left. */
const lens = (width: number, height: number) =>
  `<defs>${glow('corners', [
    [0, '#000000', 0],
    [0.62, '#000000', 0],
    [1, '#000000', 0.5],
  ]).replace('r=".5"', 'r=".78"')}${glow(
    'leak',
    [
      [0, '#fff1d0', 0.26],
      [1, '#fff1d0', 0],
    ],
    0.12,
    0.08,
  )}</defs>${rect(0, 0, width, height, 'url(#leak)')}${rect(0, 0, width, height, 'url(#corners)')}`

/** Draws a scene as a JPEG, with the grain and the lens of a photograph. Sizes are pixels. */
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
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}${lens(width, height)}${drawScrims(veils, width, height)}</svg>`
  grain ??= grainTile()
  const jpeg = await sharp(Buffer.from(svg))
    .flatten({ background: colours.sky[1] })
    .composite([{ input: await grain, tile: true, blend: 'overlay' }])
    .jpeg({ quality: 80 })
    .toBuffer()
  return { jpeg, width, height }
}
