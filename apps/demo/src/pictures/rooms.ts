import { darker, lighter, mix } from '../colour.ts'
import { backdrop, blur, circle, glow, gradient, n, path, rect, type Scene } from './drawing.ts'

/** An armchair, a lamp, a window: a room one would like to read in. */
export const room: Scene = (chance, p, w, h) => {
  const floor = h * 0.8
  let out = `<defs>${gradient(
    'wall',
    [
      [0, p.sky[0]],
      [1, p.sky[2]],
    ],
    true,
  )}${glow('lamp', [
    [0, '#fff4d2', 0.85],
    [1, '#fff4d2', 0],
  ])}${blur('soft', 9)}</defs>${rect(0, 0, w, h, 'url(#wall)')}${rect(0, floor, w, h - floor, mix(p.dark, '#a9794c', 0.55))}`
  for (let board = 0; board < 4; board++) out += rect(0, floor + board * h * 0.055, w, 2, darker(p.dark, 0.2), 'opacity=".35"')
  const wx = w * chance.pick([0.1, 0.58])
  out +=
    rect(wx, h * 0.2, w * 0.32, h * 0.3, '#fffaf0') +
    rect(wx + 7, h * 0.2 + 7, w * 0.32 - 14, h * 0.3 - 14, mix(p.mid, '#cfe6f2', 0.75)) +
    circle(wx + w * 0.2, h * 0.29, w * 0.045, '#fff3c4') +
    path(
      `M${n(wx + 7)} ${n(h * 0.45)}Q${n(wx + w * 0.1)} ${n(h * 0.36)} ${n(wx + w * 0.19)} ${n(h * 0.43)}T${n(wx + w * 0.32 - 7)} ${n(h * 0.4)}V${n(h * 0.5 - 7)}H${n(wx + 7)}Z`,
      mix(p.mid, '#6f9560', 0.6),
    ) +
    rect(wx + w * 0.155, h * 0.2, 7, h * 0.3, '#fffaf0') +
    rect(wx, h * 0.345, w * 0.32, 6, '#fffaf0')
  const px = wx < w / 2 ? w * 0.62 : w * 0.12
  for (let frame = 0; frame < 3; frame++) {
    const [fx, fy, fw, fh] = [
      px + (frame % 2) * w * 0.15,
      h * (0.23 + Math.floor(frame / 2) * 0.13 + (frame % 2) * 0.03),
      w * 0.125,
      h * 0.11,
    ]
    out +=
      rect(fx, fy, fw, fh, '#fffaf0', `stroke="${p.dark}" stroke-width="4"`) +
      circle(fx + fw / 2, fy + fh * 0.45, fw * 0.24, chance.pick([p.accent, p.mid, p.light])) +
      path(
        `M${n(fx + 6)} ${n(fy + fh - 6)}L${n(fx + fw * 0.5)} ${n(fy + fh * 0.5)}L${n(fx + fw - 6)} ${n(fy + fh - 6)}Z`,
        chance.pick([p.dark, p.mid]),
      )
  }
  const [x, y, s] = [w * 0.46, floor + h * 0.05, w * 0.24]
  out += `<ellipse cx="${n(x)}" cy="${n(y + h * 0.02)}" rx="${n(w * 0.46)}" ry="${n(h * 0.06)}" fill="${lighter(p.accent, 0.55)}"/><ellipse cx="${n(x)}" cy="${n(y + h * 0.02)}" rx="${n(w * 0.4)}" ry="${n(h * 0.048)}" fill="none" stroke="${p.accent}" stroke-width="4"/>`
  out +=
    [-0.8, 0.75].map((at) => rect(x + at * s, y - s * 0.3, 8, s * 0.34, darker(p.dark, 0.3))).join('') +
    rect(x - s * 0.85, y - s * 1.75, s * 1.7, s * 1.4, p.accent, `rx="${n(s * 0.3)}"`) +
    rect(x - s * 0.7, y - s * 1.62, s * 1.4, s * 0.9, lighter(p.accent, 0.1), `rx="${n(s * 0.22)}"`) +
    rect(x - s * 0.8, y - s * 0.82, s * 1.6, s * 0.45, lighter(p.accent, 0.2), `rx="${n(s * 0.15)}"`) +
    [-1.12, 0.78]
      .map((at) => rect(x + at * s, y - s * 1.05, s * 0.34, s * 0.85, darker(p.accent, 0.18), `rx="${n(s * 0.16)}"`))
      .join('') +
    rect(x - s * 0.25, y - s * 1.2, s * 0.6, s * 0.5, p.light, `rx="10" transform="rotate(-12 ${n(x)} ${n(y - s)})"`)
  const lx = w * 0.84
  out +=
    circle(lx, h * 0.5, w * 0.3, 'url(#lamp)') +
    rect(lx - 2.5, h * 0.52, 5, floor + h * 0.03 - h * 0.52, darker(p.dark, 0.3)) +
    `<ellipse cx="${n(lx)}" cy="${n(floor + h * 0.03)}" rx="${n(w * 0.06)}" ry="6" fill="${darker(p.dark, 0.3)}"/>` +
    path(
      `M${n(lx - w * 0.055)} ${n(h * 0.45)}H${n(lx + w * 0.055)}L${n(lx + w * 0.095)} ${n(h * 0.54)}H${n(lx - w * 0.095)}Z`,
      '#fff0cc',
    )
  const gx = w * 0.13
  out += path(
    `M${n(gx - w * 0.055)} ${n(y - h * 0.08)}H${n(gx + w * 0.055)}L${n(gx + w * 0.04)} ${n(y)}H${n(gx - w * 0.04)}Z`,
    mix(p.light, '#c4633c', 0.7),
  )
  for (let leaf = 0; leaf < 11; leaf++) {
    const a = -90 + (leaf - 5) * 15
    out += `<g transform="translate(${n(gx)} ${n(y - h * 0.075)}) rotate(${a})">${path(`M0 0Q${n(w * 0.09)} ${n(-w * 0.05)} ${n(w * chance.between(0.15, 0.24))} 0Q${n(w * 0.09)} ${n(w * 0.05)} 0 0Z`, mix('#3f6d2f', '#86a94c', chance.next()))}</g>`
  }
  return out
}

/** Flowers and leaves that fill the frame. */
export const garden: Scene = (chance, p, w, h) => {
  let out = `${backdrop(p, w, h)}<defs>${blur('far', 6)}</defs>`
  for (let layer = 0; layer < 3; layer++) {
    out += layer === 0 ? '<g filter="url(#far)" opacity=".75">' : '<g>'
    for (let leaf = 0; leaf < 26; leaf++) {
      const [x, y, l] = [chance.next() * w, h * chance.between(0.3 + layer * 0.12, 1.05), w * chance.between(0.12, 0.26)]
      const tone = mix(mix('#3f7040', p.mid, 0.2), mix('#1f4028', p.dark, 0.3), chance.between(0, 0.75))
      out += `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(chance.between(-150, -30))})">${path(`M0 0C${n(l * 0.3)} ${n(-l * 0.26)} ${n(l * 0.75)} ${n(-l * 0.2)} ${n(l)} 0C${n(l * 0.75)} ${n(l * 0.2)} ${n(l * 0.3)} ${n(l * 0.26)} 0 0Z`, tone)}${path(`M0 0C${n(l * 0.3)} ${n(-l * 0.24)} ${n(l * 0.75)} ${n(-l * 0.16)} ${n(l)} 0Z`, lighter(tone, 0.12))}</g>`
    }
    for (let flower = 0; flower < 7; flower++) {
      const [x, y, r] = [
        chance.next() * w,
        h * chance.between(0.32 + layer * 0.1, 0.98),
        w * chance.between(0.05, 0.085 + layer * 0.02),
      ]
      const tone = chance.pick([p.accent, p.light, lighter(p.accent, 0.45), '#fffaf0'])
      const petals = chance.pick([5, 8, 13])
      for (let ring = 0; ring < 2; ring++)
        for (let petal = 0; petal < petals; petal++)
          out += `<ellipse cx="${n(x)}" cy="${n(y - r * (0.62 - ring * 0.22))}" rx="${n((r * 2.1) / petals + r * 0.08)}" ry="${n(r * (0.52 - ring * 0.16))}" fill="${ring ? lighter(tone, 0.2) : darker(tone, (petal % 3) * 0.06)}" transform="rotate(${n(((petal + ring / 2) * 360) / petals)} ${n(x)} ${n(y)})"/>`
      out += circle(x, y, r * 0.24, '#e8a820') + circle(x, y, r * 0.13, '#8f5a1a')
    }
    out += '</g>'
  }
  return out
}
