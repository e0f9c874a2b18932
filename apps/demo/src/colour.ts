type Parts = readonly [number, number, number]

function parts(hex: string): Parts {
  const all = Number.parseInt(hex.slice(1), 16)
  return [all >> 16, (all >> 8) & 255, all & 255]
}

/** Mixes a `share` (0 to 1) of `b` into `a`. Colours are "#rrggbb". */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [parts(a), parts(b)]
  const value = x.map((part, at) => Math.round(part + (y[at]! - part) * share))
  return `#${value.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, '0')).join('')}`
}
export const lighter = (colour: string, share: number) => mix(colour, '#ffffff', share)
export const darker = (colour: string, share: number) => mix(colour, '#000000', share)

/** Returns the perceived brightness, 0 to 1. */
export function brightness(colour: string): number {
  const [r, g, b] = parts(colour)
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255
}

/** Returns the ink that is legible on a colour. */
export function inkOn(colour: string, dark = '#16130f', light = '#ffffff'): string {
  return brightness(colour) > 0.55 ? dark : light
}
