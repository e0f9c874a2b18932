import { darker, lighter, mix } from '../colour.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { backdrop, circle, glow, gradient, n, type Palette, path, rect, type Scene } from './drawing.ts'

/** Gradients that give flat shapes volume: `lit` for round ones, `turned` for upright cylinders, `under` for soft shadows. */
export const LIGHT = `<defs>${glow(
  'lit',
  [
    [0, '#ffffff', 0.55],
    [0.35, '#ffffff', 0.08],
    [0.6, '#000000', 0.04],
    [1, '#000000', 0.46],
  ],
  0.36,
  0.28,
)}${gradient(
  'turned',
  [
    [0, '#000000', 0.28],
    [0.28, '#ffffff', 0.36],
    [0.5, '#ffffff', 0],
    [1, '#000000', 0.5],
  ],
  true,
)}${glow('under', [
  [0, '#000000', 0.62],
  [0.6, '#000000', 0.3],
  [1, '#000000', 0],
])}${glow('spot', [
  [0, '#fff3d0', 0.95],
  [0.4, '#ffe9b8', 0.4],
  [1, '#ffe9b8', 0],
])}</defs>`

/** A shape with light from the upper left. */
export const solid = (d: string, fill: string, more = '') => path(d, fill, more) + path(d, 'url(#lit)', more)
export const ball = (x: number, y: number, r: number, fill: string) => circle(x, y, r, fill) + circle(x, y, r, 'url(#lit)')
export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
export const block = (x: number, y: number, w: number, h: number, fill: string, light = 'lit', radius = 2) =>
  rect(x, y, w, h, fill, `rx="${radius}"`) + rect(x, y, w, h, `url(#${light})`, `rx="${radius}"`)
export const stroke = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

/** Out-of-focus lights between two heights (shares of the picture's). */
export function bokeh(chance: SeededRandom, p: Palette, w: number, h: number, from: number, to: number, count = 16): string {
  let out = `<defs>${glow('disc', [
    [0, lighter(p.light, 0.3), 0.5],
    [0.8, lighter(p.light, 0.2), 0.42],
    [0.94, lighter(p.light, 0.5), 0.5],
    [1, p.light, 0],
  ])}</defs>`
  for (let at = 0; at < count; at++)
    out += circle(
      chance.next() * w,
      chance.between(from, to) * h,
      Math.min(w, h) * chance.between(0.025, 0.1),
      'url(#disc)',
      `opacity="${n(chance.between(0.15, 0.75))}"`,
    )
  return out
}

/** Draws art around its own origin, the middle of its foot; 100 units are its width. */
export const placed = (art: string, x: number, y: number, width: number, turn = 0) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${Math.round(width * 10) / 1000})">${art}</g>`

/** Light from a window on the wall, a table out of focus, and one thing on it. */
export function stillLife(
  art: (p: Palette, chance: SeededRandom) => string,
  options: { size?: number; shadow?: number; turn?: number } = {},
): Scene {
  return (chance, p, w, h) => {
    // Covers and openings have their headline on the lower third.
    const ground = h * (w > h ? 0.84 : 0.67)
    const size = Math.min(w * 0.74, h * (w > h ? 0.74 : 0.52)) * (options.size ?? 1)
    const x = w * chance.between(0.47, 0.53)
    const top = mix(p.mid, p.dark, 0.45)
    return `${backdrop(p, w, h)}${LIGHT}<defs>${gradient('top', [
      [0, lighter(top, 0.22)],
      [0.12, top],
      [1, darker(top, 0.45)],
    ])}${gradient('edge', [
      [0, top, 0],
      [1, lighter(top, 0.22), 1],
    ])}</defs>${circle(w * chance.between(0.15, 0.35), h * 0.3, Math.max(w, h) * 0.55, 'url(#spot)', 'opacity=".75"')}${bokeh(chance, p, w, h, 0.05, 0.6)}${rect(0, ground - h * 0.12, w, h * 0.03, 'url(#edge)')}${rect(0, ground - h * 0.09, w, h, 'url(#top)')}${oval(x + size * 0.05, ground + size * 0.01, size * (options.shadow ?? 0.6), size * 0.1, 'url(#under)')}${placed(art(p, chance), x, ground, size, options.turn ?? 0)}`
  }
}
