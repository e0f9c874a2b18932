import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '@kiosk/backend/config'
import { freePort } from '@kiosk/backend/free-port'
import { MINUTE_MS, SECOND_MS } from '@kiosk/domain/time'
import type { TestServer } from '@kiosk/server/testing/start-server'
import { openWorld, type World } from '../faults/world.ts'
import { installedIn } from '../installed-server.ts'
import type { Row } from '../row.ts'
import { Clients } from './clients.ts'
import { HOST, startFront } from './front.ts'

const CALM_MS = SECOND_MS

type Rolling = {
  /** Its database, for commands. */
  world: World
  /** Replaces both servers, one after the other, by servers of an installed version in a folder. */
  roll(release?: string): Promise<void>
}

/**
 * Starts two servers of a release behind nginx and clients that use them, and calls `act`; continues until there were enough
 * requests.
 * @param release folder, with a slash at its end; default: this one
 */
export async function whileUsed(
  { requests, release = root }: { requests: number; release?: string },
  act: (rolling: Rolling) => Promise<unknown>,
): Promise<{ rows: Row[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-rolling-'))
  chmodSync(folder, 0o755)
  const world = await openWorld(folder, { startServer: installedIn(release), release })
  const stopping: (() => Promise<unknown>)[] = [() => world.close()]
  try {
    const ports = [await freePort(), await freePort()] as [number, number]
    const start = (port: number, of: string): Promise<TestServer> =>
      world.startServer({ PORT: String(port), PUBLIC_URL: `https://${HOST}`, DRAIN_SECONDS: '5' }, installedIn(of))
    const servers = [await start(ports[0], release), await start(ports[1], release)]
    const all = [...servers]
    const front = await startFront(ports)
    stopping.unshift(() => front.stop())
    const titles = await world.connection.db.selectFrom('titles').select('key').execute()
    const keys = titles.map(({ key }) => key)
    const clients = new Clients(world, keys, front.port)
    stopping.unshift(() => clients.stop())
    const began = Date.now()
    let replaced = 0
    await act({
      world,
      async roll(of = root) {
        for (const [place, port] of ports.entries()) {
          await pause(CALM_MS)
          const { process } = servers[place]!
          const exited = once(process, 'exit')
          process.kill('SIGTERM')
          await exited
          const server = await start(port, of)
          servers[place] = server
          all.push(server)
          replaced++
        }
        console.log(`  ${clients.answered} requests, ${clients.failed.length} failed, ${replaced} servers replaced`)
      },
    })
    while (clients.answered < requests) await pause(SECOND_MS)
    await clients.stop()
    console.log(`  logs of the servers: ${eventsIn(all.map((server) => server.written()).join(''))}`)
    const { answered, failed } = clients
    const { acknowledged, lost, doubled } = await clients.losses()
    const minutes = ((Date.now() - began) / MINUTE_MS).toFixed(1)
    return {
      rows: [
        {
          what: `failed requests of ${answered} in ${minutes} min, while servers were replaced ${replaced} times (errors of nginx: ${front.errors()})${causesOf(failed)}`,
          value: String(failed.length),
          budget: '0',
          met: failed.length === 0,
        },
        {
          what: `bookmarks of ${acknowledged} acknowledged ones that are lost, and doubled ones${details([...lost, ...doubled])}`,
          value: `${lost.length} and ${doubled.length}`,
          budget: '0 and 0',
          met: lost.length + doubled.length === 0,
        },
      ],
    }
  } finally {
    for (const stop of stopping) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns how often requests failed for each cause. */
function causesOf(failed: Clients['failed']): string {
  return details([...Map.groupBy(failed, ({ cause }) => cause)].map(([cause, { length }]) => `${length} × ${cause}`))
}

const details = (each: string[]) => (each.length > 0 ? `: ${each.slice(0, 12).join('; ')}` : '')

/** Returns how often the servers logged each event, with the first error of each. */
function eventsIn(log: string): string {
  const lines = log.split('\n').flatMap((line) => {
    const event = /"event":"([^"]+)"/.exec(line)?.[1]
    return event ? [{ event, line }] : []
  })
  const events = [...Map.groupBy(lines, ({ event }) => event)]
  return (
    events
      .map(([event, [first, ...others]]) => `${1 + others.length} × ${event} (${first!.line.slice(0, 600)})`)
      .join('\n    ') || 'nothing'
  )
}
