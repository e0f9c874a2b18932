import { existsSync } from 'node:fs'

const WHOLE = '/usr/bin/chromium'
/** The headless shell takes a third less processor time, but shows no notifications. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'

/** Returns the names of the Debian packages that are missing for the browser tests. */
export function missingPackages(): string[] {
  if (process.env.CHROMIUM) return []
  return [WHOLE, WITHOUT_WINDOWS].filter((path) => !existsSync(path)).map((path) => path.split('/').at(-1)!)
}

/** Returns the path of the full Chromium. */
export function wholeChromium(): string {
  return process.env.CHROMIUM || WHOLE
}

/** Returns the path of the Chromium that is sufficient for most tests. */
export function chromium(): string {
  return process.env.CHROMIUM || !existsSync(WITHOUT_WINDOWS) ? wholeChromium() : WITHOUT_WINDOWS
}
