// Emulation of a slow line and processor, with the profiles of the browser's tools.
import { type Browser, type CDPSession, chromium } from 'playwright-core'

type Line = {
  offline: false
  /** Added to each request. Milliseconds. */
  latency: number
  /** Bytes per second. */
  downloadThroughput: number
  /** Bytes per second. */
  uploadThroughput: number
}

const MEGABIT_BYTES = (1024 * 1024) / 8

/** "Regular 4G": 9 Mbit/s down, 1.5 Mbit/s up, 60 ms more of latency. */
export const REGULAR_4G: Line = {
  offline: false,
  latency: 60,
  downloadThroughput: 9 * MEGABIT_BYTES,
  uploadThroughput: 1.5 * MEGABIT_BYTES,
}
/** "Slow 4G": 1.6 Mbit/s down, 0.75 Mbit/s up and 150 ms, corrected as Lighthouse does for delays by request. */
export const SLOW_4G: Line = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: 1.6 * 0.9 * MEGABIT_BYTES,
  uploadThroughput: 0.75 * 0.9 * MEGABIT_BYTES,
}
/** Slowdown of this machine's processor, like that of a cheap phone compared with a desktop. */
export const SLOW_PROCESSOR = 4

export const PHONE = { viewport: { width: 412, height: 915 }, isMobile: true, hasTouch: true }

/** Starts the browser. Stops the kiosk if that fails. */
export function startBrowser(kiosk: { stop(): Promise<void> }): Promise<Browser> {
  return chromium
    .launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
    .catch(async (error: unknown) => {
      await kiosk.stop()
      throw error
    })
}

/** Sends one command of the DevTools protocol to a page. */
type SendCommand = (method: string, params: object) => Promise<unknown>

/** Slows a page down. `processor`: times as slow as this machine. */
export async function slowDown(send: SendCommand, line: Line, processor = 1): Promise<void> {
  // Sent at once: a page that is about to be prerendered does not answer before it loads.
  const sent = [send('Network.enable', {}), send('Network.emulateNetworkConditions', line)]
  if (processor > 1) sent.push(send('Emulation.setCPUThrottlingRate', { rate: processor }))
  await Promise.all(sent)
}

/** Returns a function that sends commands to a page of Playwright. */
export function commandsOf(session: CDPSession): SendCommand {
  return (method, params) => session.send(method as 'Network.enable', params as never)
}
