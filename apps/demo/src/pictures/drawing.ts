import type { SeededRandom } from '../seeded-random.ts'

/** Colours of a picture, from the light background to the dark foreground. */
export type Palette = {
  /** Top, middle and bottom of the background. */
  sky: readonly [string, string, string]
  light: string
  mid: string
  dark: string
  accent: string
}

/** Returns the content of an SVG. Width and height in pixels. Neighbouring covers use different variants. */
export type Scene = (chance: SeededRandom, colours: Palette, width: number, height: number, variant: number) => string

export const n = (value: number) => (Math.round(value * 10) / 10).toString()

export function gradient(id: string, stops: readonly (readonly [number, string, number?])[], across = false): string {
  const inside = stops.map(
    ([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`,
  )
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${inside.join('')}</linearGradient>`
}
export function glow(id: string, stops: readonly (readonly [number, string, number?])[], cx = 0.5, cy = 0.5): string {
  const inside = stops.map(
    ([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity ?? 1}"/>`,
  )
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r=".5">${inside.join('')}</radialGradient>`
}
export const blur = (id: string, deviation: number) =>
  `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

export function backdrop({ sky }: Palette, w: number, h: number): string {
  return `<defs>${gradient('sky', [
    [0, sky[0]],
    [0.55, sky[1]],
    [1, sky[2]],
  ])}</defs>${rect(0, 0, w, h, 'url(#sky)')}`
}

/** Returns the path of hills from left to right, closed along the lower edge. `rough`: 0 is dunes, 1 is rock. */
export function ridge(chance: SeededRandom, w: number, h: number, base: number, height: number, rough: number): string {
  let heights = [chance.between(0.1, 0.7), chance.between(0.4, 1), chance.between(0.1, 0.8)]
  let swing = 0.5 * height
  let points = heights.map((each) => each * height)
  for (let step = 0; step < 6; step++) {
    const next: number[] = []
    for (let at = 0; at < points.length - 1; at++) {
      const [a, b] = [points[at]!, points[at + 1]!]
      next.push(a, (a + b) / 2 + (chance.next() - 0.5) * swing * (step === 0 ? 1 : rough))
    }
    next.push(points[points.length - 1]!)
    points = next
    swing *= rough > 0.6 ? 0.55 : 0.42
  }
  heights = points
  const line = heights.map((each, at) => `${n((at / (heights.length - 1)) * w)} ${n(base - each)}`)
  return `M0 ${n(h)}L${line.join('L')}L${n(w)} ${n(h)}Z`
}

/** Returns soft clouds across the picture. */
export function clouds(chance: SeededRandom, w: number, y: number, colour: string, opacity: number): string {
  let out = `<defs>${blur('cloud', w / 45)}</defs><g filter="url(#cloud)" opacity="${opacity}">`
  for (let bank = 0; bank < 4; bank++) {
    const x = chance.between(-0.1, 1) * w
    const top = y + chance.between(-0.08, 0.08) * w
    for (let puff = 0; puff < 7; puff++)
      out += `<ellipse cx="${n(x + puff * w * 0.05)}" cy="${n(top + chance.between(-6, 6))}" rx="${n(w * chance.between(0.04, 0.1))}" ry="${n(w * chance.between(0.008, 0.03))}" fill="${colour}"/>`
  }
  return `${out}</g>`
}
