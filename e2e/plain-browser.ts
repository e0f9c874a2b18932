import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { wholeChromium } from './chromium.ts'

type Target = { session: string; targetId: string; type: string; subtype?: string }
// biome-ignore lint/suspicious/noExplicitAny: results of DevTools have no types here
type Send = (method: string, params?: object, sessionId?: string) => Promise<any>
export type Event = { method: string; params: Record<string, unknown>; sessionId?: string }
export type PlainBrowser = {
  /** Sends a command to the browser, or to a page. */
  send: Send
  /** Pages of the tab, and what it prerenders. */
  targets: Target[]
  /** Returns the value of an expression in a page. */
  evaluate(expression: string, session: string): Promise<unknown>
  /** Session of the page that the tab shows first. */
  page: string
  close(): void
}
type Options = {
  /**
   * Sends commands to each page of the tab, including a prerendered one, before it loads anything. The page may not answer until
   * it loads.
   */
  prepare?(send: Send, session: string): void
  onEvent?(event: Event): void
}

/**
 * Starts Chromium with one tab, without Playwright, which forbids it to render pages ahead. Commands go to its DevTools, through a
 * pipe.
 */
export async function plainBrowser({ prepare, onEvent }: Options = {}): Promise<PlainBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-browser-'))
  const args = ['--headless=new', '--remote-debugging-pipe', `--user-data-dir=${folder}`, '--no-sandbox', '--disable-gpu']
  const browser: ChildProcess = spawn(wholeChromium(), [...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [commands, answers] = [browser.stdio[3] as NodeJS.WritableStream, browser.stdio[4] as NodeJS.ReadableStream]
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  const targets: Target[] = []
  let rest = ''
  answers.on('data', (data: Buffer) => {
    const messages = (rest + data).split('\0')
    rest = messages.pop()!
    for (const text of messages) {
      const { id, method, params, sessionId, result = {} } = JSON.parse(text)
      if (method) onEvent?.({ method, params, sessionId })
      if (method === 'Target.attachedToTarget') attached(params.sessionId, params.targetInfo)
      waiting.get(id)?.(result)
      waiting.delete(id)
    }
  })
  let last = 0
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve) => {
      waiting.set(++last, resolve)
      commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
  function attached(session: string, target: Omit<Target, 'session'>): void {
    targets.push({ session, ...target })
    if (target.type === 'page') prepare?.(send, session)
    void send('Runtime.runIfWaitingForDebugger', {}, session)
  }
  const close = () => {
    browser.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    browser.kill()
  }
  const evaluate = async (expression: string, session: string): Promise<unknown> =>
    (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, session)).result?.value
  const { targetInfos } = await send('Target.getTargets', { filter: [{ type: 'tab' }] })
  const tab = await send('Target.attachToTarget', { targetId: targetInfos[0].targetId, flatten: true })
  const waitForDebuggerOnStart = prepare !== undefined
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart, flatten: true }, tab.sessionId)
  let page: Target | undefined
  while (!page) {
    await pause(20)
    page = targets.find(({ type }) => type === 'page')
  }
  return { send, targets, evaluate, page: page.session, close }
}
