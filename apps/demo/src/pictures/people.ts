import { darker, lighter, mix } from '../colour.ts'
import { backdrop, blur, circle, glow, gradient, n, path, rect, type Scene } from './drawing.ts'

/** A figure in hat and dark glasses, cut from paper. */
export const portrait: Scene = (chance, p, w, h, variant) => {
  const [x, y, s] = [w * chance.between(0.48, 0.56), h * 0.47, w * 0.2]
  const skin = chance.pick(['#f0c8a8', '#d9a27c', '#a86f4b', '#7a4a30', '#e8b898'])
  const shade = darker(mix(skin, p.accent, 0.2), 0.16)
  const hair = chance.pick(['#2a1a14', '#5a2f1a', '#1a1614', '#8f4a22', '#c9924a'])
  let out = `${backdrop(p, w, h)}<defs>${glow('back', [
    [0, p.light, 0.9],
    [1, p.light, 0],
  ])}${blur('soft', 12)}${gradient('coat', [
    [0, p.accent],
    [1, darker(p.accent, 0.45)],
  ])}</defs>`
  out += chance.chance(0.5) ? circle(x, y - s * 0.2, w * 0.42, p.light, 'opacity=".8"') : circle(x, y, w * 0.6, 'url(#back)')
  const style = variant % 5
  // Hair behind the face, the neck, the shoulders, then the face itself.
  if (style !== 2)
    out += path(
      `M${n(x - s * 1.15)} ${n(y - s * 0.3)}C${n(x - s * 1.3)} ${n(y - s * 1.9)} ${n(x + s * 1.3)} ${n(y - s * 1.9)} ${n(x + s * 1.15)} ${n(y - s * 0.3)}C${n(x + s * 1.35)} ${n(y + s)} ${n(x + s * 1.25)} ${n(y + s * 1.9)} ${n(x + s * 0.9)} ${n(y + s * 2.3)}H${n(x - s * 1.1)}C${n(x - s * 1.4)} ${n(y + s * 1.5)} ${n(x - s * 1.3)} ${n(y + s * 0.6)} ${n(x - s * 1.15)} ${n(y - s * 0.3)}Z`,
      hair,
    )
  out += path(`M${n(x - s * 0.4)} ${n(y + s * 0.7)}H${n(x + s * 0.42)}V${n(y + s * 2.2)}H${n(x - s * 0.42)}Z`, shade)
  out += path(
    `M${n(x - s * 2.6)} ${n(h)}C${n(x - s * 2.4)} ${n(y + s * 2.4)} ${n(x - s * 1.3)} ${n(y + s * 2)} ${n(x - s * 0.45)} ${n(y + s * 1.7)}Q${n(x)} ${n(y + s * 2.3)} ${n(x + s * 0.48)} ${n(y + s * 1.7)}C${n(x + s * 1.4)} ${n(y + s * 2)} ${n(x + s * 2.5)} ${n(y + s * 2.4)} ${n(x + s * 2.7)} ${n(h)}Z`,
    'url(#coat)',
  )
  out +=
    path(
      `M${n(x - s * 0.46)} ${n(y + s * 1.68)}L${n(x - s * 0.9)} ${n(y + s * 2.1)}L${n(x - s * 0.1)} ${n(y + s * 3.4)}L${n(x)} ${n(y + s * 2.2)}Z`,
      darker(p.accent, 0.3),
    ) +
    path(
      `M${n(x + s * 0.48)} ${n(y + s * 1.68)}L${n(x + s * 0.95)} ${n(y + s * 2.1)}L${n(x + s * 0.06)} ${n(y + s * 3.4)}L${n(x)} ${n(y + s * 2.2)}Z`,
      darker(p.accent, 0.18),
    )
  out += path(
    `M${n(x - s * 0.86)} ${n(y - s * 0.5)}C${n(x - s * 0.95)} ${n(y - s * 1.6)} ${n(x + s * 0.95)} ${n(y - s * 1.6)} ${n(x + s * 0.86)} ${n(y - s * 0.5)}C${n(x + s * 0.9)} ${n(y + s * 0.5)} ${n(x + s * 0.5)} ${n(y + s * 1.24)} ${n(x)} ${n(y + s * 1.28)}C${n(x - s * 0.5)} ${n(y + s * 1.24)} ${n(x - s * 0.9)} ${n(y + s * 0.5)} ${n(x - s * 0.86)} ${n(y - s * 0.5)}Z`,
    skin,
  )
  out += path(
    `M${n(x + s * 0.08)} ${n(y - s * 1.3)}C${n(x + s * 0.95)} ${n(y - s * 1.5)} ${n(x + s * 0.95)} ${n(y - s * 0.6)} ${n(x + s * 0.86)} ${n(y - s * 0.4)}C${n(x + s * 0.9)} ${n(y + s * 0.5)} ${n(x + s * 0.5)} ${n(y + s * 1.24)} ${n(x)} ${n(y + s * 1.28)}C${n(x + s * 0.34)} ${n(y + s)} ${n(x + s * 0.2)} ${n(y + s * 0.6)} ${n(x + s * 0.12)} ${n(y + s * 0.42)}L${n(x + s * 0.22)} ${n(y + s * 0.32)}Z`,
    shade,
    'opacity=".75"',
  )
  const lips = chance.pick(['#b3202c', '#9c2040', '#c8452f'])
  out += path(
    `M${n(x - s * 0.28)} ${n(y + s * 0.74)}Q${n(x - s * 0.1)} ${n(y + s * 0.62)} ${n(x)} ${n(y + s * 0.68)}Q${n(x + s * 0.1)} ${n(y + s * 0.62)} ${n(x + s * 0.28)} ${n(y + s * 0.74)}Q${n(x)} ${n(y + s * 0.98)} ${n(x - s * 0.28)} ${n(y + s * 0.74)}Z`,
    lips,
  )
  if (style === 0 || style === 3) {
    for (const side of [-1, 1])
      out += `<g transform="translate(${n(x + side * s * 0.43)} ${n(y - s * 0.08)})">${path(`M${n(-s * 0.4)} ${n(-s * 0.2)}Q0 ${n(-s * 0.34)} ${n(s * 0.4)} ${n(-s * 0.2)}Q${n(s * 0.38)} ${n(s * 0.32)} 0 ${n(s * 0.32)}Q${n(-s * 0.38)} ${n(s * 0.32)} ${n(-s * 0.4)} ${n(-s * 0.2)}Z`, '#14110e')}${path(`M${n(-s * 0.3)} ${n(-s * 0.14)}L${n(-s * 0.02)} ${n(-s * 0.2)}L${n(-s * 0.2)} ${n(s * 0.2)}Z`, p.light, 'opacity=".5"')}</g>`
    out += rect(x - s * 0.1, y - s * 0.22, s * 0.2, s * 0.07, '#14110e')
  } else {
    for (const side of [-1, 1])
      out +=
        path(
          `M${n(x + side * s * 0.18)} ${n(y - s * 0.05)}Q${n(x + side * s * 0.42)} ${n(y - s * 0.24)} ${n(x + side * s * 0.66)} ${n(y - s * 0.06)}Q${n(x + side * s * 0.42)} ${n(y + s * 0.1)} ${n(x + side * s * 0.18)} ${n(y - s * 0.05)}Z`,
          '#fffaf2',
        ) +
        circle(x + side * s * 0.43, y - s * 0.06, s * 0.1, '#2b1c14') +
        path(
          `M${n(x + side * s * 0.14)} ${n(y - s * 0.02)}Q${n(x + side * s * 0.42)} ${n(y - s * 0.3)} ${n(x + side * s * 0.74)} ${n(y - s * 0.12)}Q${n(x + side * s * 0.42)} ${n(y - s * 0.2)} ${n(x + side * s * 0.14)} ${n(y - s * 0.02)}Z`,
          '#1c120d',
        ) +
        path(
          `M${n(x + side * s * 0.14)} ${n(y - s * 0.36)}Q${n(x + side * s * 0.44)} ${n(y - s * 0.54)} ${n(x + side * s * 0.74)} ${n(y - s * 0.34)}Q${n(x + side * s * 0.44)} ${n(y - s * 0.46)} ${n(x + side * s * 0.14)} ${n(y - s * 0.36)}Z`,
          darker(hair, 0.2),
        )
    out += path(
      `M${n(x - s * 0.02)} ${n(y - s * 0.1)}L${n(x - s * 0.14)} ${n(y + s * 0.4)}Q${n(x)} ${n(y + s * 0.5)} ${n(x + s * 0.12)} ${n(y + s * 0.4)}L${n(x + s * 0.05)} ${n(y + s * 0.34)}Z`,
      shade,
      'opacity=".7"',
    )
  }
  if (style === 0 || style === 1) {
    const brim = chance.between(1.7, 2.2)
    out +=
      `<ellipse cx="${n(x)}" cy="${n(y - s * 0.66)}" rx="${n(s * brim)}" ry="${n(s * 0.42)}" fill="${darker(p.dark, 0.25)}" transform="rotate(-9 ${n(x)} ${n(y - s * 0.66)})"/>` +
      `<g transform="rotate(-9 ${n(x)} ${n(y)})">${path(`M${n(x - s * 0.98)} ${n(y - s * 0.78)}C${n(x - s * 0.95)} ${n(y - s * 2.05)} ${n(x + s * 0.95)} ${n(y - s * 2.05)} ${n(x + s * 0.98)} ${n(y - s * 0.78)}Q${n(x)} ${n(y - s * 0.5)} ${n(x - s * 0.98)} ${n(y - s * 0.78)}Z`, p.dark)}${path(`M${n(x - s * 0.97)} ${n(y - s * 0.98)}Q${n(x)} ${n(y - s * 0.7)} ${n(x + s * 0.97)} ${n(y - s * 0.98)}V${n(y - s * 0.74)}Q${n(x)} ${n(y - s * 0.46)} ${n(x - s * 0.97)} ${n(y - s * 0.74)}Z`, p.accent)}</g>`
  } else if (style === 2) {
    out +=
      path(
        `M${n(x - s * 0.98)} ${n(y - s * 0.2)}C${n(x - s * 1.2)} ${n(y - s * 1.9)} ${n(x + s * 1.2)} ${n(y - s * 1.9)} ${n(x + s * 0.98)} ${n(y - s * 0.2)}C${n(x + s * 0.86)} ${n(y - s * 0.9)} ${n(x + s * 0.3)} ${n(y - s * 0.95)} ${n(x - s * 0.2)} ${n(y - s * 0.92)}Q${n(x - s * 0.85)} ${n(y - s * 0.8)} ${n(x - s * 0.98)} ${n(y - s * 0.2)}Z`,
        hair,
      ) +
      circle(x + s * 0.1, y - s * 1.72, s * 0.52, hair) +
      circle(x, y - s * 1.86, s * 0.2, lighter(hair, 0.18), 'opacity=".6"')
  } else {
    out += path(
      `M${n(x - s)} ${n(y + s * 0.3)}C${n(x - s * 1.2)} ${n(y - s * 1.9)} ${n(x + s * 1.3)} ${n(y - s * 1.9)} ${n(x + s)} ${n(y + s * 0.2)}C${n(x + s * 0.9)} ${n(y - s * 0.5)} ${n(x + s * 0.5)} ${n(y - s)} ${n(x - s * 0.1)} ${n(y - s * 1.1)}Q${n(x - s * 0.85)} ${n(y - s * 0.7)} ${n(x - s)} ${n(y + s * 0.3)}Z`,
      hair,
    )
  }
  for (const side of [-1, 1])
    if (style !== 0)
      out +=
        circle(x + side * s * 0.92, y + s * 0.62, s * 0.1, p.light) +
        circle(x + side * s * 0.92, y + s * 0.84, s * 0.15, p.accent)
  return out
}

/** A runner, cyclist, skier or footballer in bold strokes on slanted bands. */
export const athlete: Scene = (chance, p, w, h, variant) => {
  let out = backdrop(p, w, h)
  const slant = w * 0.5
  for (let band = 0; band < 13; band++) {
    const y = chance.between(-0.1, 1.05) * h
    const thick = chance.between(0.006, 0.075) * h
    out += path(
      `M0 ${n(y + slant)}L${n(w)} ${n(y)}V${n(y + thick)}L0 ${n(y + slant + thick)}Z`,
      chance.pick([p.light, p.mid, p.dark, p.accent]),
      `opacity="${n(chance.between(0.12, 0.65))}"`,
    )
  }
  const body = chance.chance(0.5) ? darker(p.dark, 0.2) : '#fffaf2'
  const limb = (d: string, thick: number, tone = body) =>
    `<path d="${d}" stroke="${tone}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>`
  const metrics = [
    // Runner
    `${limb('M52 38L44 66', 13, p.accent)}${limb('M44 66L60 78L56 98', 8.5)}${limb('M43 66L30 78L12 76', 8.5)}${limb('M52 40L64 52L76 46', 6)}${limb('M50 40L36 46L30 58', 6)}${circle(57, 24, 8, body)}`,
    // Cyclist
    `<g fill="none" stroke="${body}" stroke-width="3"><circle cx="24" cy="80" r="17"/><circle cx="78" cy="80" r="17"/><path d="M24 80L42 56H68L48 80ZM48 80L42 56M68 56L78 80M68 50V56M38 53H46"/></g>${limb('M44 50L62 36', 12, p.accent)}${limb('M62 38L68 50', 5.5)}${limb('M44 52L58 64L49 80', 7)}${limb('M44 52L52 70L46 84', 7)}${circle(72, 30, 7.5, body)}${path('M64 28Q70 20 80 26L79 31Z', p.accent)}`,
    // Skier
    `${limb('M4 84L92 98', 3)}${limb('M10 92L96 90', 3)}${limb('M50 34L36 54', 12, p.accent)}${limb('M37 55L56 66L46 88', 8)}${limb('M36 56L48 70L58 90', 8)}${limb('M50 36L62 50L74 46', 5.5)}${limb('M74 46L40 74', 1.6)}${limb('M50 36L40 50L58 56', 5.5)}${circle(57, 24, 7.5, body)}`,
    // Footballer
    `${limb('M48 34L46 62', 14, p.accent)}${limb('M47 62L66 70L84 62', 9)}${limb('M45 62L40 82L28 96', 9)}${limb('M49 36L66 40L78 30', 6)}${limb('M46 36L30 46L18 40', 6)}${circle(51, 20, 8.5, body)}${circle(93, 54, 7.5, '#ffffff')}${path('M93 50l4 3-1.5 4.6h-5L89 53Z', '#1b1814')}`,
  ]
  const s = w / 108
  const figure = metrics[variant % metrics.length]!
  for (const [dx, opacity] of [
    [-0.13, 0.16],
    [-0.065, 0.28],
    [0, 1],
  ] as const)
    out += `<g opacity="${opacity}" transform="translate(${n(w * (0.05 + dx))} ${n(h * 0.34 - dx * h * 0.15)}) scale(${n(s)})">${figure}</g>`
  for (let spark = 0; spark < 40; spark++) {
    const x = chance.next() * w
    const y = h * chance.between(0.55, 1)
    out += path(
      `M${n(x)} ${n(y)}l${n(chance.between(6, 26))} ${n(-chance.between(3, 14))}l-4 5Z`,
      chance.pick([p.light, '#ffffff', p.accent]),
      `opacity="${n(chance.between(0.4, 0.95))}"`,
    )
  }
  return out
}

/** A friendly animal that looks right at you. */
export const animal: Scene = (chance, p, w, h, variant) => {
  let out = backdrop(p, w, h)
  for (let dot = 0; dot < 26; dot++) {
    const [x, y, r] = [chance.next() * w, chance.next() * h, w * chance.between(0.008, 0.035)]
    out += chance.chance(0.5)
      ? circle(x, y, r, chance.pick([p.light, p.accent, '#ffffff']), 'opacity=".8"')
      : path(
          `M${n(x)} ${n(y - r)}l${n(r * 0.3)} ${n(r * 0.7)} ${n(r * 0.7)} ${n(r * 0.1)} ${n(-r * 0.55)} ${n(r * 0.5)} ${n(r * 0.2)} ${n(r * 0.75)} ${n(-r * 0.65)} ${n(-r * 0.4)} ${n(-r * 0.65)} ${n(r * 0.4)} ${n(r * 0.2)} ${n(-r * 0.75)} ${n(-r * 0.55)} ${n(-r * 0.5)} ${n(r * 0.7)} ${n(-r * 0.1)}Z`,
          p.light,
        )
  }
  out += path(`M0 ${n(h * 0.82)}Q${n(w * 0.5)} ${n(h * 0.72)} ${n(w)} ${n(h * 0.84)}V${n(h)}H0Z`, p.mid)
  const [x, y, s] = [w / 2, h * 0.56, w * 0.29]
  const kind = variant % 5
  const fur = ['#e0702a', '#8a5a3a', '#8a93a3', '#6fae5a', '#f2c14e'][kind]!
  const belly = lighter(fur, 0.72)
  const eye = (ex: number, ey: number, er: number) =>
    circle(ex, ey, er, '#ffffff') +
    circle(ex + er * 0.1, ey + er * 0.1, er * 0.62, '#1b1512') +
    circle(ex - er * 0.12, ey - er * 0.2, er * 0.22, '#ffffff')
  out += `<ellipse cx="${n(x)}" cy="${n(y + s * 1.5)}" rx="${n(s * 1.05)}" ry="${n(s)}" fill="${darker(fur, 0.12)}"/><ellipse cx="${n(x)}" cy="${n(y + s * 1.7)}" rx="${n(s * 0.62)}" ry="${n(s * 0.75)}" fill="${belly}"/>`
  if (kind === 0) {
    for (const side of [-1, 1])
      out +=
        path(
          `M${n(x + side * s * 0.28)} ${n(y - s * 0.7)}L${n(x + side * s * 0.95)} ${n(y - s * 1.35)}L${n(x + side * s * 1)} ${n(y - s * 0.2)}Z`,
          fur,
        ) +
        path(
          `M${n(x + side * s * 0.5)} ${n(y - s * 0.75)}L${n(x + side * s * 0.86)} ${n(y - s * 1.1)}L${n(x + side * s * 0.88)} ${n(y - s * 0.4)}Z`,
          '#3a211a',
        )
    out +=
      path(
        `M${n(x - s * 1.12)} ${n(y - s * 0.1)}Q${n(x)} ${n(y - s * 1.5)} ${n(x + s * 1.12)} ${n(y - s * 0.1)}Q${n(x + s * 0.7)} ${n(y + s * 0.7)} ${n(x)} ${n(y + s * 0.86)}Q${n(x - s * 0.7)} ${n(y + s * 0.7)} ${n(x - s * 1.12)} ${n(y - s * 0.1)}Z`,
        fur,
      ) +
      path(
        `M${n(x - s * 1.12)} ${n(y - s * 0.1)}Q${n(x - s * 0.3)} ${n(y - s * 0.1)} ${n(x)} ${n(y + s * 0.4)}Q${n(x + s * 0.3)} ${n(y - s * 0.1)} ${n(x + s * 1.12)} ${n(y - s * 0.1)}Q${n(x + s * 0.7)} ${n(y + s * 0.7)} ${n(x)} ${n(y + s * 0.86)}Q${n(x - s * 0.7)} ${n(y + s * 0.7)} ${n(x - s * 1.12)} ${n(y - s * 0.1)}Z`,
        '#fff7ec',
      )
    out += circle(x, y + s * 0.72, s * 0.16, '#1b1512')
  } else if (kind === 2) {
    for (const side of [-1, 1])
      out += path(
        `M${n(x + side * s * 0.3)} ${n(y - s * 0.8)}L${n(x + side * s * 0.92)} ${n(y - s * 1.3)}L${n(x + side * s * 0.96)} ${n(y - s * 0.3)}Z`,
        darker(fur, 0.2),
      )
    out += circle(x, y, s, fur)
    for (const side of [-1, 1]) out += circle(x + side * s * 0.42, y - s * 0.08, s * 0.46, belly)
    out += path(`M${n(x - s * 0.14)} ${n(y + s * 0.14)}H${n(x + s * 0.14)}L${n(x)} ${n(y + s * 0.46)}Z`, '#f2a020')
    for (let row = 0; row < 3; row++)
      for (let at = -2; at <= 2; at++)
        out += path(
          `M${n(x + at * s * 0.26 - s * 0.1)} ${n(y + s * (1.2 + row * 0.26))}q${n(s * 0.1)} ${n(s * 0.16)} ${n(s * 0.2)} 0Z`,
          darker(fur, 0.25),
        )
  } else if (kind === 3) {
    out += circle(x, y, s, fur)
    for (const side of [-1, 1]) out += circle(x + side * s * 0.52, y - s * 0.78, s * 0.38, fur)
    for (let spot = 0; spot < 8; spot++)
      out += circle(
        x + chance.between(-0.7, 0.7) * s,
        y + chance.between(0.1, 0.7) * s,
        s * chance.between(0.04, 0.09),
        darker(fur, 0.2),
      )
  } else {
    for (const side of [-1, 1])
      out += circle(x + side * s * 0.76, y - s * 0.76, s * 0.34, fur) + circle(x + side * s * 0.76, y - s * 0.76, s * 0.2, belly)
    if (kind === 4)
      for (let lock = 0; lock < 18; lock++)
        out += circle(x + Math.cos(lock * 0.349) * s * 1.12, y + Math.sin(lock * 0.349) * s * 1.12, s * 0.3, '#b8682a')
    out +=
      circle(x, y, s, fur) +
      `<ellipse cx="${n(x)}" cy="${n(y + s * 0.4)}" rx="${n(s * 0.5)}" ry="${n(s * 0.4)}" fill="${belly}"/><ellipse cx="${n(x)}" cy="${n(y + s * 0.22)}" rx="${n(s * 0.17)}" ry="${n(s * 0.12)}" fill="#1b1512"/>`
  }
  const ey = kind === 3 ? y - s * 0.78 : y - s * 0.08
  const ex = kind === 3 ? s * 0.52 : s * 0.42
  const er = kind === 2 ? s * 0.3 : kind === 3 ? s * 0.27 : s * 0.19
  for (const side of [-1, 1]) out += eye(x + side * ex, ey, er)
  if (kind !== 2)
    out += `<path d="M${n(x - s * 0.24)} ${n(y + s * (kind === 0 ? 0.96 : 0.5))}q${n(s * 0.24)} ${n(s * 0.24)} ${n(s * 0.48)} 0" stroke="#1b1512" stroke-width="${n(s * 0.055)}" fill="${kind === 3 ? '#c8452f' : 'none'}" stroke-linecap="round"/>`
  for (const side of [-1, 1]) out += circle(x + side * s * 0.72, y + s * 0.3, s * 0.14, '#ff8f8f', 'opacity=".5"')
  if (chance.chance(0.6)) {
    const hat = p.accent
    out +=
      path(
        `M${n(x - s * 0.5)} ${n(y - s * 0.86)}L${n(x)} ${n(y - s * 1.9)}L${n(x + s * 0.5)} ${n(y - s * 0.86)}Q${n(x)} ${n(y - s * 1.06)} ${n(x - s * 0.5)} ${n(y - s * 0.86)}Z`,
        hat,
      ) + circle(x, y - s * 1.9, s * 0.14, p.light)
    for (let dot = 0; dot < 4; dot++)
      out += circle(x + (dot % 2 ? 1 : -1) * s * (0.06 + dot * 0.05), y - s * (1.5 - dot * 0.15), s * 0.06, '#ffffff')
  }
  return out
}
