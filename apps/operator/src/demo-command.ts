import { commandActor } from '@kiosk/backend/audit/actor'
import { count } from '@kiosk/backend/format-count'
import { fill } from '@kiosk/demo/fill'
import { makeFullScale } from '@kiosk/demo/full-scale/make-full-scale'
import { removeDemonstration } from '@kiosk/demo/remove'
import { dayInUtc } from '@kiosk/domain/day'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { existingFile, wholeNumber } from './parse-values.ts'
import { untilStopped } from './until-stopped.ts'
import { withData } from './with-database.ts'

const MOST_ISSUES = 1_000_000
const MOST_NEWEST = 100

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Creates and imports the demonstration: fictional magazines and newspapers, rendered as PDFs. If the demonstration is
      already there, adds the issues published since. After an interruption, run it again to continue.`,
    )
    .addOption(
      command
        .createOption('--remove', 'removes all titles and issues of the demonstration, with their files')
        .conflicts('issues'),
    )
    .option(
      '--issues <N>',
      `creates a full-scale newsstand for benchmarks instead, for example 46000: pages and articles without PDFs, not for reading,
      and readers; after an interruption, run it again`,
      wholeNumber(MOST_ISSUES),
    )
    .addOption(
      command
        .createOption(
          '--titles <file>',
          'for a full-scale newsstand: a tab-separated table (title, publisher, country, kind, language) to use instead of invented titles',
        )
        .argParser(existingFile)
        .conflicts(['remove', 'newest']),
    )
    .addOption(
      command
        .createOption('--newest <N>', 'only the newest issues of each title: a smaller demonstration that is ready earlier')
        .argParser(wholeNumber(MOST_NEWEST))
        .conflicts(['issues', 'remove']),
    )
    .addHelpText('after', DATA_ENVIRONMENT)
    .action(
      withExitCode(({ remove, issues, titles, newest }) =>
        withData(async ({ connection, files }) => {
          const report = (line: string) => console.log(line)
          if (remove) {
            const removed = await removeDemonstration({ connection, files, actor: commandActor() })
            report(`${count(removed, 'issue')} of the demonstration removed.`)
          } else if (issues === undefined) await fillAgain({ connection, files, newest, report })
          else await makeFullScale({ connection, files, issues, titlesFile: titles, report, actor: commandActor() })
          return 0
        }),
      ),
    )
}

async function fillAgain(
  options: Pick<Parameters<typeof fill>[0], 'connection' | 'files' | 'newest'> & { report(line: string): void },
): Promise<void> {
  await untilStopped(async (stop) => {
    const today = dayInUtc(new Date())
    await fill({ ...options, actor: commandActor(), today, onProgress: options.report, stop }).done
    options.report(stop.aborted ? 'Stopped. Run the same command again to continue.' : 'The demonstration is complete.')
  })
}
