import { darker, lighter, mix } from '../colour.ts'
import { backdrop, blur, circle, glow, gradient, n, path, rect, type Scene } from './drawing.ts'

/** A planet with its bands, moons and stars. */
export const planet: Scene = (chance, p, w, h) => {
  const [x, y, r] = [w * chance.between(0.36, 0.64), h * chance.between(0.52, 0.62), w * chance.between(0.3, 0.4)]
  const tones = [p.mid, p.light, p.accent, mix(p.mid, p.light, 0.5), mix(p.accent, p.dark, 0.4)]
  let out = `${backdrop(p, w, h)}<defs>${blur('soft', 26)}${glow('halo', [
    [0.8, p.light, 0.5],
    [1, p.light, 0],
  ])}${glow(
    'shade',
    [
      [0, '#ffffff', 0.25],
      [0.5, '#000000', 0.05],
      [1, '#000000', 0.86],
    ],
    0.32,
    0.3,
  )}<clipPath id="ball">${circle(x, y, r, '#fff')}</clipPath></defs>`
  out += '<g filter="url(#soft)">'
  for (let cloud = 0; cloud < 5; cloud++)
    out += `<ellipse cx="${n(chance.next() * w)}" cy="${n(chance.next() * h)}" rx="${n(w * chance.between(0.15, 0.4))}" ry="${n(w * chance.between(0.06, 0.16))}" fill="${chance.pick([p.accent, p.mid])}" opacity=".32" transform="rotate(${n(chance.between(-40, 40))} ${n(x)} ${n(y)})"/>`
  out += '</g>'
  for (let star = 0; star < 170; star++)
    out += circle(
      chance.next() * w,
      chance.next() * h,
      chance.next() ** 3 * 2.4 + 0.4,
      '#ffffff',
      `opacity="${n(chance.between(0.3, 1))}"`,
    )
  const ringed = chance.chance(0.6)
  const tilt = chance.between(-24, 24)
  const ring = (front: boolean) => {
    let rings = ''
    for (let at = 0; at < 7; at++)
      rings += `<path d="M${n(x - r * (1.35 + at * 0.075))} ${n(y)}A${n(r * (1.35 + at * 0.075))} ${n(r * (0.3 + at * 0.017))} 0 0 ${front ? 0 : 1} ${n(x + r * (1.35 + at * 0.075))} ${n(y)}" fill="none" stroke="${tones[at % 4]}" stroke-width="${n(r * 0.055)}" opacity="${n(0.85 - at * 0.07)}"/>`
    return `<g transform="rotate(${n(tilt)} ${n(x)} ${n(y)})">${rings}</g>`
  }
  if (ringed) out += ring(false)
  out +=
    circle(x, y, r * 1.16, 'url(#halo)') +
    `<g clip-path="url(#ball)">${circle(x, y, r, p.mid)}<g transform="rotate(${n(tilt)} ${n(x)} ${n(y)})">`
  for (let band = 0; band < 15; band++) {
    const by = y - r + (band / 15) * r * 2
    out += path(
      `M${n(x - r * 1.2)} ${n(by)}q${n(r * 0.6)} ${n(chance.between(-14, 14))} ${n(r * 1.2)} 0t${n(r * 1.2)} 0v${n(r * chance.between(0.04, 0.16))}h${n(-r * 2.4)}Z`,
      chance.pick(tones),
      'opacity=".85"',
    )
  }
  out += `<ellipse cx="${n(x + r * 0.25)}" cy="${n(y + r * 0.3)}" rx="${n(r * 0.24)}" ry="${n(r * 0.12)}" fill="${p.accent}"/></g>${circle(x, y, r, 'url(#shade)')}</g>`
  if (ringed) out += ring(true)
  for (let moon = 0; moon < 2; moon++) {
    const [mx, my, mr] = [w * (moon ? 0.14 : 0.86), h * chance.between(0.28, 0.44), w * chance.between(0.02, 0.055)]
    out += circle(mx, my, mr, lighter(p.light, 0.3)) + circle(mx + mr * 0.35, my + mr * 0.2, mr, p.sky[1], 'opacity=".65"')
  }
  return out
}

/** The double helix and cells drifting by. */
export const helix: Scene = (chance, p, w, h) => {
  let out = `${backdrop(p, w, h)}<defs>${blur('soft', 8)}${glow('cell', [
    [0, p.light, 0.1],
    [0.7, p.light, 0.35],
    [1, lighter(p.light, 0.4), 0.8],
  ])}</defs>`
  for (let cell = 0; cell < 18; cell++) {
    const [x, y, r] = [chance.next() * w, chance.next() * h, w * chance.between(0.03, 0.16)]
    if (cell === 0) out += '<g filter="url(#soft)" opacity=".6">'
    if (cell === 7) out += '</g>'
    out += `<g>${circle(x, y, r, 'url(#cell)')}${circle(x + r * 0.2, y - r * 0.1, r * 0.34, p.accent, 'opacity=".55"')}</g>`
  }
  const front: string[] = []
  const turns = chance.between(1.3, 1.8)
  for (let at = 0; at <= 54; at++) {
    const t = at / 54
    const a = t * Math.PI * 2 * turns
    const [cx, y] = [w * (0.32 + 0.34 * t), h * (0.18 + t * 0.84)]
    const reach = w * 0.19
    const [x1, x2] = [cx + Math.sin(a) * reach, cx - Math.sin(a) * reach]
    const near = Math.cos(a)
    if (at % 2 === 0)
      out += `<path d="M${n(x1)} ${n(y)}L${n(x2)} ${n(y)}" stroke="${lighter(p.light, 0.3)}" stroke-width="4" opacity=".7"/>`
    const left =
      circle(x1, y, 10 + near * 5, mix(p.accent, '#ffffff', 0.15 + near * 0.15)) +
      circle(x1 - 3, y - 3, 3 + near, '#ffffff', 'opacity=".7"')
    const right =
      circle(x2, y, 10 - near * 5, mix(p.mid, '#ffffff', 0.2 - near * 0.15)) +
      circle(x2 - 3, y - 3, 3 - near, '#ffffff', 'opacity=".7"')
    if (near > 0) {
      out += right
      front.push(left)
    } else {
      out += left
      front.push(right)
    }
  }
  return out + front.join('')
}

/** Squares, circles and quarter circles in the style of the 1920s. */
export const composition: Scene = (chance, p, w, h) => {
  const tones = [p.light, p.mid, p.dark, p.accent, p.sky[0], p.sky[2], '#fbf6ea']
  const columns = chance.pick([3, 4, 5])
  const size = w / columns
  let out = rect(0, 0, w, h, p.sky[1])
  for (let row = 0; row * size < h; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * size, row * size]
      const [back, front] = chance.shuffled(tones) as [string, string]
      out += rect(x, y, size + 0.5, size + 0.5, back)
      const form = chance.whole(0, 6)
      const turn = `transform="rotate(${chance.whole(0, 3) * 90} ${n(x + size / 2)} ${n(y + size / 2)})"`
      if (form === 0)
        out += circle(x + size / 2, y + size / 2, size * 0.5, front) + circle(x + size / 2, y + size / 2, size * 0.24, back)
      if (form === 1)
        out += path(`M${n(x)} ${n(y)}A${n(size)} ${n(size)} 0 0 1 ${n(x + size)} ${n(y + size)}H${n(x)}Z`, front, turn)
      if (form === 2) out += path(`M${n(x)} ${n(y)}L${n(x + size)} ${n(y + size)}H${n(x)}Z`, front, turn)
      if (form === 3) for (let bar = 0; bar < 4; bar++) out += rect(x, y + (bar * size) / 4, size, size / 8, front, turn)
      if (form === 4)
        out += path(
          `M${n(x)} ${n(y + size / 2)}A${n(size / 2)} ${n(size / 2)} 0 0 1 ${n(x + size)} ${n(y + size / 2)}Z`,
          front,
          turn,
        )
      if (form === 5) out += circle(x + size / 2, y + size / 2, size * 0.3, front)
    }
  return out
}

/** An arrow of bars, a paper boat, a balancing stone: business in one picture. */
export const figure: Scene = (chance, p, w, h, variant) => {
  let out = `${backdrop(p, w, h)}<defs>${blur('soft', 12)}${gradient('side', [
    [0, lighter(p.accent, 0.2)],
    [1, darker(p.accent, 0.3)],
  ])}</defs>`
  const kind = variant % 4
  const ground = h * 0.8
  if (kind === 0) {
    let peak = 0.16
    for (let bar = 0; bar < 6; bar++) {
      peak = Math.min(0.46, peak + chance.between(-0.03, 0.11))
      const [x, wide, tall] = [w * (0.1 + bar * 0.135), w * 0.1, h * peak]
      out +=
        path(
          `M${n(x + wide)} ${n(ground)}l${n(w * 0.14)} ${n(h * 0.05)}H${n(x + w * 0.1)}L${n(x)} ${n(ground)}Z`,
          '#000',
          'opacity=".2" filter="url(#soft)"',
        ) +
        rect(x, ground - tall, wide, tall, bar === 5 ? 'url(#side)' : mix(p.mid, p.light, bar / 8)) +
        path(
          `M${n(x + wide)} ${n(ground - tall)}l${n(wide * 0.3)} ${n(-wide * 0.25)}V${n(ground - wide * 0.25)}L${n(x + wide)} ${n(ground)}Z`,
          darker(p.mid, 0.35),
        ) +
        path(
          `M${n(x)} ${n(ground - tall)}l${n(wide * 0.3)} ${n(-wide * 0.25)}H${n(x + wide * 1.3)}L${n(x + wide)} ${n(ground - tall)}Z`,
          lighter(p.light, 0.3),
        )
    }
  } else if (kind === 1) {
    for (let wave = 0; wave < 6; wave++)
      out += path(
        `M0 ${n(ground - h * 0.1 + wave * h * 0.05)}q${n(w / 8)} ${n(-h * 0.04)} ${n(w / 4)} 0t${n(w / 4)} 0t${n(w / 4)} 0t${n(w / 4)} 0V${n(h)}H0Z`,
        mix(p.mid, p.dark, wave / 6),
        wave === 2 ? '' : '',
      )
    const [x, y, s] = [w * 0.5, ground - h * 0.1, w * 0.24]
    out +=
      path(`M${n(x)} ${n(y - s * 1.4)}L${n(x + s * 0.7)} ${n(y)}H${n(x)}Z`, '#e6dfd0') +
      path(`M${n(x)} ${n(y - s * 1.4)}L${n(x - s * 0.7)} ${n(y)}H${n(x)}Z`, '#fffdf7') +
      path(
        `M${n(x - s * 1.4)} ${n(y - s * 0.35)}L${n(x - s * 0.7)} ${n(y + s * 0.45)}H${n(x + s * 0.7)}L${n(x + s * 1.4)} ${n(y - s * 0.35)}L${n(x)} ${n(y + s * 0.12)}Z`,
        '#ffffff',
      ) +
      path(
        `M${n(x)} ${n(y + s * 0.12)}L${n(x + s * 1.4)} ${n(y - s * 0.35)}L${n(x + s * 0.7)} ${n(y + s * 0.45)}H${n(x)}Z`,
        '#d8d0bf',
      ) +
      rect(x - 2, y - s * 2, 4, s * 0.62, p.dark) +
      path(
        `M${n(x + 2)} ${n(y - s * 2)}h${n(s * 0.5)}l${n(-s * 0.14)} ${n(s * 0.14)} ${n(s * 0.14)} ${n(s * 0.14)}h${n(-s * 0.5)}Z`,
        p.accent,
      )
    out += path(
      `M0 ${n(ground + h * 0.0)}q${n(w / 8)} ${n(-h * 0.035)} ${n(w / 4)} 0t${n(w / 4)} 0t${n(w / 4)} 0t${n(w / 4)} 0V${n(h)}H0Z`,
      mix(p.mid, p.dark, 0.6),
    )
  } else if (kind === 2) {
    let y = ground
    out += `<ellipse cx="${n(w / 2)}" cy="${n(ground + 6)}" rx="${n(w * 0.3)}" ry="14" fill="#000" opacity=".35" filter="url(#soft)"/>`
    for (let stone = 0; stone < 5; stone++) {
      const [rx, ry] = [w * (0.25 - stone * 0.035) * chance.between(0.9, 1.1), h * (0.062 - stone * 0.006)]
      y -= ry * 0.95
      const tone = stone === 4 ? p.accent : mix(p.mid, stone % 2 ? p.light : p.dark, 0.35)
      out += `<ellipse cx="${n(w / 2 + chance.between(-0.03, 0.03) * w)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${tone}"/><ellipse cx="${n(w / 2 - rx * 0.25)}" cy="${n(y - ry * 0.4)}" rx="${n(rx * 0.5)}" ry="${n(ry * 0.3)}" fill="#ffffff" opacity=".22"/>`
      y -= ry * 0.9
    }
  } else {
    for (let coin = 0; coin < 3; coin++) {
      const x = w * (0.25 + coin * 0.25)
      const stack = [4, 7, 11][coin]!
      for (let at = 0; at < stack; at++) {
        const y = ground - at * h * 0.024
        out += `<ellipse cx="${n(x)}" cy="${n(y + h * 0.012)}" rx="${n(w * 0.1)}" ry="${n(h * 0.02)}" fill="${darker(p.accent, 0.35)}"/><ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(w * 0.1)}" ry="${n(h * 0.02)}" fill="${mix(p.accent, p.light, at / 14)}"/>`
      }
      const top = ground - stack * h * 0.024
      out += path(
        `M${n(x)} ${n(top)}q-4 ${n(-h * 0.05)} 0 ${n(-h * 0.05 * (coin + 1))}`,
        'none',
        `stroke="#4d7a35" stroke-width="5"`,
      )
      for (let each = 0; each <= coin * 2 + 1; each++)
        out += `<ellipse cx="${n(x + (each % 2 ? 18 : -18))}" cy="${n(top - h * 0.025 * (each + 1))}" rx="20" ry="9" fill="#5d8a3a" transform="rotate(${each % 2 ? -30 : 30} ${n(x)} ${n(top - h * 0.025 * (each + 1))})"/>`
    }
  }
  return out
}

/** A chip with glowing traces. */
export const circuit: Scene = (chance, p, w, h) => {
  const [x, y, s] = [w / 2, h * 0.55, w * 0.23]
  let out = `${backdrop(p, w, h)}<defs>${blur('soft', 14)}${gradient('chip', [
    [0, lighter(p.dark, 0.2)],
    [1, darker(p.dark, 0.5)],
  ])}${glow('sun', [
    [0, p.accent, 0.7],
    [1, p.accent, 0],
  ])}</defs>${circle(x, y, w * 0.6, 'url(#sun)')}`
  for (let side = 0; side < 4; side++)
    for (let wire = -5; wire <= 5; wire++) {
      const start = s * (wire / 5.6)
      const [far, bend, turn] = [
        s * chance.between(1.5, 2.2),
        chance.between(0.1, 0.9) * s * Math.sign(wire || 1),
        s * chance.between(1.1, 1.4),
      ]
      const tone = chance.pick([p.light, p.accent, p.mid])
      out += `<g transform="rotate(${side * 90} ${n(x)} ${n(y)})"><path d="M${n(x + start)} ${n(y - s)}V${n(y - turn)}L${n(x + start + bend)} ${n(y - turn - Math.abs(bend))}V${n(y - far - Math.abs(bend))}" fill="none" stroke="${tone}" stroke-width="3" opacity=".9"/>${circle(x + start + bend, y - far - Math.abs(bend), 6, tone)}${rect(x + start - 4, y - s * 1.1, 8, s * 0.14, lighter(p.light, 0.3))}</g>`
    }
  out +=
    rect(x - s, y - s + 10, s * 2, s * 2, '#000', 'rx="14" opacity=".6" filter="url(#soft)"') +
    rect(x - s, y - s, s * 2, s * 2, 'url(#chip)', 'rx="14"') +
    rect(x - s * 0.72, y - s * 0.72, s * 1.44, s * 1.44, 'none', `rx="8" stroke="${p.accent}" stroke-width="2"`)
  const form = chance.whole(0, 2)
  if (form === 0)
    for (let ring = 1; ring < 5; ring++)
      out += `<circle cx="${n(x)}" cy="${n(y)}" r="${n(ring * s * 0.13)}" fill="none" stroke="${p.light}" stroke-width="4" stroke-dasharray="${n(ring * 9)} ${n(ring * 4)}"/>`
  else if (form === 1)
    out += path(
      `M${n(x + s * 0.12)} ${n(y - s * 0.55)}L${n(x - s * 0.35)} ${n(y + s * 0.1)}H${n(x)}L${n(x - s * 0.1)} ${n(y + s * 0.55)}L${n(x + s * 0.38)} ${n(y - s * 0.12)}H${n(x + s * 0.02)}Z`,
      p.light,
    )
  else
    for (let dot = 0; dot < 25; dot++)
      out += circle(
        x + ((dot % 5) - 2) * s * 0.24,
        y + (Math.floor(dot / 5) - 2) * s * 0.24,
        s * (chance.chance(0.5) ? 0.09 : 0.045),
        chance.pick([p.light, p.accent, '#ffffff']),
      )
  return out
}
