// Prepares what is missing, serves everything, and stops all that it has started on SIGTERM.

import { API_BASE } from '@kiosk/contract/route'
import '@kiosk/backend/node-env'

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { adultTitlesNotice } from '@kiosk/backend/catalogue/adult-titles'
import { type Config, ConfigError, readConfig, root } from '@kiosk/backend/config'
import { makeDataFolder } from '@kiosk/backend/data-folder'
import type { Connection } from '@kiosk/backend/db/connect'
import { killChild } from '@kiosk/backend/kill-child'
import { noOwnerNotice } from '@kiosk/backend/staff/staff-queries'
import { CannotStart } from '@kiosk/backend/startup-error'
import { REMOVED, readMark } from '@kiosk/demo/fill'
import { loginsOfPeople, placePeople, removePeople } from '@kiosk/demo/people'
import { requireNoDemonstration } from '@kiosk/demo/remove'
import { buildClients } from './build-clients.ts'
import { requireFreePort } from './http/port.ts'
import { openKiosk } from './kiosk.ts'
import { openProcesses } from './processes/processes.ts'
import { startSandbox } from './processes/sandbox-process.ts'
import { stopOnSignal } from './processes/stop-on-signal.ts'
import { connectServer } from './server-database.ts'

const print = (line: string) => console.log(line)

try {
  await start(readConfig())
} catch (error) {
  console.error(error instanceof ConfigError || error instanceof CannotStart ? error.message : error)
  process.exit(error instanceof ConfigError ? 78 : 1)
}

async function start(config: Config): Promise<void> {
  await requireFreePort(config)
  makeDataFolder(config.dataDir)
  const development = process.argv.includes('--dev')
  const building = development ? Promise.resolve() : buildClients(print)
  // Awaited below; until then a rejection must not count as unhandled.
  building.catch(() => {})
  const connection = await connectServer(config)
  const demo = config.demo && (await isEmptyOrUnfinished(connection)) ? fillDemo() : undefined
  await building.catch(async (error: unknown) => {
    demo?.stop()
    await connection.close()
    throw error
  })
  await demo?.ready
  const logins = await settlePeople(connection, config)
  // Vite is loaded only in development: it takes as much memory as the rest.
  const website = development
    ? await (await import('./development/development.ts')).developmentWebsite()
    : { bundle: () => import(`${root}apps/website/build/server/index.js`) }
  const sandbox = config.roles.has('web') ? await startSandbox(config) : null
  const payments = sandbox?.payments ?? config.payments
  const starting =
    config.workers > 1 && !development
      ? openProcesses({ ...config, payments })
      : openKiosk({ ...config, payments }, connection, website)
  const kiosk = await starting.catch(async (error: unknown) => {
    // Processes started for this server end with it.
    demo?.stop()
    sandbox?.stop()
    await connection.close()
    throw error
  })
  sandbox?.sendWebhooksTo(kiosk.port)
  const address = config.port === 0 ? `http://localhost:${kiosk.port}` : config.publicUrl
  print(`\n  The kiosk is open: ${address}\n  The API's description: ${address}${API_BASE}docs\n${logins}`)
  const notices = [
    await noOwnerNotice(connection.db),
    config.operator.demonstration ? null : await adultTitlesNotice(connection.db),
  ]
  for (const notice of notices) if (notice) print(`  ${notice}\n`)
  if (sandbox) print(`  Sandbox payments: ${sandbox.card.url}\n`)

  stopOnSignal(async (closing) => {
    demo?.stop()
    await kiosk.close(closing)
    sandbox?.stop()
    await connection.close()
  }, config.drainMs)
}

/** Creates the accounts of the demonstration and returns their logins for development; removes the accounts in production. */
async function settlePeople({ db }: Connection, config: Config): Promise<string> {
  if (config.environment === 'production') {
    await requireNoDemonstration(db)
    await db.transaction().execute(removePeople)
  }
  const mark = config.demo ? await readMark(db) : undefined
  if (mark === undefined || mark === REMOVED) return ''
  await placePeople(db)
  return config.environment === 'development' ? `\n${loginsOfPeople()}\n` : ''
}

/** Whether the database is empty, or filling it with the demonstration was interrupted. */
async function isEmptyOrUnfinished({ db }: Connection): Promise<boolean> {
  const title = await db.selectFrom('titles').select('id').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('app_settings').select('value').where('key', '=', 'demonstration').executeTakeFirst()
  return title === undefined || (mark !== undefined && mark.value !== 'done')
}

function fillDemo(): { ready: Promise<void>; stop(): void } {
  print('Filling the empty newsstand with the demonstration …')
  const file = fileURLToPath(new URL('./processes/demo-process.ts', import.meta.url))
  const child = fork(file)
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: { progress?: string; ready?: true }) => {
      if (message.progress) print(`  ${message.progress}`)
      if (message.ready) resolve()
    })
    child.on('exit', (status) =>
      status ? reject(new Error('The demonstration newsstand could not be filled; see above.')) : resolve(),
    )
  })
  return { ready, stop: () => void killChild(child) }
}
