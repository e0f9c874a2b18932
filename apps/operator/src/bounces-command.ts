import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readBounce } from '@kiosk/api/outside/mail/read-bounce'
import type { Command } from './kiosk.ts'
import { openHouse } from './open-house.ts'

const HELP = `Usage: npm run kiosk -- bounces [FILE ...]

Reads mails that came back to the address "mail.bounces" of operator.json, from files, or one from standard input, so that a
mail server can pipe each into it:

  bounces: "|cd /srv/kiosk && npm run --silent kiosk -- bounces"

Whoever's address is dead for good gets no mails about new issues any more, and is told so in the account. Says of each mail
what it was: dead, passing, or foreign (no bounce of ours). Mails that are not ours are no error.

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, PUBLIC_URL.`

/** What a delivery status notification may be; more is none. Characters. */
const LONGEST = 2_000_000

export const bouncesCommand: Command = {
  summary: 'read mails that came back',
  help: HELP,
  async run(args) {
    const { positionals: files } = parseArgs({ args, allowPositionals: true, options: {} })
    const { house, close } = await openHouse()
    try {
      const mails = files.length > 0 ? files.map((file) => readFile(file, 'utf8')) : [text(process.stdin)]
      for (const mail of mails) console.log(await readBounce((await mail).slice(0, LONGEST), house))
      return 0
    } finally {
      await close()
    }
  },
}
