import type { Logger } from 'pino'
import type { KeptRunner } from './keep-running.ts'

/**
 * Runs a queue only while `isUsable` returns true. It is called at once and then regularly; nothing waits for the first answer.
 * @param start called when the queue is to run; if it fails, it is called again at the next check
 */
export function runWhileUsable(
  isUsable: () => Promise<boolean>,
  start: () => Promise<KeptRunner>,
  { log, checkEveryMs }: { log: Logger; checkEveryMs: number },
): KeptRunner {
  let runner: KeptRunner | undefined
  let isClosed = false
  async function adjust(): Promise<void> {
    const shouldRun = !isClosed && (await isUsable())
    if (shouldRun && !isClosed) runner ??= await start()
    else if (runner) {
      const ending = runner
      runner = undefined
      await ending.close()
    }
  }
  const check = () =>
    adjust().catch((error: unknown) =>
      log.warn({ event: 'jobs.queue-not-started', err: error }, 'a queue could not be started or stopped, will retry'),
    )
  // One after the other, because a queue that is being started must not be started twice.
  let checking = check()
  const timer = setInterval(() => {
    checking = checking.then(check)
  }, checkEveryMs)
  return {
    isStalled: () => runner?.isStalled() ?? false,
    restart: () => runner?.restart(),
    async close() {
      isClosed = true
      clearInterval(timer)
      await checking.then(adjust)
    },
  }
}
