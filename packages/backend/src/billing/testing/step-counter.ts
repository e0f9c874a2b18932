import pg from 'pg'

/**
 * Counts as steps what this process sends to the database and by `fetch`, and the responses, and kills it by SIGKILL at one of
 * them. The worker of a crash test calls it first.
 * @param diesAt null: it is not killed
 * @returns a function that returns the number of steps so far
 */
export function dieAtStep(diesAt: number | null): () => number {
  let step = 0
  const stepOn = () => {
    if (++step === diesAt) process.kill(process.pid, 'SIGKILL')
  }
  const query = pg.Client.prototype.query as (...options: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...options: unknown[]) {
    stepOn()
    const requested = query.apply(this, options)
    if (requested instanceof Promise) void requested.then(stepOn, stepOn)
    return requested
  } as never
  const real = globalThis.fetch
  globalThis.fetch = async (...options) => {
    stepOn()
    const answer = await real(...options)
    stepOn()
    return answer
  }
  return () => step
}
