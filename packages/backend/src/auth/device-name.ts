const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
] as const
const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const

/** Derives a readable name from the User-Agent: "Firefox · Windows". At most 60 characters. */
export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0]
  const name = [browser, system].filter(Boolean).join(' · ')
  return name || (/^[\w. /-]{1,60}$/.exec(agent)?.[0] ?? 'Browser')
}
