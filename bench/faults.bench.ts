// What readers lose while a part fails: connections, the database, the file storage, the mail server, servers, the disk, the clock.
// FAULT_SECONDS is how long each fault lasts. `npm run bench faults -- --only clock` runs those whose name contains that.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryFolder } from '@kiosk/backend/db/testing/memory-folder'
import { HOUR_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { Readers } from './faults/readers.ts'
import { emailsSent, openWorld, type World } from './faults/world.ts'
import type { Row } from './row.ts'

const SECONDS = Number(process.env.FAULT_SECONDS ?? 60)
/** Pause between two faults. */
const CALM_MS = 3_000
const RECOVERED_WITHIN_SECONDS = 15
const GIVE_UP_AFTER_SECONDS = 120
const EMAILS_WITHIN_MS = 60_000
const DISK = '700M'

type Fault = {
  what: string
  /** Why it cannot be caused here; null = it can. */
  impossible?(world: World): string | null
  cause(world: World): Promise<void>
  /** Ends the fault, as an operator would. */
  end(world: World): Promise<void>
}

export async function run(args: string[]): Promise<{ rows: Row[] }> {
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } })
  const parent = mkdtempSync(join(memoryFolder(), 'kiosk-faults-'))
  const isOwnDisk = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=755`, 'kiosk-faults', parent]).status === 0
  const rows: Row[] = []
  const world = await openWorld(parent, { changesClocks: true })
  await world.startServer()
  const readers = new Readers(world)
  try {
    await pause(CALM_MS)
    const chosen = faults(parent, isOwnDisk).filter(({ what }) => what.includes(values.only))
    for (const fault of chosen) rows.push(await measure(fault, world, readers))
  } finally {
    await readers.stop()
    await world.close()
    if (isOwnDisk) spawnSync('umount', [parent])
    rmSync(parent, { recursive: true, force: true })
  }
  return { rows }
}

async function measure(fault: Fault, world: World, readers: Readers): Promise<Row> {
  const row = { what: fault.what, budget: `lost 0, doubled 0, well after ${RECOVERED_WITHIN_SECONDS} s` }
  const impossible = fault.impossible?.(world) ?? null
  if (impossible) return { ...row, value: `not tried: ${impossible}`, met: false }
  readers.takeCounts()
  await fault.cause(world)
  await fault.end(world)
  const ended = Date.now()
  const seconds = () => (Date.now() - ended) / 1000
  while (!(await readers.allIsWell()) && seconds() < GIVE_UP_AFTER_SECONDS) await pause(100)
  const recovered = seconds()
  const { answered, failed, wrong, slowestMs } = readers.takeCounts()
  await readers.pause()
  await emailsSent(world, EMAILS_WITHIN_MS)
  const { acknowledged, lost, doubled, repeated } = await readers.takeLosses()
  readers.resume()
  await pause(CALM_MS)
  const others = wrong.length > 0 ? `, ${wrong.length} with another status (${[...new Set(wrong)].slice(0, 3).join(', ')})` : ''
  const again = repeated > 0 ? `, ${repeated} e-mails repeated with their Message-ID` : ''
  return {
    ...row,
    what: `${fault.what}: ${answered} requests, ${failed} of them failed${others}, slowest ${(slowestMs / 1000).toFixed(1)} s; ${acknowledged} acknowledged writes`,
    value: `lost ${lost.length}, doubled ${doubled.length}${again}, well after ${recovered.toFixed(1)} s${details([...lost, ...doubled])}`,
    met: lost.length + doubled.length + wrong.length === 0 && recovered <= RECOVERED_WITHIN_SECONDS,
  }
}

const details = (marks: string[]) => (marks.length > 0 ? ` (${marks.slice(0, 3).join(', ')})` : '')

/** Calls `act` once a second while the fault lasts. */
async function eachSecond(act: () => Promise<unknown>): Promise<void> {
  for (let second = 0; second < SECONDS; second++) {
    await act()
    await pause(1000)
  }
}

const lasts = () => pause(SECONDS * 1000)
const nothing = async () => {}

function faults(disk: string, isOwnDisk: boolean): Fault[] {
  const filler = join(disk, 'filler')
  return [
    {
      what: 'every connection to the database ended each second',
      cause: ({ connection: { db } }) =>
        eachSecond(() =>
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
        ),
      end: nothing,
    },
    {
      what: 'database stopped',
      async cause({ database }) {
        await database.stop()
        await lasts()
      },
      end: ({ database }) => database.start(),
    },
    {
      what: 'database frozen',
      async cause({ database }) {
        database.signal('SIGSTOP')
        await lasts()
      },
      end: async ({ database }) => database.signal('SIGCONT'),
    },
    {
      what: 'file storage frozen',
      async cause({ storage }) {
        storage.freeze()
        await lasts()
      },
      end: async ({ storage }) => storage.restore(),
    },
    {
      what: 'mail server gone',
      async cause({ mail }) {
        mail.takeDown()
        await lasts()
      },
      end: async ({ mail }) => mail.restore(),
    },
    {
      what: 'one of two servers killed each second',
      async cause(world) {
        await world.startServer()
        const until = Date.now() + SECONDS * 1000
        while (Date.now() < until) {
          const [oldest] = world.servers
          oldest!.process.kill('SIGKILL')
          await Promise.all([world.startServer(), pause(1000)])
        }
      },
      end: async ({ servers }) => void servers[1]!.process.kill('SIGKILL'),
    },
    {
      what: 'disk full',
      impossible: () => (isOwnDisk ? null : 'this user may not mount a file system'),
      async cause() {
        spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
        await lasts()
      },
      async end({ database }) {
        rmSync(filler)
        // A service manager does this if PostgreSQL could not write its log and ended.
        await database.start().catch(nothing)
      },
    },
    ...(['machine', 'servers'] as const).flatMap((whose) =>
      [1, -1].map(
        (hours): Fault => ({
          what: `clock of the ${whose === 'machine' ? 'machine' : 'servers alone'} an hour ${hours > 0 ? 'ahead' : 'behind'}`,
          impossible: ({ clocks }) => (clocks ? null : 'libfaketime is not installed (Debian: faketime)'),
          async cause({ clocks }) {
            clocks!.servers.setAhead(hours * HOUR_MS)
            if (whose === 'machine') clocks!.database.setAhead(hours * HOUR_MS)
            await lasts()
          },
          async end({ clocks }) {
            clocks!.servers.setAhead(0)
            clocks!.database.setAhead(0)
          },
        }),
      ),
    ),
  ]
}
