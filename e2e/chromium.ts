import { existsSync } from 'node:fs'

const WHOLE = '/usr/bin/chromium'
/** The browser without its windows takes a third less of the processor; it shows no notifications. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'

/** Debian's packages that are missing for the browser tests. */
export function missingPackages(): string[] {
  if (process.env.CHROMIUM) return []
  return [WHOLE, WITHOUT_WINDOWS].filter((path) => !existsSync(path)).map((path) => path.split('/').at(-1)!)
}

/** Path of the whole Chromium. */
export function wholeChromium(): string {
  return process.env.CHROMIUM || WHOLE
}

/** Path of the Chromium that is enough for most tests. */
export function chromium(): string {
  return process.env.CHROMIUM || !existsSync(WITHOUT_WINDOWS) ? wholeChromium() : WITHOUT_WINDOWS
}
