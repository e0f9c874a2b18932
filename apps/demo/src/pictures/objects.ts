import { darker, lighter, mix } from '../colour.ts'
import { circle, n, rect, type Scene } from './drawing.ts'
import { ball, block, LIGHT, oval, solid, stillLife, stroke } from './still-life.ts'

/** A tiled stove with a fire behind its door. */
export const stove: Scene = stillLife(
  (p) => {
    const tile = mix(p.mid, '#3f7a6a', 0.5)
    let out = block(-38, -112, 76, 112, tile, 'turned', 5) + block(-44, -120, 88, 11, lighter(tile, 0.12), 'turned', 4)
    for (let row = 0; row < 6; row++)
      for (let at = 0; at < 4; at++) out += block(-36 + at * 18.2, -107 + row * 17.6, 17, 16.4, tile, 'lit', 2)
    return `${out}${oval(0, -34, 60, 46, 'url(#spot)', 'opacity=".7"')}${block(-23, -58, 46, 40, '#1b1512', 'lit', 5)}${rect(-18, -53, 36, 30, '#5a1c08', 'rx="3"')}${solid('M-15 -23C-18 -36 -8 -38 -9 -47C0 -42 -1 -36 4 -40C4 -46 8 -48 8 -51C16 -42 17 -32 14 -23Z', '#f08a24')}${solid('M-7 -23C-8 -31 -1 -33 -1 -39C6 -34 7 -28 6 -23Z', '#ffe08a')}${block(-30, -12, 60, 7, '#2a211b')}${block(-50, -5, 100, 6, '#6f655a')}`
  },
  { size: 0.74, shadow: 0.55 },
)

const wheelOf = (x: number, r: number, ink: string) =>
  `${circle(x, -r, r, 'none', `stroke="${ink}" stroke-width="3"`)}${circle(x, -r, r - 3, 'none', 'stroke="#c9c4b8" stroke-width="1"')}${Array.from({ length: 12 }, (_, at) => `<path d="M${x} ${-r}l${n(Math.cos(at * 0.524) * r)} ${n(Math.sin(at * 0.524) * r)}" stroke="#d8d4c8" stroke-width=".5"/>`).join('')}${circle(x, -r, 2.4, '#8f8a80')}`
export const bicycle: Scene = stillLife(
  (p) =>
    `${wheelOf(-38, 25, '#1b1814')}${wheelOf(38, 25, '#1b1814')}${stroke('M-38 -25L-18 -58L26 -60L-6 -25ZM-38 -25H-6M-18 -58L-6 -25M26 -60L38 -25', p.accent, 4)}${stroke('M-18 -58L-21 -66', '#3a332b', 3)}${solid('M-33 -70Q-20 -72 -9 -68Q-14 -63 -24 -64Z', '#6f3f20')}${stroke('M26 -60L23 -72Q30 -78 40 -74', '#3a332b', 3)}${circle(-6, -25, 6.4, 'none', 'stroke="#3a332b" stroke-width="2.2"')}${stroke('M-6 -25l7 8M-6 -25l-7 -8', '#3a332b', 2)}${block(33, -70, 26, 16, '#b98a52', 'lit', 3)}${ball(40, -71, 6, '#d9432f')}${ball(50, -71, 5.4, '#f0b428')}`,
  { size: 1.12, shadow: 0.62 },
)

export const books: Scene = stillLife(
  (p, chance) => {
    let out = ''
    for (let at = 0; at < 6; at++) {
      const tone = [p.accent, mix(p.mid, '#2f4a5a', 0.5), '#d9b46a', p.dark, mix(p.accent, '#7a3f2a', 0.6), '#e9e0cc'][at]!
      const [wide, x] = [chance.between(76, 98), chance.between(-5, 5)]
      out += `${block(x - wide / 2, -13 - at * 13, wide, 12.4, tone, 'turned', 2)}${rect(x - wide / 2 + 8, -13 - at * 13, 2, 12.4, lighter(tone, 0.4), 'opacity=".8"')}${rect(x + wide / 2 - 14, -13 - at * 13, 3, 12.4, lighter(tone, 0.4), 'opacity=".8"')}`
    }
    return `${out}${solid('M-52 -84Q-26 -100 0 -86Q26 -100 52 -84L50 -79Q26 -92 0 -80Q-26 -92 -50 -79Z', '#fdf8ea')}${[-40, -28, -16].map((x) => stroke(`M${x} -90q6 -3 10 -2`, '#a89f8e', 0.8)).join('')}`
  },
  { size: 0.86 },
)

export const violin: Scene = stillLife(
  () =>
    `${block(-3.4, -128, 6.8, 72, '#2a1a12', 'turned', 2)}${solid('M-6 -128q6 -12 12 0Z', '#5a2f16')}${solid('M0 -2C-26 -2 -36 -14 -33 -30C-31 -40 -22 -40 -22 -47S-29 -54 -27 -64C-25 -76 -12 -80 0 -80S25 -76 27 -64C29 -54 22 -54 22 -47S31 -40 33 -30C36 -14 26 -2 0 -2Z', '#a6521f')}${stroke('M-15 -50q-5 7 -1 14M15 -50q5 7 1 14', '#1b0f08', 2)}${block(-9, -40, 18, 4, '#e6cf9a')}${[-2.4, -0.8, 0.8, 2.4].map((x) => stroke(`M${x} -126V-16`, '#f0e6cf', 0.45)).join('')}${solid('M-5 -24H5L3 -6H-3Z', '#1b1512')}${stroke('M52 -2L34 -126', '#5a2f16', 2)}${stroke('M48 -4L31 -124', '#f4efe0', 0.8)}`,
  { size: 0.72, turn: 8, shadow: 0.4 },
)

export const letter: Scene = stillLife(
  (p) =>
    `${solid('M-56 -4L-44 -66L44 -74L56 -10Z', '#fbf5e6')}${[0, 1, 2, 3, 4, 5].map((at) => stroke(`M${-40 + at * -1.4} ${-58 + at * 9}q12 -4 20 0t20 -1t${at === 5 ? 6 : 26} -2`, '#2f3f6a', 1.5, 'opacity=".85"')).join('')}${solid('M10 -20L66 -26L74 4L14 8Z', mix(p.light, '#e9d9b8', 0.6))}${stroke('M10 -20L45 -6L66 -26', '#a8946a', 1.4)}${solid('M30 -8l10 -1l2 9l-10 1Z', p.accent)}${solid('M-30 -12L40 -92L47 -86L-22 -5Z', '#1b1814')}${solid('M-30 -12L-22 -5L-38 2Z', '#d8b25a')}${stroke('M4 -44l7 6', '#d8b25a', 3)}`,
  { size: 0.98 },
)

export const headphones: Scene = stillLife(
  (p) =>
    `${stroke('M-40 -34C-46 -104 46 -104 40 -34', darker(p.dark, 0.2), 10)}${stroke('M-40 -38C-46 -102 46 -102 40 -38', lighter(p.mid, 0.3), 2.4)}${[-1, 1].map((side) => `${block(side * 40 - 14, -56, 28, 50, darker(p.dark, 0.25), 'turned', 13)}${block(side * 33 - 8, -52, 16, 42, mix(p.accent, '#3a2a20', 0.2), 'turned', 8)}${ball(side * 44, -31, 8, p.accent)}`).join('')}`,
  { size: 0.95 },
)

export const radio: Scene = stillLife(
  (p) =>
    `${block(-58, -74, 116, 72, '#7a4520', 'lit', 12)}${block(-51, -67, 64, 58, '#d9c08a', 'lit', 6)}${Array.from({ length: 11 }, (_, at) => stroke(`M-48 ${-63 + at * 5.2}H10`, '#a98a52', 0.9)).join('')}${block(20, -66, 31, 26, '#f8e6b0', 'lit', 3)}${[0, 1, 2, 3, 4].map((at) => stroke(`M${23 + at * 6} -62v${at % 2 ? 8 : 12}`, '#6a4a20', 0.8)).join('')}${stroke('M33 -63v20', p.accent, 1.4)}${ball(28, -22, 8.4, '#3a2416')}${ball(45, -22, 8.4, '#3a2416')}${stroke('M40 -74L62 -118', '#c9c4b8', 1.6)}${oval(36, -52, 40, 30, 'url(#spot)', 'opacity=".5"')}`,
)

export const phone: Scene = stillLife(
  (p) =>
    `<g transform="rotate(-10 0 -50)">${block(-30, -112, 60, 112, '#23262b', 'lit', 8)}${block(-26, -108, 52, 104, '#3f6a52', 'lit', 5)}${block(-22, -60, 32, 50, '#e9e4d6', 'lit', 3)}${stroke('M-16 -34h20M-16 -28h14', '#6b645a', 1.6)}${block(-21, -102, 20, 20, '#1b1d22')}${circle(-11, -92, 6, '#33506a')}${circle(-11, -92, 2.4, '#a9d0e8')}${block(4, -100, 17, 12, '#c9a24a')}${block(4, -84, 17, 16, '#1b1d22')}${block(14, -54, 8, 30, '#b8632e')}${[
      [-22, -76],
      [20, -106],
      [20, -12],
      [-22, -4],
    ]
      .map(([x, y]) => ball(x!, y!, 2, '#d8d4c8'))
      .join(
        '',
      )}</g>${stroke('M34 -4L62 -40', '#c9c4b8', 3)}${block(56, -78, 13, 40, p.accent, 'turned', 5)}${ball(-46, -3, 3, '#c9c4b8')}${ball(-54, -1, 3, '#c9c4b8')}`,
  { size: 0.82 },
)

const key = (turn: number, metal: string) =>
  `<g transform="rotate(${turn} 0 -82)">${circle(0, -62, 13, 'none', `stroke="${metal}" stroke-width="7"`)}${block(-3, -50, 6, 48, metal, 'turned', 1)}${block(2, -16, 10, 5, metal)}${block(2, -7, 13, 5, metal)}</g>`
export const keys: Scene = stillLife(
  (p) =>
    `${circle(0, -86, 17, 'none', 'stroke="#b9b4a8" stroke-width="3"')}${key(28, '#b98a3a')}${key(-24, '#9aa0a6')}${key(2, '#d8b25a')}${solid('M12 -96q26 -6 34 10q-8 14 -30 2Z', p.accent)}`,
  { size: 0.9 },
)

export const robot: Scene = stillLife(
  (p) =>
    `${stroke('M0 -108V-122', '#8a93a3', 3)}${ball(0, -124, 5, p.accent)}${block(-34, -108, 68, 46, '#d9dde0', 'lit', 14)}${block(-26, -98, 52, 26, '#1b2430', 'lit', 11)}${ball(-12, -85, 6, p.light)}${ball(12, -85, 6, p.light)}${block(-8, -62, 16, 7, '#6a727c')}${block(-30, -56, 60, 46, '#c3cad0', 'lit', 11)}${block(-16, -46, 32, 18, lighter(p.accent, 0.1), 'lit', 4)}${stroke('M-30 -46Q-54 -40 -50 -14M30 -46Q52 -52 54 -78', '#aab2ba', 8)}${ball(-50, -12, 7, '#8a93a3')}${ball(54, -80, 7, '#8a93a3')}${block(-24, -11, 18, 11, '#6a727c')}${block(6, -11, 18, 11, '#6a727c')}`,
  { size: 0.8 },
)

export const knife: Scene = stillLife(
  () =>
    `${block(-66, -46, 132, 44, '#a9743f', 'lit', 6)}${[-38, -26, -14].map((y) => stroke(`M-62 ${y}q30 ${y % 4 ? 4 : -4} 60 0t64 0`, '#7a4d24', 0.9, 'opacity=".7"')).join('')}<g transform="rotate(-16 0 -24)">${solid('M-64 -28Q-10 -42 24 -30V-18Q-30 -14 -64 -28Z', '#c9d0d4')}${stroke('M-60 -27Q-20 -20 22 -19', '#ffffff', 1.4)}${block(24, -33, 44, 15, '#4a2a16', 'turned', 5)}${[34, 46, 58].map((x) => ball(x, -25.5, 1.8, '#d8b25a')).join('')}</g>${ball(-30, -10, 9, '#d9432f')}${solid('M24 -8a11 11 0 1 0 20 0Z', '#f4e6c2')}`,
)

export const coat: Scene = stillLife(
  (p) =>
    `${stroke('M0 -122q-8 -8 0 -13q9 -3 9 5M0 -122L-34 -104M0 -122L34 -104', '#8a6a42', 3)}${solid('M-13 -112L-36 -102C-44 -90 -50 -52 -52 -32L-40 -29L-34 -58L-38 0H38L34 -58L40 -29L52 -32C50 -52 44 -90 36 -102L13 -112Q0 -102 -13 -112Z', p.accent)}${solid('M-13 -112L-20 -92L-8 -84L0 -58L8 -84L20 -92L13 -112L0 -94Z', darker(p.accent, 0.25))}${stroke('M0 -58V-2', darker(p.accent, 0.5), 1.4)}${[-50, -36, -22].map((y) => ball(6, y, 2.8, '#d8b25a')).join('')}${stroke('M-30 -32h15M15 -32h15', darker(p.accent, 0.5), 2)}`,
  { size: 0.8, shadow: 0.42 },
)

export const washer: Scene = stillLife(
  (p) =>
    `${block(-46, -104, 92, 104, '#eceae4', 'lit', 6)}${rect(-42, -100, 84, 16, '#d3d0c8')}${ball(-30, -92, 5, '#8a93a3')}${block(0, -96, 32, 8, '#1b2430')}${circle(0, -42, 35, '#b9bcc0')}${circle(0, -42, 35, 'url(#lit)')}${circle(0, -42, 28, '#1b2a3a')}${solid('M-24 -40Q-10 -62 6 -46T26 -34Q18 -14 0 -15T-24 -40Z', p.accent)}${solid('M-18 -28Q-4 -40 8 -26T20 -24Q10 -13 -4 -16Z', p.light)}${solid('M-10 -54q12 -8 22 2q-8 8 -22 -2Z', mix(p.mid, '#ffffff', 0.3))}${circle(0, -42, 28, 'url(#lit)')}${stroke('M-18 -58q8 -9 20 -9', '#ffffff', 3, 'opacity=".6"')}`,
  { size: 0.84 },
)

export const tyre: Scene = stillLife(
  (p) =>
    `${Array.from({ length: 44 }, (_, at) => `<g transform="rotate(${n(at * 8.18)} 0 -54)">${rect(-3, -109, 6.4, 10, '#0f0e0d', 'rx="1"')}</g>`).join('')}${circle(0, -54, 52, '#1c1a18')}${circle(0, -54, 52, 'url(#lit)')}${circle(0, -54, 36, '#b9bcc0')}${circle(0, -54, 36, 'url(#lit)')}${circle(0, -54, 31, '#2a2c30')}${[0, 72, 144, 216, 288].map((a) => `<g transform="rotate(${a} 0 -54)">${solid('M-5 -56L-9 -86H9L5 -56Z', '#c9ccd0')}</g>`).join('')}${ball(0, -54, 8, p.accent)}`,
  { size: 0.9 },
)

export const tools: Scene = stillLife(
  (p) =>
    `${block(-62, -116, 124, 108, '#9a7246', 'lit', 3)}${Array.from({ length: 40 }, (_, at) => circle(-54 + (at % 8) * 15.4, -108 + Math.floor(at / 8) * 23, 1.3, '#4a321a')).join('')}${block(-44, -96, 7, 66, '#c98a4a', 'turned', 3)}${block(-57, -104, 33, 14, '#6a727c', 'lit', 3)}${block(-8, -64, 8, 36, p.accent, 'turned', 4)}${block(-6, -104, 4, 42, '#c9ccd0', 'turned', 1)}${solid('M16 -100h8l4 58h-16Z', '#c9ccd0')}${block(11, -44, 18, 18, '#8f5a2a', 'lit', 5)}${solid('M40 -104a11 11 0 1 1 12 0l-2 62h-8Z', '#8a93a3')}${circle(46, -113, 5, '#9a7246')}${block(-66, -10, 132, 10, '#6f4a28', 'lit', 2)}`,
  { size: 0.92 },
)

export const pots: Scene = stillLife(
  (p, chance) => {
    let out = ''
    for (const [x, tall] of [
      [-40, 46],
      [0, 66],
      [40, 40],
    ] as const) {
      for (let leaf = 0; leaf < 11; leaf++) {
        const a = -90 + (leaf - 5) * 14
        out += `<g transform="translate(${x} -26) rotate(${a})">${solid(`M0 0Q${tall * 0.4} ${-tall * 0.18} ${n(tall * chance.between(0.75, 1.1))} 0Q${tall * 0.4} ${tall * 0.18} 0 0Z`, mix('#2f6a3a', '#8ab04c', chance.next()))}</g>`
      }
      out += `${solid(`M${x - 16} -28H${x + 16}L${x + 12} 0H${x - 12}Z`, mix(p.accent, '#c4693f', 0.6))}${block(x - 18, -32, 36, 7, mix(p.accent, '#c4693f', 0.5))}`
    }
    return out
  },
  { shadow: 0.66 },
)

export const hedgehog: Scene = stillLife((_, chance) => {
  let out = ''
  for (let spine = 0; spine < 150; spine++) {
    const a = Math.PI * (1.02 + chance.next() * 0.98)
    const r = chance.between(10, 38)
    const [x, y] = [8 + Math.cos(a) * r * 1.15, -10 + Math.sin(a) * r]
    out += stroke(`M${n(x)} ${n(y)}l${n(Math.cos(a) * 13)} ${n(Math.sin(a) * 11)}`, mix('#4a3320', '#c9a878', chance.next()), 1.6)
  }
  for (let leaf = 0; leaf < 26; leaf++)
    out += `<g transform="translate(${n(chance.between(-70, 74))} ${n(chance.between(-4, 6))}) rotate(${n(chance.between(-60, 60))})">${solid('M-9 0Q0 -8 10 0Q0 7 -9 0Z', chance.pick(['#c8642a', '#d99a2e', '#a33f20', '#8a5a2a']))}</g>`
  return `${solid('M-58 -8C-50 -26 -38 -34 -24 -36H30C52 -34 54 -8 44 0H-40Q-54 0 -58 -8Z', '#d9b98c')}${oval(10, -14, 40, 24, '#5a3f28')}${out}${oval(-56, -9, 5, 4, '#1b1512')}${circle(-38, -20, 3.4, '#1b1512')}${circle(-39, -21, 1.1, '#ffffff')}${oval(-22, -30, 6, 6, '#c99a6a')}`
})

export const crocodile: Scene = stillLife(
  () =>
    `${solid('M-66 -20C-40 -24 -34 -40 -14 -42C20 -46 50 -34 74 -58C72 -28 54 -6 26 -4H-30Q-36 -10 -66 -8Z', '#5d9a48')}${Array.from({ length: 9 }, (_, at) => solid(`M${-8 + at * 8} ${-41 + at * 1.4}l4 -9l5 9Z`, '#3f7a35')).join('')}${solid('M-66 -20L-18 -18L-24 -10L-66 -8Z', '#fff3d6')}${Array.from({ length: 8 }, (_, at) => solid(`M${-64 + at * 6} -19l3 6l3 -6Z`, '#ffffff')).join('')}${ball(-22, -44, 8, '#5d9a48')}${circle(-24, -46, 4.6, '#ffffff')}${circle(-25, -46, 2.4, '#14110e')}${oval(-61, -22, 3, 2, '#2f5a28')}${block(-22, -8, 14, 10, '#4d8a3c', 'lit', 4)}${block(18, -8, 14, 10, '#4d8a3c', 'lit', 4)}${solid('M-26 -54h18l-3 -16h-12Z', '#d8432f')}`,
)

export const doctorsBag: Scene = stillLife(
  (p) =>
    `${stroke('M-18 -70C-18 -92 18 -92 18 -70', '#3a2416', 6)}${solid('M-52 0L-46 -58Q0 -82 46 -58L52 0Z', '#7a4424')}${block(-48, -62, 96, 9, '#4a2814', 'turned', 3)}${block(-8, -64, 16, 14, '#d8b25a', 'lit', 3)}${circle(0, -26, 14, '#fbf3e2')}${rect(-3, -36, 6, 20, p.accent)}${rect(-10, -29, 20, 6, p.accent)}${stroke('M40 -56C70 -60 76 -20 58 -8', '#2a2c30', 3.4)}${ball(57, -4, 8, '#c9ccd0')}`,
)

export const skate: Scene = stillLife(
  (p) =>
    `${solid('M-26 -112H12L16 -62Q46 -58 54 -36L52 -24H-32Z', '#f6f2ea')}${[-100, -88, -76, -64].map((y, at) => stroke(`M${6 + at * 2} ${y}l14 5M${18 + at * 2} ${y}l-12 7`, p.accent, 1.8)).join('')}${block(-34, -26, 88, 7, '#3a2a20')}${stroke('M-18 -20V-8M36 -20V-8', '#9aa0a6', 5)}${solid('M-46 -9H58Q68 -9 66 -18L72 -14Q72 -2 58 -2H-46Z', '#d8dee2')}`,
  { size: 0.86 },
)

export const coil: Scene = stillLife((_, chance) => {
  let out = ''
  for (let ring = 0; ring < 9; ring++)
    for (let side = 0; side < 2; side++)
      out += `<ellipse cx="${chance.between(-2, 2)}" cy="${n(-14 - ring * 8)}" rx="46" ry="13" fill="none" stroke="${mix('#8a3f1a', '#f0a86a', side ? 0.75 : 0.3)}" stroke-width="${side ? 2 : 7}"/>`
  return `${out}${stroke('M46 -80Q76 -96 62 -116', '#c8743a', 6)}${ball(-62, -10, 10, '#b8683a')}${ball(-50, -5, 7, '#c8743a')}`
})

/** The wall of an old shop, one drawer open. */
export const drawers: Scene = (chance, p, w, h) => {
  const columns = w > h ? 9 : 6
  const [dw, dh] = [w / columns, w / columns / 1.5]
  let out = `${LIGHT}${rect(0, 0, w, h, '#3a2416')}`
  const open = Math.floor(columns / 2) + columns * Math.floor((h * 0.56) / dh)
  for (let row = 0; row * dh < h; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * dw, row * dh]
      const wood = mix('#a9703a', p.mid, chance.between(0.05, 0.25))
      const isOpen = row * columns + column === open
      out += isOpen
        ? `${oval(x + dw / 2, y + dh * 1.5, dw * 0.8, dh * 0.5, 'url(#under)')}${rect(x, y, dw, dh * 0.6, '#140c06')}${Array.from({ length: 8 }, (_, at) => ball(x + dw * (0.14 + at * 0.1), y + dh * 0.45, dw * 0.06, '#c9ccd0')).join('')}${block(x - 4, y + dh * 0.5, dw + 8, dh * 1.0, lighter(wood, 0.12))}${ball(x + dw / 2, y + dh, dw * 0.08, '#e0bc62')}`
        : `${block(x + 2, y + 2, dw - 4, dh - 4, darker(wood, chance.between(0, 0.2)))}${rect(x + dw * 0.28, y + dh * 0.2, dw * 0.44, dh * 0.22, '#f4ead0')}${ball(x + dw / 2, y + dh * 0.66, dw * 0.06, '#c8a04a')}`
    }
  return `${out}${oval(w * 0.5, h * 0.55, w * 0.7, h * 0.45, 'url(#spot)', 'opacity=".4"')}`
}

/** A chalkboard with a drawing on it, and an apple. */
export const blackboard: Scene = (chance, p, w, h) => {
  const chalk = (d: string, width = 3) => stroke(d, '#f4f1e4', width, 'opacity=".85"')
  const s = Math.min(w, h * 0.8) / 100
  const fraction = (x: number, y: number) =>
    `${chalk(`M${x} ${y}h16`, 1.4)}${circle(x + 8, y - 8, 4.4, 'none', 'stroke="#f4f1e4" stroke-width="1.4"')}${chalk(`M${x + 4} ${y + 4}v10M${x + 12} ${y + 4}l-4 5l4 5`, 1.4)}`
  return `${LIGHT}${rect(0, 0, w, h, mix('#2c4a3f', p.dark, 0.3))}${oval(w * 0.4, h * 0.35, w * 0.8, h * 0.5, 'url(#spot)', 'opacity=".3"')}<g transform="translate(${n(w / 2 - 50 * s)} ${n(h * 0.48 - 26 * s)}) scale(${n(s)})">${fraction(6, 18)}${chalk('M28 18h8M32 14v8', 1.4)}${fraction(42, 18)}${chalk('M64 16h8M64 20h8', 1.4)}${circle(86, 18, 10, 'none', 'stroke="#f4f1e4" stroke-width="1.5"')}${chalk('M86 8V28M76 18H96', 1.2)}${chalk('M8 46q20 -12 40 0t40 -4', 1.3)}${chance.chance(0.5) ? chalk('M60 58l8 -14l8 14Z', 1.3) : ''}</g>${rect(0, h * 0.8, w, h * 0.2, '#6f4526')}${rect(0, h * 0.8, w, h * 0.018, '#b98a52')}${oval(w * 0.72, h * 0.86, w * 0.12, h * 0.02, 'url(#under)')}${ball(w * 0.7, h * 0.8, Math.min(w, h) * 0.08, '#c0392b')}${stroke(`M${n(w * 0.7)} ${n(h * 0.8 - Math.min(w, h) * 0.07)}q3 -10 9 -12`, '#3a2416', 4)}`
}
