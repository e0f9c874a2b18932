import { changePublisher, createPublisher, findPublishers, removePublisher } from '@kiosk/backend/catalogue/shelf/publishers'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import { PublisherFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { wholeNumber } from './parse-values.ts'
import { change, fieldValue } from './shelf-changes.ts'
import { withDatabase } from './with-database.ts'

const SHAPE = PublisherFields.shape
const FIELDS = Object.keys(SHAPE).join(', ')

export const declare: DeclareCommand = (command) => {
  command.description('Publishers of the titles.').addHelpText('afterAll', DATA_ENVIRONMENT)
  command
    .command('list')
    .description('Lists publishers with their numbers.')
    .argument('[WORDS...]', 'words of the name')
    .action(withExitCode((words) => withDatabase((db) => list(db, words.join(' ')))))
  command
    .command('add')
    .description('Adds a publisher.')
    .argument('<NAME>', 'its name')
    .action(
      withExitCode((name) =>
        change(async (ctx) => {
          const fields = PublisherFields.parse({ name: fieldValue(SHAPE, 'name', name) })
          return `Publisher ${await createPublisher(ctx, fields)} was added.`
        }),
      ),
    )
  command
    .command('set')
    .description('Sets a field of a publisher.')
    .argument('<ID>', 'number of the publisher, as `publisher list` shows it', wholeNumber())
    .argument('<FIELD>', FIELDS)
    .argument('<VALUE>', 'its value; "" for no value')
    .action(
      withExitCode((id, field, typed) =>
        change(async (ctx) => {
          const value = fieldValue(SHAPE, field as keyof typeof SHAPE, typed)
          await changePublisher(ctx, id, { [field]: value } as Partial<PublisherFields>)
          return `${field} is set.`
        }),
      ),
    )
  command
    .command('remove')
    .description('Removes a publisher without titles.')
    .argument('<ID>', 'number of the publisher', wholeNumber())
    .action(
      withExitCode((id) =>
        change(async (ctx) => {
          await removePublisher(ctx, id)
          return 'The publisher was removed.'
        }),
      ),
    )
}

async function list(db: Database, search: string): Promise<number> {
  let after: number | undefined
  for (let more = true; more; ) {
    const found = await findPublishers(db, { search, after })
    for (const { id, name, titles, email } of found.publishers)
      console.log(
        `${String(id).padStart(5)}  ${printable(name)}, ${count(titles, 'title')}${email ? `, ${printable(email)}` : ''}`,
      )
    after = found.publishers.at(-1)?.id
    more = found.more
  }
  return 0
}
