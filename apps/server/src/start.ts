// The one command: prepares what is missing, serves everything, and stops all it started on SIGTERM.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CannotStart } from '@kiosk/api/cannot-start'
import { adultTitlesNotice } from '@kiosk/api/catalogue/adult-titles'
import { makeDataFolder } from '@kiosk/api/data-folder'
import type { Connection } from '@kiosk/api/database/connect'
import { REMOVED, readMark } from '@kiosk/demo/fill'
import { loginsOfPeople, placePeople, removePeople } from '@kiosk/demo/people'
import { buildClients } from './build-clients.ts'
import { connectServer } from './database-of-this-server.ts'
import { openKiosk } from './kiosk.ts'
import { demandFreePort } from './listen.ts'
import { startSandbox } from './sandbox-process.ts'
import { readSettings, root, type Settings, WrongSetting } from './settings.ts'

const say = (line: string) => console.log(line)
process.env.NODE_ENV ??= process.argv.includes('--dev') ? 'development' : 'production'

try {
  await start(readSettings())
} catch (error) {
  console.error(error instanceof WrongSetting || error instanceof CannotStart ? error.message : error)
  process.exit(error instanceof WrongSetting ? 78 : 1)
}

async function start(settings: Settings): Promise<void> {
  await demandFreePort(settings)
  makeDataFolder(settings.dataDir)
  const development = process.argv.includes('--dev')
  const building = development ? Promise.resolve() : buildClients(say)
  const connection = await connectServer(settings)
  const demo = settings.demo && (await isEmptyOrUnfinished(connection)) ? fillDemo(settings) : undefined
  await building
  await demo?.stands
  const logins = await settlePeople(connection, settings)
  // Vite is loaded only where it serves: it takes as much memory as the rest.
  const website = development
    ? await (await import('./development.ts')).developmentWebsite()
    : { bundle: () => import(`${root}apps/website/build/server/index.js`) }
  const sandbox = await startSandbox(settings)
  const payments = sandbox?.payments ?? settings.payments
  const kiosk = await openKiosk({ ...settings, payments }, connection, website).catch(async (error: unknown) => {
    // What was started for this server does not outlive it.
    demo?.stop()
    sandbox?.stop()
    await connection.close()
    throw error
  })
  sandbox?.tellAt(kiosk.port)
  const address = settings.port === 0 ? `http://localhost:${kiosk.port}` : settings.publicUrl
  say(`\n  The kiosk is open: ${address}\n  The API's description: ${address}/api/v8/docs\n${logins}`)
  const notice = settings.operator.demonstration ? null : await adultTitlesNotice(connection.db)
  if (notice) say(`  ${notice}\n`)
  if (sandbox) say(`  Pretend payments: ${sandbox.card.url}\n`)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    demo?.stop()
    await kiosk.close()
    sandbox?.stop()
    await connection.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** The demonstration has readers to log in as; what to say of them. In production there are none, whoever left them there. */
async function settlePeople({ db }: Connection, settings: Settings): Promise<string> {
  if (settings.environment === 'production') await removePeople(db)
  const mark = settings.demo ? await readMark(db) : undefined
  if (mark === undefined || mark === REMOVED) return ''
  await placePeople(db)
  return settings.environment === 'development' ? `\n${loginsOfPeople()}\n` : ''
}

/** An empty database gets the demonstration; one whose filling was interrupted gets the rest. */
async function isEmptyOrUnfinished({ db }: Connection): Promise<boolean> {
  const title = await db.selectFrom('titles').select('id').limit(1).executeTakeFirst()
  const mark = await db.selectFrom('house').select('value').where('key', '=', 'demonstration').executeTakeFirst()
  return title === undefined || (mark !== undefined && mark.value !== 'done')
}

function fillDemo(settings: Settings): { stands: Promise<void>; stop(): void } {
  say('Filling the empty newsstand with the demonstration …')
  const file = fileURLToPath(new URL('./demo-process.ts', import.meta.url))
  const child = fork(file, [settings.dataDir, settings.databaseUrl ?? ''], { env: { ...process.env, NODE_ENV: 'production' } })
  const stands = new Promise<void>((resolve, reject) => {
    child.on('message', (message: { progress?: string; stands?: true }) => {
      if (message.progress) say(`  ${message.progress}`)
      if (message.stands) resolve()
    })
    child.on('exit', (status) =>
      status ? reject(new Error('The demonstration newsstand could not be filled; see above.')) : resolve(),
    )
  })
  return { stands, stop: () => child.kill() }
}
