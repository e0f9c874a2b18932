import type pg from 'pg'

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void

/**
 * Makes the second release of a client that `pool.connect(callback)` handed out do nothing; the driver throws there.
 * graphile-worker releases its listening client twice where it shuts down before its LISTEN is answered and that LISTEN then
 * fails, and nobody catches what the second release throws: the process would end.
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
