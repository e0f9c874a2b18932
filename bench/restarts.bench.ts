// Two servers behind nginx with ops/nginx.conf are replaced one after the other, again and again, while they are used: no request
// may fail, and no write may be lost or done twice. `npm run bench restarts -- --times 10 --requests 100000`. Needs Debian's
// nginx.
import { parseArgs } from 'node:util'
import { whileUsed } from './rolling/roll.ts'
import type { Row } from './row.ts'

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const options = { times: { type: 'string', default: '10' }, requests: { type: 'string', default: '100000' } } as const
  const { times, requests } = parseArgs({ args, options }).values
  return whileUsed({ requests: Number(requests) }, async ({ roll }) => {
    for (let time = 0; time < Number(times); time++) await roll()
  })
}
