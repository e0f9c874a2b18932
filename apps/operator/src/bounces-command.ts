import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readBounce } from '@kiosk/backend/emails/read-bounce'
import type { Command } from './command.ts'
import { openContext } from './open-context.ts'

const HELP = `Usage: npm run kiosk -- bounces [FILE ...]

Processes bounced e-mails that arrive at the address "mail.bounces" of operator.json: from files, or one from standard input,
so that a mail server can pipe each into it:

  bounces: "|cd /srv/kiosk && npm run --silent kiosk -- bounces"

An account whose address failed permanently gets no more e-mails about new issues, and its owner sees why in the account.
Prints the result of each e-mail: dead (permanent failure), passing (temporary failure) or foreign (not a bounce of an e-mail
of ours, which is not an error).

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, PUBLIC_URL.`

/** Longest delivery status notification that is read. Characters. */
const LONGEST = 2_000_000

export const bouncesCommand: Command = {
  summary: 'process bounced e-mails',
  help: HELP,
  async run(args) {
    const { positionals: files } = parseArgs({ args, allowPositionals: true, options: {} })
    const { ctx, close } = await openContext()
    try {
      const mails = files.length > 0 ? files.map((file) => readFile(file, 'utf8')) : [text(process.stdin)]
      for (const mail of mails) console.log(await readBounce((await mail).slice(0, LONGEST), ctx))
      return 0
    } finally {
      await close()
    }
  },
}
