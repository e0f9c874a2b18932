import type pg from 'pg'

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void

/**
 * Ignores the second release of a client from `pool.connect(callback)`, for which the driver throws. graphile-worker releases
 * its listening client twice if it shuts down before its LISTEN is answered and the LISTEN then fails; the uncaught error of the
 * second release would end the process.
 */
export function ignoreSecondRelease(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as { (): Promise<pg.PoolClient>; (callback: ConnectCallback): void }
  const connectReleasingOnce = (callback?: ConnectCallback) => {
    if (!callback) return connect()
    return connect((error, client, release) => {
      let released = false
      callback(error, client, (reason) => {
        if (released) return
        released = true
        release(reason)
      })
    })
  }
  pool.connect = connectReleasingOnce as typeof pool.connect
}
