import { existsSync } from 'node:fs'

/** Debian's packages: the browser without its windows, which takes a third less of the processor, and the whole one. */
export const PACKAGES = ['chromium-headless-shell', 'chromium'] as const

/** Path of the Chromium for the browser tests: `CHROMIUM`, else the first of the packages that is installed. */
export function chromium(): string {
  const paths = PACKAGES.map((name) => `/usr/bin/${name}`)
  return process.env.CHROMIUM ?? paths.find((path) => existsSync(path)) ?? paths[0]!
}
