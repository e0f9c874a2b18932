import { darker, lighter, mix } from '../colour.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { backdrop, blur, circle, glow, gradient, n, type Palette, path, rect, type Scene } from './drawing.ts'

const shadow = (deviation: number, id = 'shadow') => blur(id, deviation)

function leaf(x: number, y: number, length: number, angle: number, fill: string): string {
  const l = length
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(angle)})">${path(`M0 0C${n(l * 0.3)} ${n(-l * 0.34)} ${n(l * 0.75)} ${n(-l * 0.26)} ${n(l)} 0C${n(l * 0.75)} ${n(l * 0.26)} ${n(l * 0.3)} ${n(l * 0.34)} 0 0Z`, fill)}${path(`M0 0C${n(l * 0.3)} ${n(-l * 0.3)} ${n(l * 0.75)} ${n(-l * 0.2)} ${n(l)} 0Z`, lighter(fill, 0.14))}<path d="M0 0H${n(l * 0.92)}" stroke="${lighter(fill, 0.35)}" stroke-width="${n(l * 0.025)}"/></g>`
}

function slice(x: number, y: number, r: number, peel: string, flesh: string): string {
  let out = circle(x, y, r, peel) + circle(x, y, r * 0.92, lighter(flesh, 0.75)) + circle(x, y, r * 0.82, flesh)
  for (let part = 0; part < 9; part++)
    out += `<path d="M${n(x)} ${n(y)}L${n(x + Math.cos((part * Math.PI * 2) / 9) * r * 0.83)} ${n(y + Math.sin((part * Math.PI * 2) / 9) * r * 0.83)}" stroke="${lighter(flesh, 0.7)}" stroke-width="${n(r * 0.06)}"/>`
  return out
}

function ingredient(chance: SeededRandom, x: number, y: number, r: number, p: Palette): string {
  switch (chance.whole(0, 5)) {
    case 0:
      return `${circle(x, y, r, '#c8321f')}${circle(x - r * 0.3, y - r * 0.35, r * 0.34, '#ffffff', 'opacity=".35"')}${leaf(x, y, r * 0.7, chance.between(0, 360), '#4d7a35')}${leaf(x, y, r * 0.6, chance.between(0, 360), '#4d7a35')}`
    case 1:
      return slice(x, y, r, '#e8a820', '#f6cf52')
    case 2:
      return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(r * 1.1)}" ry="${n(r * 0.94)}" fill="#fffdf6"/>${circle(x + r * 0.1, y, r * 0.5, '#f2a71b')}${circle(x - r * 0.05, y - r * 0.15, r * 0.16, '#ffffff', 'opacity=".6"')}`
    case 3:
      return (
        leaf(x - r, y, r * 2.2, chance.between(-40, 220), '#5d8a3a') +
        leaf(x - r * 0.4, y, r * 1.8, chance.between(-40, 220), '#3f6d2f')
      )
    case 4:
      return slice(x, y, r * 0.9, '#8f2d4f', mix(p.accent, '#d9577a', 0.5))
    default:
      return `${circle(x, y, r * 0.9, '#7d5134')}${circle(x, y, r * 0.76, '#f0dfc2')}${circle(x, y, r * 0.3, '#b48a62')}`
  }
}

/** A set table from above: a plate of food and things around it. */
export const table: Scene = (chance, p, w, h, variant) => {
  let out = `<defs>${gradient('wood', [
    [0, p.sky[0]],
    [1, p.sky[2]],
  ])}${shadow(w / 50)}${glow('lamp', [
    [0, '#ffffff', 0.5],
    [1, '#ffffff', 0],
  ])}</defs>${rect(0, 0, w, h, 'url(#wood)')}`
  for (let board = 0; board < 7; board++) {
    const x = (board * w) / 6 + chance.between(-6, 6)
    out += rect(x, 0, 2, h, darker(p.sky[2], 0.25), 'opacity=".35"')
    for (let grain = 0; grain < 5; grain++)
      out += `<path d="M${n(x + chance.between(8, w / 6))} 0q${n(chance.between(-12, 12))} ${n(h / 2)} 0 ${n(h)}" stroke="${darker(p.sky[2], 0.3)}" stroke-opacity=".13" fill="none" stroke-width="${n(chance.between(1, 3))}"/>`
  }
  out += circle(w * 0.25, h * 0.2, w * 0.8, 'url(#lamp)')
  const [x, y, r] = [w * chance.between(0.48, 0.6), h * chance.between(0.56, 0.63), w * chance.between(0.33, 0.39)]
  out += `<g transform="rotate(${n(chance.between(-18, 18))} ${n(x)} ${n(y)})">${path(`M${n(x - r * 1.7)} ${n(y - r * 0.9)}H${n(x + r * 0.5)}V${n(y + r * 1.45)}H${n(x - r * 1.7)}Z`, lighter(p.accent, 0.72))}`
  for (let stripe = 0; stripe < 5; stripe++)
    out += rect(x - r * 1.6 + stripe * r * 0.44, y - r * 0.9, r * 0.07, r * 2.35, p.accent, 'opacity=".65"')
  out += '</g>'
  out += circle(x + 12, y + 18, r * 1.02, '#1b120a', 'opacity=".5" filter="url(#shadow)"')
  const china = chance.pick(['#fdfaf3', mix(p.mid, '#ffffff', 0.75), p.dark])
  out +=
    circle(x, y, r, china) +
    circle(x, y, r * 0.97, lighter(china, 0.35)) +
    circle(x, y, r * 0.74, darker(china, 0.07)) +
    circle(x, y + 3, r * 0.72, china)
  const kind = variant % 4
  if (kind === 0) {
    const soup = chance.pick(['#d9772b', '#7a9b3f', '#b93a2a', '#e3b23c'])
    out += circle(x, y, r * 0.7, darker(soup, 0.18)) + circle(x, y + 2, r * 0.67, soup)
    out += `<path d="M${n(x - r * 0.4)} ${n(y)}q${n(r * 0.2)} ${n(-r * 0.4)} ${n(r * 0.42)} 0t${n(r * 0.4)} ${n(-r * 0.04)}" fill="none" stroke="#fff6e0" stroke-width="${n(r * 0.06)}" stroke-linecap="round" opacity=".85"/>`
    for (let seed = 0; seed < 22; seed++)
      out += circle(
        x + chance.between(-0.45, 0.45) * r,
        y + chance.between(-0.45, 0.45) * r,
        r * 0.022,
        chance.pick(['#2f4d20', '#3a2a18', '#f5e2a8']),
      )
    out += leaf(x + r * 0.08, y - r * 0.1, r * 0.36, -35, '#4f7f36') + leaf(x + r * 0.06, y - r * 0.08, r * 0.3, 40, '#3f6d2f')
  } else if (kind === 1) {
    out +=
      circle(x, y, r * 0.72, '#c98a4a') + circle(x, y, r * 0.64, '#b33a24') + circle(x, y, r * 0.6, '#e9c25e', 'opacity=".9"')
    for (let bit = 0; bit < 13; bit++) {
      const [a, far] = [chance.between(0, 6.28), r * chance.between(0.1, 0.5)]
      out += ingredient(chance, x + Math.cos(a) * far, y + Math.sin(a) * far, r * chance.between(0.07, 0.11), p)
    }
    out += `<g stroke="#8f5a2a" stroke-width="3">${[0, 60, 120].map((a) => `<path d="M${n(x - r * 0.7 * Math.cos((a * Math.PI) / 180))} ${n(y - r * 0.7 * Math.sin((a * Math.PI) / 180))}L${n(x + r * 0.7 * Math.cos((a * Math.PI) / 180))} ${n(y + r * 0.7 * Math.sin((a * Math.PI) / 180))}" opacity=".5"/>`).join('')}</g>`
  } else if (kind === 2) {
    out += circle(x, y, r * 0.6, '#7b4a26') + circle(x, y - 4, r * 0.58, '#a86a36') + circle(x, y - 6, r * 0.5, '#f7ead2')
    for (let berry = 0; berry < 34; berry++) {
      const [a, far] = [chance.between(0, 6.28), r * 0.44 * Math.sqrt(chance.next())]
      const tone = chance.pick(['#8e1f3b', '#b8284a', '#4a2458', '#c8321f'])
      const [bx, by, br] = [x + Math.cos(a) * far, y - 6 + Math.sin(a) * far, r * chance.between(0.05, 0.085)]
      out +=
        circle(bx + 2, by + 3, br, '#3a1a12', 'opacity=".3"') +
        circle(bx, by, br, tone) +
        circle(bx - br * 0.3, by - br * 0.3, br * 0.28, '#ffffff', 'opacity=".5"')
    }
    out += leaf(x, y - 10, r * 0.26, -50, '#4f7f36') + leaf(x, y - 10, r * 0.24, 20, '#5d8a3a')
  } else {
    for (let bit = 0; bit < 26; bit++) {
      const [a, far] = [chance.between(0, 6.28), r * 0.55 * Math.sqrt(chance.next())]
      out +=
        bit % 2
          ? leaf(
              x + Math.cos(a) * far,
              y + Math.sin(a) * far,
              r * chance.between(0.2, 0.34),
              chance.between(0, 360),
              chance.pick(['#5d8a3a', '#3f6d2f', '#86a94c']),
            )
          : ingredient(chance, x + Math.cos(a) * far, y + Math.sin(a) * far, r * chance.between(0.08, 0.13), p)
    }
  }
  for (let bit = 0; bit < 9; bit++) {
    const [ix, iy] = [chance.between(0.02, 0.98) * w, chance.between(0.3, 0.99) * h]
    const s = w * chance.between(0.035, 0.06)
    if (Math.hypot(ix - x, iy - y) < r + s * 1.3) continue
    out += circle(ix + 5, iy + 8, s, '#1b120a', 'opacity=".4" filter="url(#shadow)"') + ingredient(chance, ix, iy, s, p)
  }
  const fx = x + r * 1.14
  if (fx < w * 0.97)
    out += `<g fill="#c9c6be">${rect(fx, y - r * 0.3, 7, r * 1.2, '#d6d2c8', 'rx="3"')}${[0, 1, 2].map((t) => rect(fx - 9 + t * 10, y - r * 0.75, 5, r * 0.35, '#d6d2c8', 'rx="2"')).join('')}${rect(fx - 9, y - r * 0.45, 25, r * 0.17, '#d6d2c8', 'rx="8"')}</g>`
  return out
}

/** Bottle and glasses in warm light. */
export const glass: Scene = (chance, p, w, h) => {
  let out = `${backdrop(p, w, h)}<defs>${glow('lamp', [
    [0, p.light, 0.9],
    [1, p.light, 0],
  ])}${blur('soft', 10)}${gradient(
    'bottle',
    [
      [0, darker(p.dark, 0.4)],
      [0.3, mix(p.dark, p.mid, 0.5)],
      [0.45, darker(p.dark, 0.2)],
      [1, darker(p.dark, 0.5)],
    ],
    true,
  )}${gradient('drink', [
    [0, lighter(p.accent, 0.25)],
    [1, darker(p.accent, 0.35)],
  ])}</defs>`
  out += circle(w * 0.3, h * 0.35, w * 0.7, 'url(#lamp)')
  for (let spot = 0; spot < 16; spot++)
    out += circle(
      chance.next() * w,
      chance.between(0.05, 0.62) * h,
      w * chance.between(0.02, 0.07),
      lighter(p.light, 0.3),
      `opacity="${n(chance.between(0.12, 0.4))}" filter="url(#soft)"`,
    )
  const ground = h * 0.84
  out += rect(0, ground, w, h, darker(p.dark, 0.25)) + rect(0, ground, w, h * 0.02, mix(p.dark, p.light, 0.3))
  const [bx, b] = [w * chance.between(0.28, 0.4), w * 0.1]
  out += path(
    `M${n(bx - b)} ${n(ground)}V${n(h * 0.5)}C${n(bx - b)} ${n(h * 0.43)} ${n(bx - b * 0.4)} ${n(h * 0.43)} ${n(bx - b * 0.38)} ${n(h * 0.36)}V${n(h * 0.27)}H${n(bx + b * 0.38)}V${n(h * 0.36)}C${n(bx + b * 0.4)} ${n(h * 0.43)} ${n(bx + b)} ${n(h * 0.43)} ${n(bx + b)} ${n(h * 0.5)}V${n(ground)}Z`,
    'url(#bottle)',
  )
  out +=
    rect(bx - b, h * 0.56, b * 2, h * 0.16, mix('#fff7e6', p.light, 0.2)) +
    rect(bx - b * 0.7, h * 0.6, b * 1.4, 4, p.accent) +
    rect(bx - b * 0.5, h * 0.63, b, 3, p.dark) +
    rect(bx - b * 0.6, h * 0.655, b * 1.2, 3, p.dark)
  for (const gx of [w * 0.6, w * 0.82]) {
    const g = w * 0.11
    const top = h * chance.between(0.5, 0.54)
    out += path(
      `M${n(gx - g * 0.9)} ${n(top + g * 0.7)}C${n(gx - g)} ${n(top + g * 2.3)} ${n(gx + g)} ${n(top + g * 2.3)} ${n(gx + g * 0.9)} ${n(top + g * 0.7)}Z`,
      'url(#drink)',
    )
    out += path(
      `M${n(gx - g * 0.8)} ${n(top)}C${n(gx - g * 1.2)} ${n(top + g * 2.5)} ${n(gx + g * 1.2)} ${n(top + g * 2.5)} ${n(gx + g * 0.8)} ${n(top)}Z`,
      '#ffffff',
      'opacity=".16"',
    )
    out += `<ellipse cx="${n(gx)}" cy="${n(top)}" rx="${n(g * 0.8)}" ry="6" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="2"/>${rect(gx - 2.5, top + g * 1.85, 5, ground - top - g * 1.85, '#ffffff', 'opacity=".5"')}<ellipse cx="${n(gx)}" cy="${n(ground)}" rx="${n(g * 0.7)}" ry="6" fill="#fff" opacity=".45"/>`
    out += path(
      `M${n(gx - g * 0.62)} ${n(top + g * 0.2)}q${n(-g * 0.2)} ${n(g * 0.8)} ${n(g * 0.12)} ${n(g * 1.3)}`,
      'none',
      'stroke="#fff" stroke-opacity=".65" stroke-width="5" stroke-linecap="round"',
    )
  }
  return out
}

/** A car from the side, low sun, wet road. */
export const car: Scene = (chance, p, w, h, variant) => {
  const ground = h * 0.73
  let out = `${backdrop(p, w, ground)}<defs>${glow('sun', [
    [0, p.light],
    [0.3, p.light, 0.6],
    [1, p.light, 0],
  ])}${gradient('body', [
    [0, lighter(p.accent, 0.45)],
    [0.35, p.accent],
    [1, darker(p.accent, 0.55)],
  ])}${gradient('road', [
    [0, mix(p.dark, p.sky[2], 0.35)],
    [1, darker(p.dark, 0.4)],
  ])}${blur('soft', 7)}${gradient('pane', [
    [0, lighter(p.sky[1], 0.3)],
    [1, darker(p.dark, 0.2)],
  ])}</defs>`
  out += circle(w * chance.between(0.2, 0.8), ground * 0.8, w * 0.6, 'url(#sun)')
  out += path(
    `M0 ${n(ground * 0.93)}Q${n(w * 0.3)} ${n(ground * 0.8)} ${n(w * 0.55)} ${n(ground * 0.91)}T${n(w)} ${n(ground * 0.86)}V${n(h)}H0Z`,
    mix(p.mid, p.sky[2], 0.4),
  )
  out +=
    path(
      `M0 ${n(ground * 0.97)}Q${n(w * 0.4)} ${n(ground * 0.9)} ${n(w)} ${n(ground * 0.96)}V${n(h)}H0Z`,
      mix(p.mid, p.dark, 0.6),
    ) + rect(0, ground, w, h - ground, 'url(#road)')
  for (let streak = 0; streak < 30; streak++)
    out += rect(
      chance.next() * w,
      ground + chance.next() * (h - ground),
      chance.between(40, 200),
      chance.between(1, 3),
      lighter(p.light, 0.2),
      `opacity="${n(chance.between(0.05, 0.3))}"`,
    )
  const model = variant % 4
  const roofs = [
    'M10 34C22 30 30 27 37 26C46 15 56 12 68 12C84 12 92 19 101 27C114 29 122 31 125 37C127 41 126 47 124 48H8C4 46 5 37 10 34Z',
    'M8 30C16 25 26 25 34 24C42 11 47 9 62 8H94C104 8 112 17 117 25C123 27 126 31 126 37V48H8C4 46 4 33 8 30Z',
    'M6 36C18 30 34 29 43 28C50 21 56 18 62 18L66 27H96C112 28 122 31 126 38C128 43 126 48 124 48H8C4 47 3 39 6 36Z',
    'M9 33C12 26 22 25 30 25C34 14 40 8 54 7C74 6 84 8 92 14C99 20 104 25 106 28C116 29 123 32 125 38C126 43 126 47 124 48H9C5 46 6 37 9 33Z',
  ]
  const panes = [
    'M42 27C50 18 57 15 66 15L67 27ZM71 15C82 15 89 20 96 27H72Z',
    'M40 24C46 14 50 12 60 11V24ZM64 11H79V24H64ZM83 11H93C100 12 106 18 110 24H83Z',
    'M48 28C53 23 57 21 61 20L64 28Z',
    'M36 25C40 15 44 11 54 10V25ZM58 10C74 9 82 11 88 16C93 20 96 23 98 25H58Z',
  ]
  const s = (w * 0.84) / 128
  const flip = chance.chance(0.5)
  const wheel = model === 1 ? 10.5 : 9
  const whole = `${path(roofs[model]!, 'url(#body)')}${path(panes[model]!, 'url(#pane)')}<path d="M12 37C50 33 90 33 122 38" stroke="${lighter(p.accent, 0.55)}" stroke-width=".8" fill="none" opacity=".8"/>${path('M8 44H124V48H8Z', darker(p.accent, 0.65))}${[30, 101].map((x) => `${circle(x, 47, wheel + 1.6, darker(p.dark, 0.6))}${circle(x, 48, wheel, '#15130f')}${circle(x, 48, wheel * 0.66, '#c9c7c1')}${circle(x, 48, wheel * 0.56, '#45423d')}${[0, 36, 72, 108, 144].map((a) => `<path d="M${x - wheel * 0.6} 48H${x + wheel * 0.6}" stroke="#d8d6d0" stroke-width="1.3" transform="rotate(${a} ${x} 48)"/>`).join('')}${circle(x, 48, 1.6, '#eeeeea')}`).join('')}${path('M118 36C122 36 125 38 125.5 41H119Z', '#fff7d8')}${path('M6 37H11L10 42H6Z', '#d8281c')}`
  const place = `translate(${n(flip ? w * 0.92 : w * 0.08)} ${n(ground + h * 0.06 - 57 * s)}) scale(${n((flip ? -1 : 1) * s)} ${n(s)})`
  out += `<ellipse cx="${n(w / 2)}" cy="${n(ground + h * 0.063)}" rx="${n(w * 0.44)}" ry="${n(h * 0.016)}" fill="#000" opacity=".65" filter="url(#soft)"/>`
  out += `<g opacity=".22" transform="translate(0 ${n((ground + h * 0.06) * 2)}) scale(1 -1)"><g transform="${place}">${whole}</g></g><g transform="${place}">${whole}</g>`
  out += circle(flip ? w * 0.1 : w * 0.9, ground + h * 0.06 - 18 * s, w * 0.1, '#fff3c4', 'opacity=".35" filter="url(#soft)"')
  return out
}

/** A close-up of a watch. */
export const watch: Scene = (chance, p, w, h) => {
  const [x, y, r] = [w / 2, h * 0.56, w * 0.34]
  let out = `${backdrop(p, w, h)}<defs>${blur('soft', 14)}${gradient('case', [
    [0, lighter(p.mid, 0.65)],
    [0.5, darker(p.mid, 0.3)],
    [1, lighter(p.mid, 0.4)],
  ])}${glow('dial', [
    [0, lighter(p.dark, 0.2)],
    [1, darker(p.dark, 0.35)],
  ])}</defs>`
  out +=
    rect(x - r * 0.62, -10, r * 1.24, h + 20, darker(p.accent, 0.45)) +
    rect(x - r * 0.56, -10, r * 1.12, h + 20, darker(p.accent, 0.25))
  for (let stitch = 0; stitch < 40; stitch++)
    out +=
      rect(x - r * 0.5, stitch * 26, 3, 13, lighter(p.accent, 0.4)) +
      rect(x + r * 0.48, stitch * 26, 3, 13, lighter(p.accent, 0.4))
  out +=
    circle(x + 10, y + 18, r * 1.1, '#000', 'opacity=".55" filter="url(#soft)"') +
    rect(x + r * 1.05, y - r * 0.12, r * 0.16, r * 0.24, 'url(#case)', 'rx="5"') +
    circle(x, y, r * 1.1, 'url(#case)') +
    circle(x, y, r * 0.98, darker(p.mid, 0.5)) +
    circle(x, y, r * 0.94, 'url(#dial)')
  for (let mark = 0; mark < 60; mark++) {
    const long = mark % 5 === 0
    out += `<g transform="rotate(${mark * 6} ${n(x)} ${n(y)})">${rect(x - (long ? 3.5 : 1), y - r * 0.88, long ? 7 : 2, long ? r * 0.15 : r * 0.05, lighter(p.light, 0.4))}</g>`
  }
  for (const [dx, dy] of [
    [-0.36, 0.08],
    [0.36, 0.08],
    [0, 0.42],
  ] as const)
    out +=
      circle(x + dx * r, y + dy * r, r * 0.21, darker(p.dark, 0.5)) +
      `<circle cx="${n(x + dx * r)}" cy="${n(y + dy * r)}" r="${n(r * 0.2)}" fill="none" stroke="${p.light}" stroke-opacity=".6"/><path d="M${n(x + dx * r)} ${n(y + dy * r)}l${n(chance.between(-0.14, 0.14) * r)} ${n(-r * 0.1)}" stroke="${p.accent}" stroke-width="3"/>`
  for (const [angle, length, thick] of [
    [chance.between(280, 320), 0.5, 9],
    [chance.between(40, 70), 0.78, 7],
  ] as const)
    out += `<g transform="rotate(${n(angle)} ${n(x)} ${n(y)})">${rect(x - thick / 2, y - length * r, thick, length * r * 1.15, lighter(p.light, 0.5), 'rx="3"')}</g>`
  out += `<g transform="rotate(${n(chance.between(120, 240))} ${n(x)} ${n(y)})">${rect(x - 1.5, y - r * 0.82, 3, r, p.accent)}</g>${circle(x, y, 7, p.accent)}`
  return (
    out +
    path(
      `M${n(x - r * 0.8)} ${n(y - r * 0.4)}A${n(r * 0.9)} ${n(r * 0.9)} 0 0 1 ${n(x + r * 0.2)} ${n(y - r * 0.88)}L${n(x - r * 0.3)} ${n(y + r * 0.1)}Z`,
      '#ffffff',
      'opacity=".09"',
    )
  )
}
