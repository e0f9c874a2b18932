import { darker, lighter, mix } from '../colour.ts'
import { backdrop, blur, circle, clouds, glow, gradient, n, path, rect, ridge, type Scene } from './drawing.ts'

/** Ridge behind ridge in the haze, a low sun. */
export const mountains: Scene = (chance, p, w, h) => {
  const sun = [chance.between(0.2, 0.8) * w, chance.between(0.3, 0.42) * h] as const
  let out = `${backdrop(p, w, h)}<defs>${glow('sun', [
    [0, p.light],
    [0.25, p.light, 0.75],
    [1, p.light, 0],
  ])}</defs>`
  out += circle(sun[0], sun[1], w * 0.5, 'url(#sun)') + circle(sun[0], sun[1], w * 0.055, lighter(p.light, 0.6))
  out += clouds(chance, w, h * 0.22, lighter(p.sky[1], 0.5), 0.55)
  const layers = 6
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1)
    const tone = mix(mix(p.sky[2], p.mid, 0.35 + depth * 0.5), p.dark, depth ** 1.6)
    const base = h * (0.6 + depth * 0.3)
    out += `<defs>${gradient(`r${layer}`, [
      [0, tone],
      [0.75, mix(tone, p.sky[2], 0.55 * (1 - depth))],
      [1, mix(tone, p.sky[2], 0.6 * (1 - depth))],
    ])}</defs>`
    out += path(ridge(chance, w, h, base, h * (0.34 - depth * 0.16), layer === 0 ? 0.95 : 0.85 - depth * 0.3), `url(#r${layer})`)
  }
  for (let tree = 0; tree < 38; tree++) {
    const x = chance.between(-0.02, 1.02) * w
    const tall = chance.between(0.03, 0.1) * h
    const foot = h * chance.between(0.93, 1.02)
    out += path(
      `M${n(x)} ${n(foot - tall)}L${n(x + tall * 0.2)} ${n(foot)}L${n(x - tall * 0.2)} ${n(foot)}Z`,
      darker(p.dark, 0.35),
    )
  }
  return out
}

/** Sun over water, a path of light, sometimes a sail. */
export const sea: Scene = (chance, p, w, h) => {
  const horizon = h * chance.between(0.5, 0.6)
  const x = chance.between(0.3, 0.7) * w
  let out = `${backdrop(p, w, horizon)}<defs>${gradient('water', [
    [0, mix(p.sky[2], p.mid, 0.4)],
    [0.35, p.mid],
    [1, p.dark],
  ])}${glow('sun', [
    [0, p.light],
    [0.2, p.light, 0.7],
    [1, p.light, 0],
  ])}${blur('soft', 2)}</defs>`
  out += circle(x, horizon - h * 0.06, w * 0.6, 'url(#sun)') + circle(x, horizon - h * 0.06, w * 0.075, lighter(p.light, 0.65))
  out += clouds(chance, w, h * 0.2, lighter(p.sky[1], 0.4), 0.6)
  out += path(ridge(chance, w, horizon, horizon, h * 0.07, 0.5), mix(p.mid, p.sky[2], 0.45))
  out += rect(0, horizon, w, h - horizon, 'url(#water)')
  for (let wave = 0; wave < 150; wave++) {
    const depth = chance.next() ** 1.7
    const y = horizon + 3 + depth * (h - horizon)
    const near = 1 - Math.abs(chance.next() + chance.next() - 1)
    const offset = (chance.next() - 0.5) * w * (0.14 + depth * 0.35) * (1.2 - near)
    out += `<ellipse cx="${n(x + offset * 2)}" cy="${n(y)}" rx="${n(4 + depth * 34 * chance.next())}" ry="${n(0.7 + depth * 2.2)}" fill="${lighter(p.light, 0.5)}" opacity="${n(0.3 + chance.next() * 0.5)}"/>`
  }
  for (let wave = 0; wave < 46; wave++) {
    const depth = chance.next()
    const y = horizon + depth * (h - horizon)
    out += `<ellipse cx="${n(chance.next() * w)}" cy="${n(y)}" rx="${n(20 + depth * 70)}" ry="${n(1 + depth * 3)}" fill="${p.dark}" opacity=".28"/>`
  }
  if (chance.chance(0.75)) {
    const [sx, sy, s] = [w * (x < w / 2 ? 0.74 : 0.26), horizon + h * 0.07, w * chance.between(0.09, 0.15)]
    out += path(
      `M${n(sx)} ${n(sy)}L${n(sx)} ${n(sy - s * 2)}Q${n(sx + s * 0.8)} ${n(sy - s)} ${n(sx + s * 0.75)} ${n(sy)}Z`,
      lighter(p.sky[1], 0.8),
    )
    out += path(
      `M${n(sx - s * 0.06)} ${n(sy)}L${n(sx - s * 0.06)} ${n(sy - s * 1.7)}Q${n(sx - s * 0.5)} ${n(sy - s * 0.6)} ${n(sx - s * 0.6)} ${n(sy)}Z`,
      p.accent,
    )
    out += path(
      `M${n(sx - s * 0.7)} ${n(sy + s * 0.06)}L${n(sx + s * 0.9)} ${n(sy + s * 0.06)}Q${n(sx + s * 0.6)} ${n(sy + s * 0.32)} ${n(sx - s * 0.4)} ${n(sy + s * 0.32)}Z`,
      darker(p.dark, 0.3),
    )
  }
  return out
}

/** A city at dusk, windows lit, mirrored in the river. */
export const city: Scene = (chance, p, w, h) => {
  const ground = h * 0.74
  let out = `${backdrop(p, w, ground)}<defs>${glow('sun', [
    [0, p.light],
    [0.3, p.light, 0.5],
    [1, p.light, 0],
  ])}</defs>`
  out += circle(w * chance.between(0.25, 0.75), ground * 0.85, w * 0.7, 'url(#sun)')
  out += clouds(chance, w, h * 0.25, lighter(p.sky[1], 0.3), 0.5)
  let town = ''
  for (let layer = 0; layer < 3; layer++) {
    const tone = [mix(p.sky[2], p.mid, 0.4), mix(p.mid, p.dark, 0.35), darker(p.dark, 0.15)][layer]!
    let x = -chance.between(0, 40)
    while (x < w) {
      const wide = w * chance.between(0.05, 0.13)
      const tall = h * chance.between(0.12, 0.42) * (1 - layer * 0.24)
      const top = ground - tall
      town += rect(x, top, wide + 1, tall + 2, tone)
      if (chance.chance(0.3))
        town += path(`M${n(x)} ${n(top)}L${n(x + wide / 2)} ${n(top - wide * 0.9)}L${n(x + wide)} ${n(top)}Z`, tone)
      else if (chance.chance(0.35)) town += rect(x + wide * 0.46, top - h * 0.06, wide * 0.07, h * 0.06, tone)
      if (layer > 0)
        for (let wy = top + 8; wy < ground - 10; wy += 13)
          for (let wx = x + 6; wx < x + wide - 7; wx += 10)
            if (chance.chance(0.4))
              town += rect(
                wx,
                wy,
                4.6,
                6.4,
                chance.chance(0.85) ? lighter(p.light, 0.25) : p.accent,
                `opacity="${n(chance.between(0.45, 1))}"`,
              )
      x += wide + chance.between(0, 4)
    }
  }
  out += town
  out += rect(0, ground, w, h - ground, mix(p.dark, p.mid, 0.35))
  out += `<g transform="translate(0 ${n(ground * 1.62)}) scale(1 -.62)" opacity=".4">${town}</g>`
  for (let wave = 0; wave < 70; wave++)
    out += rect(
      chance.next() * w,
      ground + chance.next() ** 1.4 * (h - ground),
      chance.between(10, 90),
      1.3,
      lighter(p.sky[2], 0.3),
      `opacity="${n(chance.between(0.1, 0.4))}"`,
    )
  return out
}

/** Trunks that fade into morning fog. */
export const forest: Scene = (chance, p, w, h) => {
  let out = `${backdrop(p, w, h)}<defs>${glow('sun', [
    [0, lighter(p.light, 0.5)],
    [0.4, p.light, 0.5],
    [1, p.light, 0],
  ])}${blur('far', 3)}${glow('fog', [
    [0, lighter(p.sky[2], 0.4), 0.75],
    [1, lighter(p.sky[2], 0.4), 0],
  ])}</defs>`
  const x = chance.between(0.3, 0.7) * w
  out += circle(x, h * 0.34, w * 0.65, 'url(#sun)')
  for (let layer = 0; layer < 5; layer++) {
    const depth = layer / 4
    const tone = mix(p.sky[1], p.dark, 0.12 + depth * 0.85)
    out += layer === 0 ? '<g filter="url(#far)">' : '<g>'
    for (let trunk = 0; trunk < 11 - layer * 1.8; trunk++) {
      const at = chance.between(-0.03, 1.03) * w
      if (layer === 4 && Math.abs(at - x) < w * 0.22) continue
      const wide = (5 + depth * depth * 46) * chance.between(0.7, 1.2)
      const lean = chance.between(-0.02, 0.02) * w
      out += path(
        `M${n(at - wide / 2)} ${n(h)}L${n(at + lean - wide * 0.34)} 0L${n(at + lean + wide * 0.34)} 0L${n(at + wide / 2)} ${n(h)}Z`,
        tone,
      )
      for (let branch = 0; branch < 4; branch++) {
        const y = chance.between(0.02, 0.5) * h
        const side = chance.chance(0.5) ? 1 : -1
        const far = wide * chance.between(1.5, 4)
        out += path(
          `M${n(at)} ${n(y)}Q${n(at + side * far * 0.6)} ${n(y - 12)} ${n(at + side * far)} ${n(y - 44)}L${n(at)} ${n(y + wide * 0.3)}Z`,
          tone,
        )
      }
    }
    out += '</g>'
    out += path(ridge(chance, w, h, h * (0.8 + depth * 0.13), h * 0.05, 0.5), mix(tone, p.mid, 0.3))
    if (layer < 4)
      out += `<ellipse cx="${n(x)}" cy="${n(h * (0.74 + depth * 0.1))}" rx="${n(w)}" ry="${n(h * 0.09)}" fill="url(#fog)"/>`
  }
  for (let ray = 0; ray < 6; ray++) {
    const to = chance.between(-0.4, 1.4) * w
    out += path(`M${n(x)} ${n(h * 0.2)}L${n(to)} ${n(h)}L${n(to + w * 0.09)} ${n(h)}Z`, lighter(p.light, 0.5), 'opacity=".09"')
  }
  return out
}

/** Fields, a village and its church under a wide sky. */
export const village: Scene = (chance, p, w, h) => {
  let out = backdrop(p, w, h) + clouds(chance, w, h * 0.2, '#ffffff', 0.8) + clouds(chance, w, h * 0.34, '#ffffff', 0.6)
  out += path(ridge(chance, w, h, h * 0.56, h * 0.16, 0.8), mix(p.sky[2], p.mid, 0.45))
  out += path(ridge(chance, w, h, h * 0.6, h * 0.1, 0.4), mix(p.sky[2], p.mid, 0.75))
  const base = h * 0.64
  for (let house = 0; house < 13; house++) {
    const s = w * chance.between(0.04, 0.07)
    const x = w * (0.16 + house * 0.053) + chance.between(-8, 8)
    const y = base + chance.between(-8, 18)
    out +=
      rect(x, y - s, s, s, mix('#fff6e4', p.light, 0.2)) +
      rect(x + s * 0.62, y - s, s * 0.38, s, darker(mix('#fff6e4', p.light, 0.2), 0.14))
    out += path(
      `M${n(x - s * 0.12)} ${n(y - s)}L${n(x + s / 2)} ${n(y - s * 1.62)}L${n(x + s * 1.12)} ${n(y - s)}Z`,
      mix(p.accent, p.dark, chance.between(0, 0.4)),
    )
    out += rect(x + s * 0.2, y - s * 0.7, s * 0.16, s * 0.24, p.dark)
  }
  const [cx, s] = [w * chance.between(0.36, 0.64), w * 0.075]
  out += rect(cx, base - s * 3, s, s * 3.2, '#fffaf0') + rect(cx + s * 0.6, base - s * 3, s * 0.4, s * 3.2, '#ddd3c2')
  out +=
    path(
      `M${n(cx - s * 0.1)} ${n(base - s * 3)}L${n(cx + s / 2)} ${n(base - s * 5.4)}L${n(cx + s * 1.1)} ${n(base - s * 3)}Z`,
      darker(p.accent, 0.25),
    ) + circle(cx + s / 2, base - s * 2.4, s * 0.22, p.dark)
  for (let field = 0; field < 6; field++) {
    const y = base + h * 0.02 + field * h * 0.062
    const tone = mix(field % 2 ? p.mid : p.light, p.dark, field * 0.07)
    out += path(
      `M0 ${n(y + chance.between(-8, 20))}Q${n(w * chance.between(0.3, 0.7))} ${n(y - 26)} ${n(w)} ${n(y + chance.between(-8, 22))}L${n(w)} ${n(h)}L0 ${n(h)}Z`,
      tone,
    )
  }
  for (let tree = 0; tree < 26; tree++) {
    const x = chance.next() * w
    const y = base + h * chance.between(0.02, 0.34)
    const r = 5 + ((y - base) / h) * 60
    out += `<ellipse cx="${n(x + r * 0.3)}" cy="${n(y + r)}" rx="${n(r * 1.2)}" ry="${n(r * 0.25)}" fill="${p.dark}" opacity=".25"/>${circle(x, y, r, mix(p.mid, p.dark, chance.between(0.35, 0.8)))}${circle(x - r * 0.25, y - r * 0.25, r * 0.6, mix(p.mid, p.light, 0.15), 'opacity=".4"')}`
  }
  return out
}

/** A red train on a viaduct, like a railway poster. */
export const viaduct: Scene = (chance, p, w, h) => {
  let out = backdrop(p, w, h) + circle(w * 0.74, h * 0.26, w * 0.11, p.light)
  for (let layer = 0; layer < 3; layer++)
    out += path(
      ridge(chance, w, h, h * (0.6 + layer * 0.05), h * (0.3 - layer * 0.07), 0.8),
      mix(p.sky[2], layer === 2 ? p.dark : p.mid, 0.3 + layer * 0.25),
    )
  const y = h * 0.6
  const stone = mix(p.light, '#fff8ea', 0.5)
  out += rect(0, y, w, h * 0.035, stone)
  const arch = w / 4.5
  for (let at = 0; at < 5; at++) {
    const x = at * arch - arch * 0.25
    out += path(
      `M${n(x)} ${n(y)}V${n(h)}H${n(x + arch * 0.2)}V${n(y + arch * 0.65)}A${n(arch * 0.4)} ${n(arch * 0.4)} 0 0 1 ${n(x + arch)} ${n(y + arch * 0.65)}V${n(h)}H${n(x + arch * 1.2)}V${n(y)}Z`,
      stone,
    )
    out += rect(x + arch * 0.14, y + arch * 0.5, arch * 0.06, h, darker(stone, 0.2))
  }
  const [tx, th] = [w * chance.between(-0.1, 0.12), h * 0.065]
  for (let car = 0; car < 3; car++) {
    const x = tx + car * w * 0.3
    out +=
      rect(x, y - th, w * 0.29, th * 0.88, car === 2 ? darker(p.accent, 0.1) : p.accent, `rx="${n(th * 0.15)}"`) +
      rect(x + 6, y - th * 0.78, w * 0.29 - 12, th * 0.32, darker(p.dark, 0.2))
    for (let window = 1; window < 6; window++) out += rect(x + window * w * 0.048, y - th * 0.8, 4, th * 0.36, p.accent)
    out += rect(x, y - th * 0.25, w * 0.29, th * 0.08, lighter(p.light, 0.7))
  }
  out += path(ridge(chance, w, h, h * 0.95, h * 0.12, 0.4), p.dark)
  for (let tree = 0; tree < 30; tree++) {
    const x = chance.next() * w
    const tall = h * chance.between(0.05, 0.13)
    const foot = h * chance.between(0.9, 1.03)
    out += path(
      `M${n(x)} ${n(foot - tall)}L${n(x + tall * 0.24)} ${n(foot)}H${n(x - tall * 0.24)}Z`,
      mix(p.dark, p.mid, chance.between(0, 0.35)),
    )
  }
  return out
}
