import { type Connection, poolOf } from '../connect.ts'

/** Kills this process with SIGKILL before it sends the query with this number to the database. */
export function killAtQuery({ db }: Connection, number: number): void {
  let queries = 0
  poolOf(db).pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      if (++queries >= number) process.kill(process.pid, 'SIGKILL')
      return query(...given)
    }) as typeof client.query
  })
}
