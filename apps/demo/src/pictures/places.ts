import { darker, lighter, mix } from '../colour.ts'
import { backdrop, circle, clouds, gradient, n, path, rect, ridge, type Scene } from './drawing.ts'
import { ball, block, bokeh, LIGHT, oval, placed, solid, stroke } from './still-life.ts'

/** Water with a reflection of the light above `y`. */
function water(chance: Parameters<Scene>[0], p: Parameters<Scene>[1], w: number, h: number, y: number, x: number): string {
  let out = `<defs>${gradient('water', [
    [0, mix(p.mid, p.sky[2], 0.45)],
    [1, darker(p.dark, 0.1)],
  ])}</defs>${rect(0, y, w, h - y, 'url(#water)')}`
  for (let at = 0; at < 46; at++) {
    const t = chance.next() ** 1.6
    const wide = w * (0.03 + t * 0.1)
    out += rect(
      x + (chance.next() - 0.5) * w * (0.12 + t * 0.75) - wide / 2,
      y + t * (h - y),
      wide,
      1 + t * 2.4,
      lighter(p.light, 0.2),
      `opacity="${n(chance.between(0.15, 0.6))}" rx="1"`,
    )
  }
  return out
}
const stars = (chance: Parameters<Scene>[0], w: number, h: number, count = 110) =>
  Array.from({ length: count }, () =>
    circle(
      chance.next() * w,
      chance.next() * h,
      chance.next() ** 3 * 1.8 + 0.4,
      '#ffffff',
      `opacity="${n(chance.between(0.3, 1))}"`,
    ),
  ).join('')
/** A picture of the night, whatever the palette. */
const nightSky = (p: Parameters<Scene>[1]) => ({
  ...p,
  sky: [darker(mix(p.sky[0], '#0c1030', 0.6), 0.3), mix(p.sky[0], '#141a40', 0.55), mix(p.sky[1], '#3a3f7a', 0.5)] as const,
})

export const lighthouse: Scene = (chance, p, w, h) => {
  const y = h * 0.7
  const x = w * chance.pick([0.34, 0.64])
  const s = Math.min(w * 0.8, h * 0.5)
  return `${backdrop(p, w, h)}${LIGHT}${clouds(chance, w, h * 0.3, lighter(p.sky[2], 0.4), 0.6)}${path(`M${n(x)} ${n(y - s * 0.86)}L${n(x + w)} ${n(y - s * 1.2)}V${n(y - s * 0.6)}Z`, lighter(p.light, 0.4), 'opacity=".35"')}${path(`M${n(x)} ${n(y - s * 0.86)}L${n(x - w)} ${n(y - s * 1.1)}V${n(y - s * 0.7)}Z`, lighter(p.light, 0.4), 'opacity=".22"')}${water(chance, p, w, h, y, x)}${placed(`${solid('M-70 6C-56 -16 -30 -10 -16 -22C0 -30 22 -24 34 -14S66 -8 76 6Q0 16 -70 6Z', darker(p.dark, 0.1))}${solid('M-12 -18L-8 -82H8L12 -18Z', '#fbf6ea')}${[-30, -52, -74].map((at) => solid(`M${-11.4 - at * 0.055 - 1.6} ${at + 8}L${-10.4 - at * 0.06 - 2.4} ${at - 3}H${10.4 + at * 0.06 + 2.4}L${11.4 + at * 0.055 + 1.6} ${at + 8}Z`, p.accent)).join('')}${path('M-12 -18L-8 -82H8L12 -18Z', 'url(#turned)')}${block(-11, -86, 22, 4, '#2a2c30')}${block(-6, -95, 12, 10, '#ffe9a8', 'lit', 1)}${solid('M-9 -95Q0 -108 9 -95Z', p.accent)}`, x, y + s * 0.03, s)}${oval(x, y - s * 0.88, s * 0.22, s * 0.22, 'url(#spot)')}`
}

export const ferry: Scene = (chance, p, w, h) => {
  const y = h * 0.66
  const s = Math.min(w * 0.86, h * 0.8)
  const x = w * 0.5
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.76, h * 0.34, w * 0.07, lighter(p.light, 0.4))}${clouds(chance, w, h * 0.26, lighter(p.sky[2], 0.4), 0.7)}${path(ridge(chance, w, h, y, h * 0.08, 0.3), mix(p.mid, p.sky[2], 0.55))}${water(chance, p, w, h, y, w * 0.7)}${oval(x, y + s * 0.09, s * 0.52, s * 0.04, 'url(#under)')}${placed(`${block(-34, -30, 62, 10, '#fdfaf2', 'lit', 2)}${block(-26, -40, 46, 10, '#f4efe4', 'lit', 2)}${block(-16, -48, 22, 8, '#fdfaf2', 'lit', 2)}${Array.from({ length: 11 }, (_, at) => rect(-31 + at * 5.4, -27, 3, 3.6, '#2a4a66')).join('')}${Array.from({ length: 8 }, (_, at) => rect(-23 + at * 5.4, -37, 3, 3.6, '#2a4a66')).join('')}${block(6, -58, 9, 18, p.accent, 'turned', 1)}${rect(6, -55, 9, 3, '#fdfaf2')}${stroke('M-20 -48V-64', '#3a332b', 1)}${solid('M-54 -21H50L42 9H-42Q-50 -4 -54 -21Z', darker(p.accent, 0.2))}${rect(-51, -16, 100, 2.4, '#fdfaf2')}${oval(22, -70, 14, 7, '#ffffff', 'opacity=".35"')}${oval(38, -78, 18, 8, '#ffffff', 'opacity=".22"')}`, x, y, s)}${path(`M0 ${n(y + s * 0.09)}q${n(w / 6)} ${n(-h * 0.02)} ${n(w / 3)} 0t${n(w / 3)} 0t${n(w / 3)} 0v${n(h * 0.02)}H0Z`, lighter(p.mid, 0.5), 'opacity=".5"')}`
}

/** Lit windows of a sleeping car that passes by at night. */
export const nightTrain: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const y = h * 0.66
  const tall = Math.min(h * 0.2, w * 0.3)
  let out = `${backdrop(night, w, h)}${LIGHT}${stars(chance, w, h * 0.5)}${circle(w * 0.78, h * 0.24, w * 0.055, '#fdf3d4')}${path(ridge(chance, w, h, h * 0.6, h * 0.2, 0.8), mix(night.sky[1], p.dark, 0.5))}${path(ridge(chance, w, h, h * 0.66, h * 0.1, 0.5), darker(p.dark, 0.2))}${rect(0, y + tall * 0.2, w, h, darker(p.dark, 0.45))}`
  out += `${block(-10, y - tall, w * 1.1, tall, mix('#1c3a66', p.accent, 0.15), 'turned', 6)}${rect(-10, y - tall * 0.26, w * 1.1, tall * 0.06, '#e8c872')}${rect(-10, y - tall * 1.0, w * 1.1, tall * 0.1, darker('#1c3a66', 0.4))}`
  const step = tall * 0.62
  for (let at = 0; at * step < w; at++) {
    const [x, on] = [at * step + tall * 0.12, chance.chance(0.75)]
    out += `${rect(x, y - tall * 0.74, step * 0.7, tall * 0.38, on ? '#ffd98a' : '#22304e', 'rx="4"')}${on && chance.chance(0.4) ? circle(x + step * 0.3, y - tall * 0.46, tall * 0.09, '#5a3a20') + rect(x + step * 0.17, y - tall * 0.42, step * 0.27, tall * 0.06, '#5a3a20') : ''}${on ? oval(x + step * 0.35, y + tall * 0.62, step * 0.5, tall * 0.26, 'url(#spot)', 'opacity=".55"') : ''}`
  }
  out += `${rect(0, y, w, tall * 0.12, '#0c0e14')}${Array.from({ length: 9 }, (_, at) => ball(w * (at / 8), y + tall * 0.14, tall * 0.1, '#2a2c30')).join('')}${rect(0, y + tall * 0.26, w, 3, '#9aa0a6')}`
  return `${out}${Array.from({ length: 60 }, () => rect(chance.next() * w, y + tall * chance.between(0.4, 2), chance.between(20, 90), 1.2, '#ffffff', `opacity="${n(chance.between(0.04, 0.2))}"`)).join('')}`
}

export const bridge: Scene = (chance, p, w, h) => {
  const y = h * 0.62
  const towers = [0.24, 0.76].map((at) => at * w)
  const top = y - Math.min(h * 0.3, w * 0.45)
  const rope = `M${n(-w * 0.2)} ${n(y - 10)}Q${n(towers[0]! * 0.5)} ${n(y - 10)} ${n(towers[0]!)} ${n(top)}Q${n(w / 2)} ${n(y + (y - top) * 0.72)} ${n(towers[1]!)} ${n(top)}Q${n(w * 0.9)} ${n(y - 10)} ${n(w * 1.2)} ${n(y - 10)}`
  let out = `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.5, h * 0.4, w * 0.3, 'url(#spot)')}${path(ridge(chance, w, h, h * 0.64, h * 0.16, 0.5), mix(p.sky[2], p.mid, 0.45))}${water(chance, p, w, h, h * 0.68, w / 2)}`
  for (const x of towers)
    out += `${block(x - w * 0.028, top - 8, w * 0.018, h * 0.8 - top, p.accent, 'turned', 2)}${block(x + w * 0.012, top - 8, w * 0.018, h * 0.8 - top, p.accent, 'turned', 2)}${[0.1, 0.4, 0.75].map((at) => rect(x - w * 0.028, top + (y - top) * at, w * 0.058, 6, p.accent)).join('')}`
  for (let at = 1; at < 24; at++) {
    const t = at / 24
    const x = towers[0]! + (towers[1]! - towers[0]!) * t
    const hang = (1 - t) ** 2 * top + 2 * t * (1 - t) * (y + (y - top) * 0.72) + t * t * top
    out += rect(x, hang, 1, y - hang, darker(p.accent, 0.2))
  }
  return `${out}${stroke(rope, darker(p.accent, 0.1), 3)}${rect(0, y, w, h * 0.016, darker(p.accent, 0.3))}${clouds(chance, w, h * 0.7, '#ffffff', 0.75)}${clouds(chance, w, y - 6, lighter(p.sky[2], 0.5), 0.5)}`
}

export const turbines: Scene = (chance, p, w, h) => {
  let out = `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.3, h * 0.6, w * 0.4, 'url(#spot)')}${clouds(chance, w, h * 0.3, lighter(p.sky[2], 0.4), 0.7)}${path(ridge(chance, w, h, h * 0.74, h * 0.14, 0.2), mix(p.mid, p.sky[2], 0.4))}`
  const mills = [
    [0.16, 0.7, 0.26],
    [0.86, 0.72, 0.32],
    [0.36, 0.74, 0.36],
    [0.62, 0.82, 0.62],
  ] as const
  for (const [at, foot, size] of mills) {
    const s = Math.min(w, h) * size
    const [x, y] = [w * at, h * foot - s]
    out += `${solid(`M${n(x - s * 0.022)} ${n(h * foot)}L${n(x - s * 0.01)} ${n(y)}H${n(x + s * 0.01)}L${n(x + s * 0.022)} ${n(h * foot)}Z`, '#f4f4f0')}${[0, 120, 240].map((a) => `<g transform="rotate(${n(a + at * 100)} ${n(x)} ${n(y)})">${solid(`M${n(x - s * 0.014)} ${n(y)}Q${n(x - s * 0.04)} ${n(y - s * 0.16)} ${n(x)} ${n(y - s * 0.5)}Q${n(x + s * 0.012)} ${n(y - s * 0.2)} ${n(x + s * 0.012)} ${n(y)}Z`, '#ffffff')}</g>`).join('')}${ball(x, y, s * 0.026, '#e4e4de')}`
  }
  return `${out}${path(ridge(chance, w, h, h * 0.86, h * 0.1, 0.3), mix(p.mid, p.dark, 0.35))}${path(ridge(chance, w, h, h * 0.96, h * 0.1, 0.3), mix(p.mid, p.dark, 0.7))}`
}

/** A building with columns and a wide flight of steps. */
export const parliament: Scene = (chance, p, w, h) => {
  const s = Math.min(w * 0.92, h * 1.05)
  const stone = mix('#efe6d2', p.light, 0.25)
  const people = Array.from({ length: 13 }, () => {
    const [x, y] = [chance.between(-56, 56), chance.between(2, 13)]
    return `${oval(x, y + 0.6, 2.4, 0.7, 'url(#under)')}${rect(x - 0.9, y - 4.2, 1.8, 4.6, chance.pick([p.accent, p.dark, '#3a332b', p.mid]), 'rx=".8"')}${circle(x, y - 5.2, 0.9, '#6f4a36')}`
  }).join('')
  return `${backdrop(p, w, h)}${LIGHT}${clouds(chance, w, h * 0.3, lighter(p.sky[2], 0.4), 0.7)}${rect(0, h * 0.68, w, h, mix(stone, p.dark, 0.4))}${oval(w / 2, h * 0.8, w * 0.8, h * 0.14, 'url(#spot)', 'opacity=".5"')}${placed(`${solid('M-46 -46L0 -64L46 -46Z', stone)}${solid('M-36 -48L0 -61L36 -48Z', darker(stone, 0.2))}${block(-47, -46, 94, 6, stone, 'turned', 0)}${rect(-44, -40, 88, 38, darker(stone, 0.55))}${Array.from({ length: 8 }, (_, at) => block(-43 + at * 11.7, -40, 4.6, 36, stone, 'turned', 1) + block(-44 + at * 11.7, -5, 6.6, 3, stone) + block(-44 + at * 11.7, -41, 6.6, 2.4, stone)).join('')}${block(-4, -28, 8, 24, '#3a2416')}${[0, 1, 2, 3, 4].map((at) => block(-50 - at * 3, -2 + at * 2.4, 100 + at * 6, 2.5, darker(stone, at * 0.05), 'turned', 0)).join('')}${stroke('M0 -64V-80', '#3a332b', 0.8)}${solid('M0 -80h12l-3 3l3 3h-12Z', p.accent)}${people}`, w / 2, h * 0.7, s)}`
}

/** A works hall with a saw-tooth roof in the evening. */
export const factory: Scene = (chance, p, w, h) => {
  const s = Math.min(w, h * 1.1)
  const brick = mix('#9a4f34', p.accent, 0.2)
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.7, h * 0.5, w * 0.5, 'url(#spot)', 'opacity=".7"')}${clouds(chance, w, h * 0.28, lighter(p.sky[2], 0.3), 0.6)}${path(ridge(chance, w, h, h * 0.72, h * 0.1, 0.3), mix(p.mid, p.sky[2], 0.3))}${rect(0, h * 0.74, w, h, mix(p.dark, p.mid, 0.3))}${placed(`${block(26, -88, 9, 60, brick, 'turned', 1)}${block(38, -72, 7, 46, brick, 'turned', 1)}${oval(38, -96, 14, 7, '#ffffff', 'opacity=".4"')}${oval(54, -104, 18, 9, '#ffffff', 'opacity=".26"')}${[0, 1, 2, 3].map((at) => solid(`M${-60 + at * 28} -30V-50L${-32 + at * 28} -30Z`, darker(brick, 0.3)) + solid(`M${-60 + at * 28} -32V-50L${-54 + at * 28} -46V-32Z`, '#ffe2a0')).join('')}${block(-60, -31, 116, 31, brick, 'lit', 0)}${Array.from({ length: 9 }, (_, at) => rect(-55 + at * 12.4, -24, 8, 13, at % 4 === 3 ? '#4a3a3a' : '#ffdf9a') + rect(-51.4 + at * 12.4, -24, 0.8, 13, darker(brick, 0.4))).join('')}${oval(0, 1, 70, 5, 'url(#under)')}`, w * 0.5, h * 0.78, s)}${oval(w * 0.45, h * 0.84, w * 0.4, h * 0.05, 'url(#spot)', 'opacity=".45"')}`
}

/** A mountain hut in snow, light in its windows. */
export const hut: Scene = (chance, p, w, h) => {
  const s = Math.min(w * 0.62, h * 0.5)
  const snow = mix('#eef3f8', p.sky[2], 0.25)
  let flakes = ''
  for (let at = 0; at < 90; at++)
    flakes += circle(
      chance.next() * w,
      chance.next() * h,
      chance.between(0.8, 3),
      '#ffffff',
      `opacity="${n(chance.between(0.3, 0.9))}"`,
    )
  return `${backdrop(p, w, h)}${LIGHT}${path(ridge(chance, w, h, h * 0.7, h * 0.42, 1), mix(p.mid, p.sky[1], 0.35))}${path(ridge(chance, w, h, h * 0.7, h * 0.24, 0.9), mix(p.mid, snow, 0.5))}${path(ridge(chance, w, h, h * 0.76, h * 0.1, 0.2), snow)}${placed(`${block(-40, -34, 80, 36, '#6f4426', 'lit', 0)}${[-28, -22, -16, -10, -4].map((y) => rect(-40, y, 80, 0.8, '#3a2416')).join('')}${solid('M-54 -30L0 -68L54 -30L48 -27L0 -58L-48 -27Z', '#ffffff')}${solid('M-40 -33L0 -60L40 -33Z', '#5a3620')}${[-28, 14].map((x) => rect(x, -24, 14, 13, '#ffd684') + rect(x + 6.3, -24, 1.2, 13, '#4a2c18') + rect(x, -18, 14, 1, '#4a2c18')).join('')}${rect(-7, -24, 13, 25, '#3a2212')}${block(22, -66, 8, 18, '#8a7a6a')}${oval(32, -76, 10, 6, '#ffffff', 'opacity=".45"')}${oval(42, -86, 14, 7, '#ffffff', 'opacity=".3"')}${oval(-20, 4, 26, 6, 'url(#spot)')}${oval(20, 4, 26, 6, 'url(#spot)')}`, w * 0.52, h * 0.78, s)}${path(ridge(chance, w, h, h * 0.9, h * 0.1, 0.2), lighter(snow, 0.4))}${flakes}`
}

export const iceberg: Scene = (chance, p, w, h) => {
  const y = h * 0.46
  const ice = mix('#dff1fa', p.sky[2], 0.2)
  const s = Math.min(w, h * 0.9) / 100
  return `${backdrop(p, w, h)}${LIGHT}<defs>${gradient('deep', [
    [0, mix('#4aa3bd', p.mid, 0.3)],
    [1, darker(mix('#0a2f4a', p.dark, 0.4), 0.2)],
  ])}</defs>${clouds(chance, w, h * 0.24, '#ffffff', 0.6)}<g transform="translate(${n(w / 2)} ${n(y)}) scale(${n(s)})">${solid('M-26 0L-18 -16L-8 -14L2 -32L12 -18L20 -20L30 0Z', '#ffffff')}${path('M2 -32L6 -12L-2 0H30L20 -20L12 -18Z', mix(ice, '#6aa0c0', 0.5), 'opacity=".7"')}</g>${rect(0, y, w, h - y, 'url(#deep)')}<g opacity=".72" transform="translate(${n(w / 2)} ${n(y)}) scale(${n(s)})">${solid('M-30 0H34L40 14L28 24L30 36L10 52L0 60L-12 48L-30 40L-28 22L-42 12Z', mix(ice, '#5ab4cf', 0.45))}${path('M0 0L6 20L-6 34L0 60L10 52L30 36L28 24L40 14L34 0Z', '#1f5f80', 'opacity=".4"')}</g>${rect(0, y - 1, w, 3, '#ffffff', 'opacity=".7"')}${Array.from({ length: 30 }, () => circle(chance.next() * w, chance.between(y / h + 0.04, 1) * h, chance.between(0.8, 2.6), '#ffffff', 'opacity=".35"')).join('')}`
}

/** Luminous jellyfish in deep water. */
export const deepSea: Scene = (chance, p, w, h) => {
  let out = `${LIGHT}<defs>${gradient('deep', [
    [0, mix('#0d5a7a', p.sky[0], 0.3)],
    [0.5, '#07254a'],
    [1, '#020818'],
  ])}</defs>${rect(0, 0, w, h, 'url(#deep)')}${path(`M${n(w * 0.3)} 0L${n(w * 0.1)} ${n(h)}H${n(w * 0.5)}L${n(w * 0.44)} 0Z`, '#ffffff', 'opacity=".05"')}`
  for (let each = 0; each < 6; each++) {
    const s = Math.min(w, h) * [0.2, 0.26, 0.16, 0.34, 0.22, 0.62][each]!
    const [x, y] = each === 5 ? [w * 0.52, h * 0.52] : [chance.next() * w, h * chance.between(0.15, 0.9)]
    const tone = mix(chance.pick(['#7df0ff', '#ff8fd0', '#b8a0ff']), p.accent, 0.2)
    let arms = ''
    for (let arm = -5; arm <= 5; arm++)
      arms += stroke(
        `M${arm * 6} -44q${n(chance.between(-14, 14))} 26 ${n(chance.between(-6, 6))} 46t${n(chance.between(-8, 8))} 40`,
        tone,
        arm % 2 ? 1 : 2.4,
        'opacity=".6"',
      )
    out += `<g opacity="${each === 5 ? 1 : 0.5}">${placed(`${oval(0, -40, 80, 70, 'url(#spot)', 'opacity=".22"')}${arms}${solid('M-42 -44C-44 -94 44 -94 42 -44Q32 -50 28 -42Q20 -50 14 -42Q6 -50 0 -42Q-6 -50 -14 -42Q-20 -50 -28 -42Q-32 -50 -42 -44Z', tone, 'opacity=".8"')}${oval(-8, -64, 18, 11, '#ffffff', 'opacity=".35"')}`, x, y, s)}</g>`
  }
  for (let at = 0; at < 80; at++)
    out += circle(
      chance.next() * w,
      chance.next() * h,
      chance.next() ** 2 * 2.4 + 0.5,
      '#bff4ff',
      `opacity="${n(chance.between(0.15, 0.7))}"`,
    )
  return out
}

/** Drops on a window, the lights of a street behind it. */
export const rain: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  let out = `${backdrop(night, w, h)}${LIGHT}${bokeh(chance, { ...p, light: '#ffcf7a' }, w, h, 0.3, 0.85, 26)}${bokeh(chance, { ...p, light: p.accent }, w, h, 0.4, 0.9, 1)}`
  for (let at = 0; at < 14; at++)
    out += circle(
      chance.next() * w,
      chance.between(0.45, 0.85) * h,
      Math.min(w, h) * chance.between(0.02, 0.07),
      chance.pick([p.accent, '#ffb347', '#7ad0ff']),
      `opacity="${n(chance.between(0.2, 0.5))}"`,
    )
  for (let at = 0; at < 12; at++) {
    const [x, y, l] = [chance.next() * w, chance.between(0, 0.7) * h, h * chance.between(0.1, 0.35)]
    out +=
      stroke(`M${n(x)} ${n(y)}q${n(chance.between(-6, 6))} ${n(l / 2)} 0 ${n(l)}`, '#dfeaf4', 2, 'opacity=".28"') +
      ball(x, y + l, 4.6, '#9fb6c8')
  }
  for (let at = 0; at < 170; at++) {
    const r = chance.next() ** 2 * 5 + 1
    const [x, y] = [chance.next() * w, chance.next() * h]
    out +=
      oval(x, y, r, r * 1.15, '#b8cad8', 'opacity=".4"') + circle(x - r * 0.3, y - r * 0.35, r * 0.35, '#ffffff', 'opacity=".85"')
  }
  return out
}

/** A river in bends through fields, from above. */
export const river: Scene = (chance, p, w, h) => {
  const field = mix('#7fae56', p.mid, 0.35)
  let out = `${LIGHT}${rect(0, 0, w, h, field)}`
  for (let at = 0; at < 26; at++) {
    const [x, y] = [chance.next() * w, chance.next() * h]
    const s = Math.min(w, h) * chance.between(0.16, 0.32)
    out += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(chance.between(-30, 30))})">${rect(-s / 2, -s / 2, s, s * 0.7, mix(field, chance.pick([p.light, '#3f6d3a', '#c9b45a', p.dark]), chance.between(0.15, 0.5)))}${[1, 2, 3, 4].map((line) => rect(-s / 2, -s / 2 + line * s * 0.14, s, 1, '#000000', 'opacity=".08"')).join('')}</g>`
  }
  const bend = `M${n(w * 0.4)} ${n(-h * 0.05)}C${n(w * 1.05)} ${n(h * 0.12)} ${n(w * 0.95)} ${n(h * 0.36)} ${n(w * 0.5)} ${n(h * 0.42)}S${n(w * 0.02)} ${n(h * 0.6)} ${n(w * 0.3)} ${n(h * 0.74)}S${n(w * 0.95)} ${n(h * 0.86)} ${n(w * 0.72)} ${n(h * 1.06)}`
  const wide = Math.min(w, h) * 0.12
  out +=
    stroke(bend, darker(field, 0.35), wide * 1.35, 'opacity=".5"') +
    stroke(bend, '#d9c79a', wide * 1.16) +
    stroke(bend, mix('#2f7f9a', p.sky[0], 0.4), wide) +
    stroke(bend, '#ffffff', wide * 0.25, 'opacity=".25"')
  for (let at = 0; at < 70; at++) {
    const [x, y, r] = [chance.next() * w, chance.next() * h, Math.min(w, h) * chance.between(0.012, 0.03)]
    out +=
      oval(x + r * 0.6, y + r * 0.7, r * 1.2, r, '#000000', 'opacity=".22"') +
      ball(x, y, r, mix('#2f5a34', p.dark, chance.between(0, 0.4)))
  }
  return `${out}${oval(w * 0.25, h * 0.15, w * 0.9, h * 0.6, 'url(#spot)', 'opacity=".3"')}`
}

/** A stairwell from above. */
export const stairs: Scene = (chance, p, w, h) => {
  const [x, y] = [w * 0.5, h * 0.52]
  const wood = mix(p.mid, '#8a5a34', 0.5)
  let out = `${LIGHT}${rect(0, 0, w, h, darker(p.dark, 0.2))}`
  const start = chance.between(0, 6.28)
  for (let step = 64; step >= 0; step--) {
    const far = Math.max(w, h) * 0.78 * (1 - step / 74)
    const a = start + step * 0.34
    const [b, next] = [a + 0.36, far * 0.97]
    const tone = mix(lighter(wood, 0.55), darker(p.dark, 0.35), step / 60)
    out += solid(
      `M${n(x + Math.cos(a) * far * 0.5)} ${n(y + Math.sin(a) * far * 0.5)}L${n(x + Math.cos(a) * far)} ${n(y + Math.sin(a) * far)}L${n(x + Math.cos(b) * next)} ${n(y + Math.sin(b) * next)}L${n(x + Math.cos(b) * next * 0.5)} ${n(y + Math.sin(b) * next * 0.5)}Z`,
      tone,
    )
    out += stroke(
      `M${n(x + Math.cos(a) * far * 0.5)} ${n(y + Math.sin(a) * far * 0.5)}L${n(x + Math.cos(b) * next * 0.5)} ${n(y + Math.sin(b) * next * 0.5)}`,
      p.accent,
      Math.max(1, far * 0.012),
    )
  }
  return `${out}${circle(x, y, Math.min(w, h) * 0.2, 'url(#spot)')}`
}

/** A door ajar, light falling through it. */
export const door: Scene = (chance, p, w, h) => {
  const wall = darker(mix(p.mid, p.dark, 0.55), 0.15)
  const tall = h * 0.62
  const wide = Math.min(w * 0.42, tall * 0.5)
  const [x, y] = [w * chance.between(0.42, 0.5) - wide / 2, h * 0.8]
  const lit = lighter(p.light, 0.35)
  return `${LIGHT}${rect(0, 0, w, h, wall)}${oval(x + wide, y - tall * 0.5, w * 0.7, h * 0.6, 'url(#spot)', 'opacity=".35"')}${rect(0, y, w, h - y, darker(wall, 0.35))}${path(`M${n(x + wide * 0.1)} ${n(y)}H${n(x + wide)}L${n(x + wide * 1.7)} ${n(h)}H${n(x - wide * 0.3)}Z`, lit, 'opacity=".6"')}${rect(x - 8, y - tall - 8, wide + 16, tall + 8, '#f3ebdc')}${rect(x, y - tall, wide, tall, lit)}${rect(x, y - tall, wide, tall, 'url(#spot)')}${placed(`${rect(-20, -46, 40, 3, '#7a5230')}${rect(-17, -43, 3, 43, '#7a5230')}${rect(14, -43, 3, 43, '#7a5230')}${block(-8, -60, 18, 14, p.accent)}${ball(13, -50, 4, '#4d7a35')}`, x + wide * 0.58, y - tall * 0.02, wide * 0.8)}${solid(`M${n(x)} ${n(y - tall)}L${n(x - wide * 0.42)} ${n(y - tall * 1.06)}V${n(y + tall * 0.08)}L${n(x)} ${n(y)}Z`, p.accent)}${[0.1, 0.55].map((at) => path(`M${n(x - wide * 0.07)} ${n(y - tall * (0.92 - at))}L${n(x - wide * 0.34)} ${n(y - tall * (0.96 - at))}V${n(y - tall * (0.58 - at * 1.02))}L${n(x - wide * 0.07)} ${n(y - tall * (0.56 - at))}Z`, darker(p.accent, 0.2))).join('')}${ball(x - wide * 0.37, y - tall * 0.46, wide * 0.035, '#e0bc62')}`
}

/** People around a long table, against the light. */
export const people: Scene = (chance, p, w, h) => {
  const y = h * 0.72
  const count = w > h ? 7 : 5
  const head = Math.min(w / count / 3.4, h * 0.06)
  const windows = [0.06, 0.38, 0.7]
    .map(
      (at) =>
        rect(w * at, h * 0.1, w * 0.25, h * 0.4, lighter(p.sky[2], 0.3)) +
        rect(w * (at + 0.12), h * 0.1, 4, h * 0.4, mix(p.dark, p.mid, 0.3)) +
        rect(w * at, h * 0.28, w * 0.25, 4, mix(p.dark, p.mid, 0.3)),
    )
    .join('')
  let out = `${LIGHT}${rect(0, 0, w, h, mix(p.mid, p.dark, 0.45))}${windows}${oval(w * 0.5, h * 0.3, w * 0.7, h * 0.4, 'url(#spot)', 'opacity=".5"')}`
  for (let each = 0; each < count; each++) {
    const x = w * ((each + 0.5) / count) + chance.between(-6, 6)
    const top = y - head * chance.between(4.6, 5.6)
    const skin = chance.pick(['#e6b894', '#c98f68', '#8a5a3c', '#f0c8a8', '#6f4630'])
    const hair = chance.pick(['#2a1a14', '#6f4526', '#d8d4cc', '#1a1614', '#a8642a'])
    const shirt = chance.pick([p.accent, mix(p.mid, '#ffffff', 0.3), p.dark, p.light, mix(p.accent, '#2f4a6a', 0.6)])
    out += `${solid(`M${n(x - head * 1.9)} ${n(y + 6)}C${n(x - head * 1.9)} ${n(top + head * 1.6)} ${n(x - head)} ${n(top + head * 1.3)} ${n(x)} ${n(top + head * 1.25)}S${n(x + head * 1.9)} ${n(top + head * 1.6)} ${n(x + head * 1.9)} ${n(y + 6)}Z`, shirt)}${rect(x - head * 0.3, top + head * 0.6, head * 0.6, head * 0.9, darker(skin, 0.15))}${chance.chance(0.5) ? oval(x, top + head * 0.2, head * 1.12, head * 1.3, hair) : ''}${oval(x, top, head * 0.86, head * 1.05, skin)}${oval(x, top, head * 0.86, head * 1.05, 'url(#lit)')}${solid(`M${n(x - head * 0.92)} ${n(top)}C${n(x - head)} ${n(top - head * 1.6)} ${n(x + head)} ${n(top - head * 1.6)} ${n(x + head * 0.92)} ${n(top)}Q${n(x + head * 0.4)} ${n(top - head * 0.7)} ${n(x - head * 0.1)} ${n(top - head * 0.65)}T${n(x - head * 0.92)} ${n(top)}Z`, hair)}${[-1, 1].map((side) => circle(x + side * head * 0.3, top + head * 0.1, head * 0.09, '#1b1512')).join('')}${stroke(`M${n(x - head * 0.22)} ${n(top + head * 0.52)}q${n(head * 0.22)} ${n(head * 0.16)} ${n(head * 0.44)} 0`, '#7a3024', head * 0.08)}`
  }
  out += `${rect(0, y, w, h - y, '#7a4d2a')}${rect(0, y, w, h * 0.014, '#c08a52')}${rect(0, y, w, h - y, 'url(#lit)', 'opacity=".5"')}`
  for (let thing = 0; thing < count; thing++) {
    const x = w * ((thing + 0.5) / count)
    out +=
      thing % 2
        ? `${oval(x, y + h * 0.055, head * 0.9, head * 0.3, '#fbf6ec')}${oval(x, y + h * 0.05, head * 0.5, head * 0.18, p.accent)}`
        : `${oval(x, y + h * 0.06, head * 0.5, head * 0.15, 'url(#under)')}${block(x - head * 0.28, y - head * 0.1, head * 0.56, h * 0.06, mix(p.light, '#ffffff', 0.4), 'turned', 2)}`
  }
  return out
}

/** A stage with its curtain open and one light on it. */
export const stage: Scene = (chance, p, w, h) => {
  const red = mix('#8f1626', p.accent, 0.35)
  const floor = h * 0.74
  const x = w * chance.between(0.46, 0.54)
  const fold = (from: number, to: number, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const wide = (to - from) / count
      return block(from + at * wide, 0, wide + 1, floor * 1.04, darker(red, at % 2 ? 0.12 : 0), 'turned', 0)
    }).join('')
  return `${LIGHT}${rect(0, 0, w, h, '#0d0709')}${path(`M${n(x - w * 0.04)} 0H${n(x + w * 0.04)}L${n(x + w * 0.3)} ${n(floor + h * 0.05)}H${n(x - w * 0.3)}Z`, '#fff1cc', 'opacity=".26"')}${rect(0, floor, w, h - floor, '#4a2a18')}${Array.from({ length: 9 }, (_, at) => path(`M${n(w / 2 + (at - 4) * w * 0.09)} ${n(floor)}L${n(w / 2 + (at - 4) * w * 0.26)} ${n(h)}h3L${n(w / 2 + (at - 4) * w * 0.09 + 2)} ${n(floor)}Z`, '#2a160c')).join('')}${oval(x, floor + h * 0.06, w * 0.3, h * 0.05, 'url(#spot)')}${placed(`${stroke('M0 0V-66', '#8a8f96', 2)}${oval(0, 0, 14, 3, '#2a2c30')}${block(-5, -76, 10, 16, '#c9ccd0', 'turned', 5)}${block(26, -36, 26, 4, '#6f4426')}${stroke('M29 -32L24 0M49 -32L54 0', '#6f4426', 3)}${solid('M30 -40l14 -6l6 6Z', '#fbf6ea')}`, x, floor + h * 0.07, Math.min(w * 0.4, h * 0.36))}${fold(0, w * 0.2, 5)}${fold(w * 0.8, w, 5)}${block(0, 0, w, h * 0.1, darker(red, 0.15), 'turned', 0)}${Array.from({ length: 7 }, (_, at) => solid(`M${n((at * w) / 7)} ${n(h * 0.1)}h${n(w / 7)}q${n(-w / 14)} ${n(h * 0.06)} ${n(-w / 7)} 0Z`, red)).join('')}${Array.from({ length: 10 }, (_, at) => oval((at + 0.5) * (w / 10), h * 0.98, w * 0.045, h * 0.05, '#050304')).join('')}`
}

/** The beam of a projector over rows of seats. */
export const cinema: Scene = (chance, p, w, h) => {
  const screen = { x: w * 0.14, y: h * 0.2, w: w * 0.72, h: Math.min(h * 0.36, w * 0.42) }
  let out = `${LIGHT}${rect(0, 0, w, h, '#0a0a0e')}${oval(w / 2, screen.y + screen.h / 2, w * 0.7, h * 0.4, 'url(#spot)', 'opacity=".35"')}${rect(screen.x, screen.y, screen.w, screen.h, '#e9e6de')}<svg x="${n(screen.x)}" y="${n(screen.y)}" width="${n(screen.w)}" height="${n(screen.h)}">${circle(screen.w * 0.7, screen.h * 0.4, screen.h * 0.16, '#ffffff')}${path(ridge(chance, screen.w, screen.h, screen.h * 0.8, screen.h * 0.35, 0.5), '#8a8a88')}${path(ridge(chance, screen.w, screen.h, screen.h * 0.95, screen.h * 0.3, 0.3), '#3f3f40')}${rect(screen.w * 0.3, screen.h * 0.55, 3, screen.h * 0.3, '#141414')}${circle(screen.w * 0.3 + 1.5, screen.h * 0.52, 5, '#141414')}</svg>${path(`M${n(w * 0.98)} 0L${n(screen.x)} ${n(screen.y)}V${n(screen.y + screen.h)}H${n(screen.x + screen.w)}Z`, '#ffffff', 'opacity=".07"')}`
  for (let row = 0; row < 4; row++) {
    const size = Math.min(w, h) * (0.08 + row * 0.035)
    for (let seat = -1; seat * size * 1.25 < w + size; seat++) {
      const x = seat * size * 1.25 + (row % 2 ? size * 0.6 : 0)
      const y = h * (0.68 + row * 0.1)
      out += block(
        x - size * 0.5,
        y,
        size,
        size * 1.8,
        darker(mix('#7a1620', p.accent, 0.3), 0.5 + row * 0.08),
        'lit',
        size * 0.22,
      )
      if (chance.chance(0.42))
        out +=
          oval(x, y - size * 0.16, size * 0.28, size * 0.36, '#08080a') +
          oval(x - size * 0.06, y - size * 0.3, size * 0.2, size * 0.12, '#4a4a52', 'opacity=".6"')
    }
  }
  return out
}

/** A lamp over a table in a dark room. */
export const lamp: Scene = (chance, p, w, h) => {
  const [x, y] = [w * chance.between(0.46, 0.56), h * 0.44]
  const s = Math.min(w * 0.5, h * 0.36)
  const wall = darker(mix(p.mid, p.dark, 0.5), 0.35)
  return `${LIGHT}${rect(0, 0, w, h, wall)}${oval(x, y + s * 0.3, w * 0.75, h * 0.5, 'url(#spot)', 'opacity=".8"')}${path(`M${n(x - s * 0.46)} ${n(y)}H${n(x + s * 0.46)}L${n(x + s * 1.3)} ${n(h * 0.82)}H${n(x - s * 1.3)}Z`, '#fff0c4', 'opacity=".28"')}${rect(0, h * 0.8, w, h, '#5a3820')}${oval(x, h * 0.83, s * 1.25, h * 0.05, 'url(#spot)')}${rect(x - 1.5, 0, 3, y - s * 0.4, '#14110e')}${placed(solid('M-12 -56C-40 -48 -50 -20 -50 0H50C50 -20 40 -48 12 -56Z', p.accent) + oval(0, 0, 50, 7, '#fff6d8') + ball(0, 2, 11, '#fffdf2'), x, y, s)}${placed(`${solid('M-40 0L-34 -4Q-16 -10 0 -3Q16 -10 34 -4L40 0Q20 -5 0 2Q-20 -5 -40 0Z', '#fdf8ea')}${block(52, -18, 14, 18, '#fbf6ec', 'turned', 2)}`, x - s * 0.1, h * 0.85, s * 1.1)}`
}

/** A bed under a window at night. */
export const bed: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const s = Math.min(w * 0.86, h * 0.8)
  return `${LIGHT}${rect(0, 0, w, h, darker(mix(p.mid, '#2a3050', 0.6), 0.25))}<svg x="${n(w * 0.3)}" y="${n(h * 0.12)}" width="${n(w * 0.4)}" height="${n(h * 0.34)}">${backdrop(night, w * 0.4, h * 0.34)}${stars(chance, w * 0.4, h * 0.3, 40)}${circle(w * 0.26, h * 0.12, Math.min(w, h) * 0.05, '#fdf3d4')}</svg>${rect(w * 0.3 - 6, h * 0.12 - 6, w * 0.4 + 12, h * 0.34 + 12, 'none', 'stroke="#f0e8d8" stroke-width="9"')}${rect(w * 0.5 - 3, h * 0.12, 6, h * 0.34, '#f0e8d8')}${oval(w * 0.12, h * 0.55, w * 0.4, h * 0.3, 'url(#spot)', 'opacity=".8"')}${rect(0, h * 0.82, w, h, '#4a3020')}${placed(`${block(-52, -52, 104, 50, '#7a5234', 'lit', 5)}${solid('M-44 -30Q-40 -48 -24 -46T-2 -30Z', '#fdfaf2')}${solid('M2 -30Q6 -48 24 -46T44 -30Z', '#f4efe4')}${solid('M-54 -30Q0 -40 54 -30L60 2H-60Z', p.accent)}${solid('M-54 -30Q0 -40 54 -30L56 -20Q0 -30 -56 -20Z', lighter(p.accent, 0.55))}${[-30, -4, 24].map((x) => stroke(`M${x} -24q6 12 2 24`, darker(p.accent, 0.3), 1, 'opacity=".5"')).join('')}${block(-74, -26, 16, 26, '#7a5234')}${solid('M-73 -40h14l-3 -12h-8Z', '#fff0cc')}`, w * 0.52, h * 0.86, s)}`
}

/** A tent that glows under the stars. */
export const tent: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const s = Math.min(w * 0.7, h * 0.56)
  const [x, y] = [w * 0.5, h * 0.78]
  return `${backdrop(night, w, h)}${LIGHT}${stars(chance, w, h * 0.6, 190)}${path(ridge(chance, w, h, h * 0.68, h * 0.3, 1), mix(night.sky[1], p.dark, 0.35))}${path(ridge(chance, w, h, h * 0.74, h * 0.12, 0.6), darker(p.dark, 0.15))}${rect(0, h * 0.74, w, h, darker(p.dark, 0.3))}${oval(x, y, s * 0.9, s * 0.3, 'url(#spot)', 'opacity=".8"')}${placed(`${solid('M-50 0L-4 -52L54 0Z', '#f0953a')}${solid('M-50 0L-4 -52L-14 0Z', '#ffc766')}${path('M-30 0L-6 -44L-14 0Z', '#fff0b8')}${stroke('M-4 -52L54 0M-4 -52L-50 0', '#a8501a', 1.4)}${stroke('M-50 0l-14 4M54 0l14 4', '#d8d4c8', 0.8)}`, x, y, s)}${Array.from(
    { length: 16 },
    () => {
      const [tx, tall] = [chance.next() * w, h * chance.between(0.08, 0.2)]
      return path(
        `M${n(tx)} ${n(h * 0.8 - tall)}l${n(tall * 0.22)} ${n(tall)}h${n(-tall * 0.44)}Z`,
        darker(p.dark, 0.5),
        Math.abs(tx - x) < s * 0.55 ? 'opacity="0"' : '',
      )
    },
  ).join('')}`
}

/** A canoe on still water. */
export const canoe: Scene = (chance, p, w, h) => {
  const y = h * 0.56
  const s = Math.min(w * 0.8, h * 0.7)
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.7, h * 0.3, w * 0.4, 'url(#spot)')}${path(ridge(chance, w, h, y, h * 0.24, 0.7), mix(p.mid, p.sky[1], 0.4))}${path(ridge(chance, w, h, y, h * 0.1, 0.5), mix(p.mid, p.dark, 0.5))}${water(chance, p, w, h, y, w * 0.66)}${oval(w / 2, y + h * 0.2, s * 0.5, s * 0.05, 'url(#under)')}${placed(`${solid('M-6 -16Q-10 -36 0 -38T10 -16Z', mix('#2f4a6a', p.dark, 0.3))}${ball(0, -44, 7, '#d9a27c')}${solid('M-10 -47Q0 -58 10 -47Z', '#e0c26a')}${stroke('M-26 -46L30 -4', '#8a5a2a', 2.2)}${oval(33, -1, 8, 3, '#c98a4a')}${solid('M-62 -20C-50 -12 50 -12 62 -20C52 4 -52 4 -62 -20Z', p.accent)}${stroke('M-60 -19C-46 -12 46 -12 60 -19', lighter(p.light, 0.4), 1.6)}`, w / 2, y + h * 0.2, s)}`
}

export const rocket: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const s = Math.min(w * 0.5, h * 0.36)
  const [x, y] = [w * 0.5, h * 0.62]
  return `${backdrop(night, w, h)}${LIGHT}${stars(chance, w, h, 120)}${ball(w * 0.84, h * 0.32, w * 0.07, mix('#d8d4c8', p.light, 0.3))}${ball(w * 0.12, h * 0.44, w * 0.045, p.accent)}${Array.from({ length: 16 }, () => circle(w * chance.between(0.1, 0.9), h * chance.between(0.88, 1.02), w * chance.between(0.06, 0.14), '#ffffff', 'opacity=".75"')).join('')}<g transform="rotate(14 ${n(x)} ${n(y)})">${placed(`${oval(0, 30, 50, 60, 'url(#spot)', 'opacity=".8"')}${solid('M-16 -4Q-26 40 0 66Q26 40 16 -4Z', '#ff9a2e')}${solid('M-8 -4Q-12 24 0 40Q12 24 8 -4Z', '#fff0a8')}${solid('M-26 -30Q-54 -16 -46 14L-22 -6ZM26 -30Q54 -16 46 14L22 -6Z', p.accent)}${solid('M0 -112C34 -84 34 -30 22 -2H-22C-34 -30 -34 -84 0 -112Z', '#fbf8f0')}${solid('M0 -112C14 -100 22 -88 26 -74H-26C-22 -88 -14 -100 0 -112Z', p.accent)}${circle(0, -52, 14, '#8a93a3')}${circle(0, -52, 10, '#8fd8f4')}${circle(0, -52, 10, 'url(#lit)')}${block(-14, -16, 28, 6, p.accent)}`, x, y, s)}</g>`
}

/** A bathtub that flies past a large moon. */
export const bathtub: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const r = Math.min(w * 0.4, h * 0.34)
  const [x, y] = [w * 0.54, h * 0.46]
  return `${backdrop(night, w, h)}${LIGHT}${stars(chance, w, h)}${circle(x, y, r * 1.5, 'url(#spot)', 'opacity=".6"')}${ball(x, y, r, '#f6e7b0')}${Array.from(
    { length: 12 },
    () => {
      const [a, far] = [chance.between(0, 6.28), chance.between(0.1, 0.8) * r]
      return oval(
        x + Math.cos(a) * far,
        y + Math.sin(a) * far,
        r * chance.between(0.04, 0.13),
        r * chance.between(0.03, 0.1),
        '#d9c27a',
        'opacity=".8"',
      )
    },
  ).join(
    '',
  )}${clouds(chance, w, h * 0.74, '#ffffff', 0.5)}${placed(`${ball(-22, -46, 12, '#e0702a')}${ball(12, -48, 13, '#8a5a3a')}${[-26, -18, 8, 17].map((ex) => circle(ex, -48, 2.4, '#14110e')).join('')}${Array.from({ length: 9 }, (_, at) => ball(-36 + at * 9, -36 - (at % 3) * 4, 7, '#e8f6fc')).join('')}${solid('M-54 -36H54C52 -8 34 -2 20 -2H-20C-34 -2 -52 -8 -54 -36Z', '#fdfdfb')}${block(-58, -39, 116, 6, '#ffffff', 'lit', 3)}${ball(-26, 2, 6, '#d8b25a')}${ball(26, 2, 6, '#d8b25a')}${solid('M-58 -20L-92 -40L-86 -18L-96 -2Z', p.accent)}`, w * 0.48, h * 0.64, r * 1.5, -8)}`
}

/** A floodlit pitch and its goal. */
export const pitch: Scene = (chance, p, w, h) => {
  const y = h * 0.56
  const night = nightSky(p)
  const grass = mix('#2f8a45', p.mid, 0.2)
  const s = Math.min(w * 0.7, h * 0.62)
  return `${backdrop(night, w, h)}${LIGHT}${[0.1, 0.9].map((at) => `${rect(w * at - 2, h * 0.2, 4, y - h * 0.2, '#4a4f58')}${oval(w * at, h * 0.2, w * 0.34, h * 0.2, 'url(#spot)')}${[0, 1, 2].map((lampAt) => ball(w * at + (lampAt - 1) * w * 0.035, h * 0.2, w * 0.013, '#fffdf2')).join('')}`).join('')}${Array.from({ length: 420 }, () => circle(chance.next() * w, h * chance.between(0.42, 0.55), chance.between(1.2, 2.6), chance.pick([p.accent, '#f0e8d8', p.mid, '#3a3f4a', p.light]), 'opacity=".7"')).join('')}${rect(0, y - 4, w, 8, p.accent)}${rect(0, y, w, h - y, grass)}${Array.from({ length: 6 }, (_, at) => rect(0, y + (h - y) * (at / 6) ** 1.5, w, (h - y) * 0.07, '#ffffff', 'opacity=".08"')).join('')}${placed(`${Array.from({ length: 15 }, (_, at) => stroke(`M${-48 + at * 6.9} -44L${-40 + at * 5.7} -6`, '#e8ece8', 0.4)).join('')}${[-36, -28, -20, -12].map((at) => stroke(`M-46 ${at}H46`, '#e8ece8', 0.4)).join('')}${stroke('M-50 0V-46H50V0', '#ffffff', 3)}`, w / 2, y + (h - y) * 0.2, s)}${oval(w * 0.4, h * 0.885, w * 0.09, h * 0.016, 'url(#under)')}${ball(w * 0.39, h * 0.85, Math.min(w, h) * 0.065, '#fdfdf8')}${solid(`M${n(w * 0.385)} ${n(h * 0.835)}l9 6l-3 10h-12l-3 -10Z`, '#1b1814')}`
}

/** An observatory under the Milky Way. */
export const observatory: Scene = (chance, p, w, h) => {
  const night = nightSky(p)
  const s = Math.min(w * 0.6, h * 0.44)
  let band = ''
  for (let at = 0; at < 26; at++)
    band += oval(
      w * 0.5 + (at - 13) * w * 0.055,
      h * 0.34 - (at - 13) * h * 0.026 + chance.between(-14, 14),
      w * chance.between(0.06, 0.13),
      h * chance.between(0.03, 0.06),
      mix('#ffffff', p.accent, 0.3),
      'opacity=".07"',
    )
  return `${backdrop(night, w, h)}${LIGHT}${band}${stars(chance, w, h * 0.75, 260)}${path(ridge(chance, w, h, h * 0.78, h * 0.16, 0.9), darker(p.dark, 0.1))}${path(`M${n(w * 0.47)} ${n(h * 0.5)}L${n(w * 0.66)} 0h${n(w * 0.1)}Z`, lighter(p.light, 0.3), 'opacity=".22"')}${placed(`${block(-34, -32, 68, 34, '#e9e4da', 'turned', 1)}${solid('M-40 -32A40 40 0 0 1 40 -32Z', '#f6f3ec')}${path('M-2 -72L12 -71L18 -32H2Z', '#1b1f2c')}${stroke('M8 -38L18 -66', '#9aa6b8', 5)}${block(-7, -18, 14, 20, '#3a2a1e')}${rect(-28, -20, 8, 8, '#ffd684')}${rect(20, -20, 8, 8, '#ffd684')}`, w * 0.48, h * 0.76, s)}${path(ridge(chance, w, h, h * 0.88, h * 0.13, 0.4), darker(p.dark, 0.45))}`
}

/** A crow on a branch. */
export const crow: Scene = (chance, p, w, h) => {
  const s = Math.min(w * 0.7, h * 0.6)
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.64, h * 0.4, Math.min(w, h) * 0.24, lighter(p.light, 0.3), 'opacity=".85"')}${clouds(chance, w, h * 0.5, lighter(p.sky[2], 0.4), 0.6)}${stroke(`M0 ${n(h * 0.82)}Q${n(w * 0.4)} ${n(h * 0.7)} ${n(w)} ${n(h * 0.76)}`, darker(p.dark, 0.2), w * 0.035)}${Array.from(
    { length: 16 },
    () => {
      const x = chance.next() * w
      return stroke(
        `M${n(x)} ${n(h * 0.76)}q${n(chance.between(-20, 30))} ${n(-h * 0.05)} ${n(chance.between(-30, 50))} ${n(-h * chance.between(0.05, 0.16))}`,
        darker(p.dark, 0.2),
        2.4,
      )
    },
  ).join(
    '',
  )}${placed(`${solid('M-62 -2L-30 -34C-20 -60 6 -72 22 -66C30 -82 52 -78 54 -64L76 -56L54 -54C52 -38 40 -16 14 -10Q-16 -6 -30 -12Z', '#15161c')}${path('M-50 -10L-18 -40Q6 -56 18 -40Q10 -18 -18 -14Z', '#2f3448')}${[0, 1, 2, 3].map((at) => stroke(`M${-40 + at * 8} ${-15 - at * 3}Q${-16 + at * 6} ${-24 - at * 5} ${6 + at * 3} ${-30 - at * 3}`, '#4a5270', 1, 'opacity=".8"')).join('')}${circle(43, -67, 3, '#f4e6b0')}${circle(43.5, -67, 1.6, '#000000')}${stroke('M6 -10v12M16 -10v12', '#3a332b', 2.4)}`, w * 0.46, h * 0.745, s)}`
}

/** A long-necked dinosaur in the morning. */
export const dinosaur: Scene = (chance, p, w, h) => {
  const s = Math.min(w * 0.9, h * 0.8)
  const skin = mix('#5f9a5a', p.mid, 0.35)
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.26, h * 0.4, w * 0.3, 'url(#spot)')}${path(ridge(chance, w, h, h * 0.7, h * 0.24, 0.6), mix(p.mid, p.sky[2], 0.5))}${path(ridge(chance, w, h, h * 0.78, h * 0.1, 0.2), mix(p.mid, p.dark, 0.2))}${placed(`${solid('M-70 -10C-52 -34 -36 -44 -12 -46C18 -46 26 -54 30 -78C32 -96 50 -100 58 -92C64 -86 60 -82 50 -82C44 -80 44 -64 40 -44C38 -30 34 -24 32 -18L34 0H22L18 -14H-14L-18 0H-30L-30 -20Q-44 -20 -70 -10Z', skin)}${Array.from({ length: 13 }, () => circle(chance.between(-30, 24), chance.between(-40, -24), chance.between(1.4, 3.4), darker(skin, 0.25))).join('')}${circle(51, -90, 3, '#ffffff')}${circle(51.6, -90, 1.6, '#14110e')}${stroke('M52 -84q4 1 7 -2', '#2f4a2a', 1)}`, w * 0.5, h * 0.82, s)}${Array.from(
    { length: 20 },
    () => {
      const [x, l] = [chance.next() * w, h * chance.between(0.05, 0.13)]
      return solid(
        `M${n(x)} ${n(h)}q${n(-l * 0.5)} ${n(-l)} ${n(chance.between(-20, 20))} ${n(-l * 1.5)}q${n(l * 0.2)} ${n(l * 0.6)} ${n(l * 0.2)} ${n(l * 1.5)}Z`,
        mix('#2f6a3a', p.dark, chance.between(0, 0.5)),
      )
    },
  ).join('')}`
}

/** Solar panels on roofs. */
export const solar: Scene = (chance, p, w, h) => {
  const s = Math.min(w, h * 1.1)
  return `${backdrop(p, w, h)}${LIGHT}${circle(w * 0.72, h * 0.26, Math.min(w, h) * 0.09, lighter(p.light, 0.4))}${circle(w * 0.72, h * 0.26, w * 0.4, 'url(#spot)')}${path(ridge(chance, w, h, h * 0.68, h * 0.12, 0.3), mix(p.mid, p.sky[2], 0.4))}${rect(0, h * 0.8, w, h, mix(p.mid, p.dark, 0.4))}${placed(
    `${block(-44, -36, 88, 38, '#f2e8d4', 'lit', 0)}${solid('M-56 -34L-30 -76H56L46 -34Z', '#7a3a26')}${Array.from(
      { length: 10 },
      (_, at) => {
        const [c, r] = [at % 5, Math.floor(at / 5)]
        const x = -40 + c * 16.4 + r * -7 + 6
        const y = -70 + r * 17
        return (
          solid(`M${x + 5} ${y}h13l-6.4 14h-13.6Z`, '#1f3a66') +
          stroke(`M${x + 11.5} ${y}l-6.6 14M${x + 1.8} ${y + 7}h13.2`, '#6f94c8', 0.6)
        )
      },
    ).join(
      '',
    )}${[-32, -8, 18].map((x) => rect(x, -25, 13, 13, '#8fb8cc') + rect(x + 6, -25, 1, 13, '#ffffff')).join('')}${block(-60, -18, 12, 20, '#dfe3e4', 'lit', 3)}${rect(-57, -14, 6, 2, '#4ac06a')}`,
    w * 0.5,
    h * 0.82,
    s * 0.84,
  )}${Array.from({ length: 12 }, () => ball(chance.next() * w, h * chance.between(0.84, 0.98), Math.min(w, h) * chance.between(0.03, 0.07), mix('#3f7a40', p.dark, chance.between(0, 0.5)))).join('')}`
}
