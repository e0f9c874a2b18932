import pg from 'pg'

/**
 * Counts what this process sends to the database and to others by `fetch`, and what comes back, and ends it by SIGKILL at a
 * step: a worker of a crash test calls it before anything else.
 * @param diesAt null: it lives
 * @returns how many steps there were up to now
 */
export function dieAtStep(diesAt: number | null): () => number {
  let step = 0
  const stepOn = () => {
    if (++step === diesAt) process.kill(process.pid, 'SIGKILL')
  }
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    stepOn()
    const asked = query.apply(this, given)
    if (asked instanceof Promise) void asked.then(stepOn, stepOn)
    return asked
  } as never
  const real = globalThis.fetch
  globalThis.fetch = async (...given) => {
    stepOn()
    const answer = await real(...given)
    stepOn()
    return answer
  }
  return () => step
}
