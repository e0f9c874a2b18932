import { darker, lighter } from '../colour.ts'
import { rect, type Scene } from './drawing.ts'
import { ball, block, bokeh, LIGHT, oval, placed, solid, stillLife, stroke } from './still-life.ts'

const steam = [-14, 0, 15]
  .map((x, at) => stroke(`M${x} -58q${at % 2 ? 7 : -7} -9 0 -18t0 -18`, '#ffffff', 3.4, 'opacity=".34"'))
  .join('')

export const bread: Scene = stillLife(
  (_, chance) =>
    `${block(-58, -7, 116, 7, '#9a6a3e', 'lit', 3)}${solid('M-46 -8C-54 -44 -22 -54 2 -54S54 -42 46 -8Q0 -1 -46 -8Z', '#b06a2c')}${[
      -24, -4, 16,
    ]
      .map(
        (x) =>
          stroke(`M${x} -17q2 -18 12 -30`, '#f0cf94', 4.6, 'opacity=".9"') +
          stroke(`M${x + 2} -17q2 -18 12 -30`, '#6f3a14', 1.2, 'opacity=".6"'),
      )
      .join(
        '',
      )}${Array.from({ length: 40 }, () => oval(chance.between(-38, 38), chance.between(-48, -14), 0.7, 0.5, '#fff4dc', 'opacity=".7"')).join('')}${solid('M34 -8C30 -34 48 -42 58 -36S66 -10 60 -6Q46 -2 34 -8Z', '#8f5524')}${solid('M38 -9C35 -30 48 -38 56 -33S62 -12 57 -9Q46 -5 38 -9Z', '#efd7a6')}${Array.from({ length: 9 }, () => oval(chance.between(43, 56), chance.between(-28, -12), 1.3, 1, '#c99d62', 'opacity=".7"')).join('')}`,
)

export const pumpkin: Scene = stillLife(
  () =>
    `${[
      [-34, 20],
      [34, 20],
      [-18, 23],
      [18, 23],
      [0, 22],
    ]
      .map(([x, r]) => oval(x!, -32, r!, 31, '#dd7a1e') + oval(x!, -32, r!, 31, 'url(#lit)'))
      .join(
        '',
      )}${solid('M-5 -60C-6 -74 4 -80 12 -82L16 -76C9 -73 6 -68 7 -60Z', '#6f7a35')}${solid('M30 -6C30 -20 44 -24 54 -18S60 0 50 0S30 2 30 -6Z', '#7d9a3c')}`,
)

export const pot: Scene = stillLife(
  (p) =>
    `${stroke('M-44 -34h-14q-5 0 -5 6t5 5h14M44 -34h14q5 0 5 6t-5 5h-14', darker(p.accent, 0.45), 5)}${rect(-45, -48, 90, 48, p.accent, 'rx="9"')}${rect(-45, -48, 90, 48, 'url(#turned)', 'rx="9"')}${oval(0, -49, 47, 6, lighter(p.accent, 0.22))}${solid('M-44 -51C-40 -66 40 -66 44 -51Z', p.accent)}${block(-7, -70, 14, 8, '#2a211b', 'lit', 4)}${steam.replaceAll('-58', '-72')}`,
)

export const coffee: Scene = stillLife(
  (p) =>
    `${oval(0, -4, 54, 11, '#f7f1e6')}${oval(0, -4, 54, 11, 'url(#lit)')}${oval(0, -7, 30, 5, '#000000', 'opacity=".25"')}${stroke('M32 -40q24 -4 22 12t-28 14', '#f3ece0', 7)}${solid('M-38 -50H38C38 -22 26 -6 14 -6H-14C-26 -6 -38 -22 -38 -50Z', '#fbf6ec')}${stroke('M-36 -38H36', p.accent, 2.2, 'opacity=".85"')}${oval(0, -50, 38, 8, '#fffdf8')}${oval(0, -49, 34, 6.4, '#4a2a16')}${oval(-6, -50, 15, 3, '#a9784a')}${oval(-6, -50, 8, 1.6, '#f2dfbf')}${steam}${solid('M48 -9l16 -3q4 2 1 5l-14 4Z', '#c9a06a')}`,
)

export const teapot: Scene = stillLife(
  (p) =>
    `${stroke('M-40 -50C-66 -56 -66 -20 -38 -20', darker(p.accent, 0.2), 7)}${solid('M36 -22C54 -26 50 -50 66 -56L70 -50C60 -44 62 -18 38 -12Z', p.accent)}${oval(0, -30, 44, 31, p.accent)}${oval(0, -30, 44, 31, 'url(#lit)')}${oval(0, -57, 20, 5, darker(p.accent, 0.25))}${solid('M-18 -58C-14 -70 14 -70 18 -58Z', lighter(p.accent, 0.08))}${ball(0, -71, 5, lighter(p.light, 0.2))}${[-24, 0, 24].map((x) => ball(x, -30, 5, lighter(p.light, 0.3)) + stroke(`M${x} -24v9`, lighter(p.light, 0.3), 1.4)).join('')}${stroke('M68 -62q6 -8 0 -16t2 -14', '#ffffff', 3, 'opacity=".35"')}`,
)

export const cheese: Scene = stillLife(
  () =>
    `${block(-60, -6, 120, 6, '#8f6238', 'lit', 3)}${solid('M-50 -6V-34L34 -58Q48 -50 50 -34V-6Z', '#f0c65a')}${solid('M-50 -34L34 -58Q50 -50 50 -34Q0 -30 -50 -34Z', '#f8dd8c')}${solid('M-50 -34V-6H50V-34Q0 -30 -50 -34Z', '#e8b544')}${[
      [-30, -18, 6],
      [-6, -22, 8],
      [22, -16, 7],
      [36, -26, 4],
      [4, -10, 3.4],
      [-16, -12, 3],
    ]
      .map(([x, y, r]) => oval(x!, y!, r!, r! * 0.85, '#b9822a') + oval(x! + 1, y! + 1, r! * 0.85, r! * 0.7, '#d39a34'))
      .join('')}${ball(-62, -8, 8, '#5a2348')}${ball(-70, -3, 7, '#6f2c58')}${ball(-58, 0, 7.5, '#4a1c3c')}`,
)

const oneFish = (y: number, flip: number) =>
  `<g transform="translate(0 ${y}) scale(${flip} 1)">${solid('M-50 0C-30 -15 14 -14 38 -2L56 -12Q52 0 56 12L38 3C14 15 -30 14 -50 0Z', '#8fa6b4')}${stroke('M-34 -4Q0 -9 34 -1', '#3d5666', 3, 'opacity=".7"')}${stroke('M-30 5Q0 9 30 3', '#e8f1f4', 2.4, 'opacity=".8"')}${oval(-40, -2, 2.6, 2.6, '#fdfaf0')}${oval(-40, -2, 1.4, 1.4, '#14110e')}</g>`
export const fish: Scene = stillLife(
  () =>
    `${oval(0, -22, 66, 26, '#f4efe4')}${oval(0, -22, 66, 26, 'url(#lit)')}${oval(0, -23, 52, 19, '#e6e0d2')}${oneFish(-33, 0.86)}${oneFish(-23, -0.9)}${oneFish(-12, 0.86)}${oval(40, -10, 12, 8, '#f2cf3a')}${oval(40, -10, 9, 6, '#fbe98a')}${stroke('M31 -10h18M40 -16v12M34 -14l12 8M46 -14l-12 8', '#f2cf3a', 1)}`,
)

export const cabbage: Scene = stillLife(
  () =>
    `${[
      [0, 0, 46, '#4d7a35'],
      [-10, 4, 38, '#6a9a48'],
      [10, 6, 35, '#7fae58'],
      [0, 6, 27, '#a3c878'],
    ]
      .map(
        ([x, y, r, c]) =>
          ball(x as number, -42 + (y as number), r as number, c as string) +
          stroke(
            `M${x} ${-42 + (y as number) + (r as number)}q${(r as number) * 0.2} ${-(r as number)} ${-(r as number) * 0.1} ${-(r as number) * 1.7}m${(r as number) * 0.1} ${(r as number) * 0.9}q${(r as number) * 0.4} -${(r as number) * 0.3} ${(r as number) * 0.6} -${(r as number) * 0.6}m-${(r as number) * 0.6} ${(r as number) * 0.7}q-${(r as number) * 0.4} -${(r as number) * 0.3} -${(r as number) * 0.6} -${(r as number) * 0.6}`,
            '#e6f2cc',
            1.5,
            'opacity=".75"',
          ),
      )
      .join('')}`,
  { size: 0.9 },
)

const apple = (x: number, y: number, r: number, c: string) =>
  ball(x, y, r, c) +
  stroke(`M${x} ${y - r * 0.8}q1 -6 5 -8`, '#4a2f1a', 1.8) +
  solid(`M${x + 3} ${y - r - 3}q9 -8 15 0q-8 7 -15 0Z`, '#5d8a3a')
export const apples: Scene = stillLife(
  () =>
    `${apple(-10, -46, 19, '#c0392b')}${apple(-38, -19, 19, '#d9a52e')}${apple(30, -19, 20, '#b8302a')}${apple(-2, -18, 20, '#cf4a30')}${solid('M46 -4a15 15 0 1 1 24 -16Z', '#f7edcf')}`,
)

/** Crates of fruit under a striped awning. */
export const market: Scene = (chance, p, w, h) => {
  const roof = h * 0.34
  const stripe = w / 9
  const tones = ['#d9432f', '#f0b428', '#7fae3a', '#e87a2a', '#8f2d57', '#f4dc6a', '#4d7a35']
  let out = `${LIGHT}${rect(0, 0, w, h, darker(p.dark, 0.1))}${oval(w * 0.5, h * 0.45, w * 0.8, h * 0.4, 'url(#spot)', 'opacity=".8"')}${bokeh(chance, p, w, h, 0.25, 0.6, 22)}`
  for (let row = 0; row < 3; row++) {
    const y = h * (0.6 + row * 0.14)
    const r = w * (0.032 + row * 0.008)
    for (let crate = 0; crate < 3; crate++) {
      const x = w * (crate / 3) + (row % 2 ? -w * 0.12 : 0)
      const tone = chance.pick(tones)
      for (let layer = 0; layer < 2; layer++)
        for (let at = 0; at < 5; at++)
          out += ball(
            x + r + at * r * 1.9 + layer * r * 0.5,
            y - layer * r * 0.9 + chance.between(-2, 2),
            r,
            lighter(tone, chance.between(0, 0.15)),
          )
      out += `<g>${rect(x, y + r * 0.3, w * 0.325, h * 0.11, '#a9794a')}${rect(x, y + r * 0.3 + h * 0.035, w * 0.325, h * 0.006, '#5a3a1e')}${rect(x, y + r * 0.3, w * 0.325, h * 0.11, 'url(#turned)', 'opacity=".6"')}</g>`
    }
  }
  for (let at = 0; at < 9; at++)
    out += solid(
      `M${at * stripe} ${roof * 0.55}L${at * stripe + stripe} ${roof * 0.55}V${roof}A${stripe / 2} ${stripe / 2.4} 0 0 1 ${at * stripe} ${roof}Z`,
      at % 2 ? '#fbf3e2' : p.accent,
    )
  return `${out}${rect(0, 0, w, roof * 0.56, darker(p.accent, 0.35))}${placed(oval(0, -50, 40, 40, 'url(#spot)'), w * 0.72, roof * 1.5, w * 0.5)}`
}
