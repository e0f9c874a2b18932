import { commandActor } from '@kiosk/backend/audit/actor'
import { articlesOfIssue, findTakedowns } from '@kiosk/backend/catalogue/takedowns/find-takedowns'
import { type Target, takeBack, takeDown } from '@kiosk/backend/catalogue/takedowns/take-down'
import type { Database } from '@kiosk/backend/db/connect'
import { printable } from '@kiosk/backend/printable'
import type { ErrorCode } from '@kiosk/domain/errors'
import { REASON_LENGTH } from '@kiosk/domain/staff/limits'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { explained } from './explained.ts'
import { reason, wholeNumber } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Takes down an issue, a page or an article on all servers at once, and restores it. Downloads follow
      when their device next contacts the server. The image of its page still shows an article that was taken down.`,
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const why = ['--why <REASON>', 'reason, for the audit log', reason(REASON_LENGTH)] as const
  command
    .command('issue')
    .description('Takes down a whole issue.')
    .argument('<UID>', 'uid of the issue, as in its address')
    .requiredOption(...why)
    .action(withExitCode((uid, { why }) => withDatabase((db) => down(db, { uid }, why))))
  command
    .command('page')
    .description('Takes down a page and the articles on it. Readers see that it was removed.')
    .argument('<UID>', 'uid of the issue')
    .argument('<PAGE>', 'number of the page', wholeNumber())
    .requiredOption(...why)
    .action(withExitCode((uid, page, { why }) => withDatabase((db) => down(db, { uid, page }, why))))
  command
    .command('article')
    .description('Takes down an article.')
    .argument('<UID>', 'uid of the issue')
    .argument('<ARTICLE>', 'id of the article, as `takedown articles` lists it', wholeNumber(Number.MAX_SAFE_INTEGER))
    .requiredOption(...why)
    .action(withExitCode((uid, article, { why }) => withDatabase((db) => down(db, { uid, article }, why))))
  command
    .command('articles')
    .description('Lists the articles of an issue.')
    .argument('<UID>', 'uid of the issue')
    .action(withExitCode((uid) => withDatabase((db) => printArticles(db, uid))))
  command
    .command('list')
    .description('Lists the takedowns in force.')
    .option('--all', 'also those that were restored')
    .action(withExitCode(({ all }) => withDatabase((db) => print(db, all ? 'all' : 'down'))))
  command
    .command('restore')
    .description('Restores what was taken down.')
    .argument('<ID>', 'number of the takedown, as `takedown list` shows it', wholeNumber())
    .requiredOption(...why)
    .action(withExitCode((id, { why }) => withDatabase((db) => restore(db, id, why))))
}

function down(db: Database, target: Target, reason: string): Promise<number> {
  return explained(REASONS, async () => {
    const id = await takeDown({ db, now: () => new Date() }, commandActor(), { ...target, reason })
    console.log(`It is down. To restore it: npm run kiosk -- takedown restore ${id} --why REASON`)
  })
}

function restore(db: Database, id: number, reason: string): Promise<number> {
  return explained(REASONS, async () => {
    await takeBack({ db, now: () => new Date() }, commandActor(), { id, reason })
    console.log('It is shown again.')
  })
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such issue, page, article or takedown. Nothing has changed.',
  taken_down_already: 'It is down already. Nothing has changed.',
  restored_already: 'It is shown already. Nothing has changed.',
}

async function print(db: Database, state: 'down' | 'all'): Promise<number> {
  let before: number | undefined
  for (let more = true; more; ) {
    const found = await findTakedowns(db, { state, before })
    if (before === undefined && found.takedowns.length === 0) console.log('Nothing is down.')
    for (const { id, uid, title, issue, page, article, takenDownAt, reason, restoredAt } of found.takedowns) {
      const what = page !== null ? `page ${page}` : article === null ? 'whole issue' : `article "${printable(article)}"`
      const until = restoredAt === null ? '' : `, restored ${restoredAt}`
      console.log(
        `${id}  ${uid}  ${printable(`${title}, ${issue}`)}: ${what}, since ${takenDownAt}${until}: ${printable(reason)}`,
      )
    }
    before = found.takedowns.at(-1)?.id
    more = found.more
  }
  return 0
}

async function printArticles(db: Database, uid: string): Promise<number> {
  const articles = await articlesOfIssue(db, uid)
  if (articles.length === 0) console.log('There is no such issue, or it has no articles.')
  for (const { id, headline, firstPage, isDown } of articles)
    console.log(`${id}  page ${firstPage}  ${printable(headline)}${isDown ? ' (down)' : ''}`)
  return 0
}
