/** Runs `work` with a signal that Ctrl-C and SIGTERM abort, so that it can stop in a consistent state. */
export async function untilStopped<T>(work: (stop: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    return await work(stop.signal)
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
