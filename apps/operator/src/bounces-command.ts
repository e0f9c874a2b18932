import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { readBounce } from '@kiosk/backend/emails/read-bounce'
import { type DeclareCommand, withExitCode } from './command.ts'
import { withContext } from './open-context.ts'

/** Longest delivery status notification that is read. */
const LONGEST_CHARACTERS = 2_000_000

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Processes bounced e-mails that arrive at the address "mail.bounces" of operator.json: from files, or one from standard
      input, so that a mail server can pipe each into it.

      An account whose address failed permanently gets no more e-mails about new issues, and its owner sees why in the account.
      Prints the result of each e-mail: dead (permanent failure), passing (temporary failure) or foreign (not a bounce of an
      e-mail of ours, which is not an error).`,
    )
    .argument('[FILE...]', 'e-mails; default: one from standard input')
    .addHelpText(
      'after',
      `
Example of a mail server's alias:
  bounces: "|cd /srv/kiosk && npm run --silent kiosk -- bounces"

Environment: DATA_DIR, DATABASE_URL, OPERATOR_FILE, PUBLIC_URL.`,
    )
    .action(
      withExitCode((files) =>
        withContext(async (ctx) => {
          const mails = files.length > 0 ? files.map((file) => readFile(file, 'utf8')) : [text(process.stdin)]
          for (const mail of mails) console.log(await readBounce((await mail).slice(0, LONGEST_CHARACTERS), ctx))
          return 0
        }),
      ),
    )
}
