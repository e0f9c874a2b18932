// The former release and this one side by side on one database. After `kiosk migrate`, the servers in use are replaced by new
// ones, and back by old ones without migrating back, again and again: no request may fail, and no write may be lost or done
// twice. `npm run bench deploys -- --from REF --times 10 --requests 100000`; the default of REF is the last tag. Needs Debian's
// nginx.
import { parseArgs } from 'node:util'
import { root } from '@kiosk/backend/config'
import { installRelease, lastRelease, migrateWith } from './rolling/release.ts'
import { whileUsed } from './rolling/roll.ts'
import type { Row } from './row.ts'

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const options = {
    from: { type: 'string' },
    times: { type: 'string', default: '10' },
    requests: { type: 'string', default: '100000' },
  } as const
  const { times, requests, from = lastRelease() } = parseArgs({ args, options }).values
  if (!from) throw new Error('There is no release yet: name a version with --from')
  const former = installRelease(from)
  return whileUsed({ requests: Number(requests), release: former }, async ({ world, roll }) => {
    for (let time = 0; time < Number(times); time++) {
      console.log(`  ${(await migrateWith(root, world.url)).trim().replaceAll('\n', '\n  ')}`)
      await roll(root)
      await roll(former)
    }
  })
}
