import { readFile } from 'node:fs/promises'
import { commandActor } from '@kiosk/backend/audit/actor'
import { correctArticles, editableArticles } from '@kiosk/backend/catalogue/corrections/correct-articles'
import type { Database } from '@kiosk/backend/db/connect'
import { count } from '@kiosk/backend/format-count'
import { printable } from '@kiosk/backend/printable'
import type { ErrorCode } from '@kiosk/domain/errors'
import { type EditedArticle, toEdit, toSend, withChange, withJoin, withMove, withSplit } from '@kiosk/domain/staff/article-edits'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { explained, NotPossible } from './explained.ts'
import { existingFile, wholeNumber } from './parse-values.ts'
import { withDatabase } from './with-database.ts'

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Corrects the articles of an issue, on all servers at once. Corrections are kept when the issue is imported again; those
      that no longer fit are listed by \`article list\`. Articles are numbered from 1, as \`article list\` shows them.`,
    )
    .addHelpText('afterAll', DATA_ENVIRONMENT)
  const uid = ['<UID>', 'uid of the issue, as in its address'] as const
  const number = ['<NUMBER>', 'number of the article', wholeNumber()] as const
  command
    .command('list')
    .description('Lists the articles of an issue, and corrections that no longer fit.')
    .argument(...uid)
    .action(withExitCode((uid) => withDatabase((db) => explained(REASONS, () => list(db, uid)))))
  command
    .command('show')
    .description('Prints the text of an article as it can be edited.')
    .argument(...uid)
    .argument(...number)
    .action(withExitCode((uid, number) => withDatabase((db) => explained(REASONS, () => show(db, uid, number)))))
  command
    .command('change')
    .description('Changes headline, author or text of an article.')
    .argument(...uid)
    .argument(...number)
    .option('--headline <TEXT>', 'new headline')
    .option('--author <TEXT>', 'new author; empty = none')
    .option('--text <FILE>', 'file with the new text, written as `article show` prints it', existingFile)
    .action(
      withExitCode((uid, number, { headline, author, text }) =>
        withDatabase((db) =>
          edit(db, uid, number, async (articles, at) =>
            withChange(articles, at, {
              ...(headline !== undefined && { headline }),
              ...(author !== undefined && { byline: author }),
              ...(text !== undefined && { text: await readFile(text, 'utf8') }),
            }),
          ),
        ),
      ),
    )
  command
    .command('split')
    .description('Splits an article in two before a sentence of its text.')
    .argument(...uid)
    .argument(...number)
    .requiredOption('--before <TEXT>', 'the words with which the second article begins')
    .action(
      withExitCode((uid, number, { before }) =>
        withDatabase((db) => edit(db, uid, number, (articles, at) => split(articles, at, before))),
      ),
    )
  command
    .command('join')
    .description('Joins an article with the next one.')
    .argument(...uid)
    .argument(...number)
    .action(withExitCode((uid, number) => withDatabase((db) => edit(db, uid, number, withJoin))))
  command
    .command('move')
    .description('Moves an article to another place in the issue.')
    .argument(...uid)
    .argument(...number)
    .argument('<PLACE>', 'its new number', wholeNumber())
    .action(
      withExitCode((uid, number, place) =>
        withDatabase((db) => edit(db, uid, number, (articles, at) => withMove(articles, at, place - 1))),
      ),
    )
  command
    .command('drop')
    .description('Removes something that is not an article. Its page stays.')
    .argument(...uid)
    .argument(...number)
    .action(
      withExitCode((uid, number) => withDatabase((db) => edit(db, uid, number, (articles, at) => articles.toSpliced(at, 1)))),
    )
  command
    .command('discard')
    .description('Forgets a correction that no longer fits.')
    .argument(...uid)
    .argument('<ID>', 'id of the correction, as `article list` shows it')
    .action(withExitCode((uid, id) => withDatabase((db) => explained(REASONS, () => discard(db, uid, id)))))
}

type Edit = (articles: EditedArticle[], at: number) => EditedArticle[] | Promise<EditedArticle[]>

function edit(db: Database, uid: string, number: number, change: Edit): Promise<number> {
  return explained(REASONS, async () => {
    const { articles: loaded, version } = await editableArticles(db, uid)
    if (number > loaded.length) throw new NotPossible(`There is no article ${number}. Nothing has changed.`)
    const articles = toEdit(loaded)
    const changed = await change(articles, number - 1)
    if (JSON.stringify(changed) === JSON.stringify(articles)) throw new NotPossible('That changes nothing.')
    if (changed.some(({ headline }) => headline.trim() === ''))
      throw new NotPossible('An article needs a headline. Nothing has changed.')
    const sent = toSend(changed, loaded)
    await correctArticles({ db, now: () => new Date() }, commandActor(), { uid, version, articles: sent, discard: [] })
    console.log(`Corrected. The issue has ${count(changed.length, 'article')}.`)
  })
}

function split(articles: EditedArticle[], at: number, before: string): EditedArticle[] {
  const position = articles[at]!.text.indexOf(before)
  if (position < 0) throw new NotPossible('The article does not contain these words. Nothing has changed.')
  return withSplit(articles, at, position)
}

async function list(db: Database, uid: string): Promise<void> {
  const { issue, articles, left } = await editableArticles(db, uid)
  console.log(printable(issue))
  for (const [index, { headline, firstPage, lastPage, isCorrected, isDown }] of articles.entries()) {
    const pages = lastPage > firstPage ? `pages ${firstPage}–${lastPage}` : `page ${firstPage}`
    const marks = [isCorrected && 'corrected', isDown && 'down'].filter(Boolean).join(', ')
    console.log(`${index + 1}  ${pages}  ${printable(headline)}${marks && ` (${marks})`}`)
  }
  if (left.length > 0) console.log('Corrections that no longer fit:')
  for (const { id, by, at, about, results } of left) {
    const what = results.length === 0 ? 'dropped' : results.map(({ headline }) => `"${headline}"`).join(', ')
    console.log(printable(`${id}  ${about.map((headline) => `"${headline}"`).join(', ')} → ${what}, by ${by}, ${at}`))
  }
}

async function show(db: Database, uid: string, number: number): Promise<void> {
  const { articles } = await editableArticles(db, uid)
  const article = articles[number - 1]
  if (!article) throw new NotPossible(`There is no article ${number}.`)
  console.log(article.text.split('\n').map(printable).join('\n'))
}

async function discard(db: Database, uid: string, id: string): Promise<void> {
  const { articles, version, left } = await editableArticles(db, uid)
  if (!left.some((each) => each.id === id)) throw new NotPossible('There is no such correction. Nothing has changed.')
  const sent = toSend(toEdit(articles), articles)
  await correctArticles({ db, now: () => new Date() }, commandActor(), { uid, version, articles: sent, discard: [id] })
  console.log('Discarded.')
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such issue. Nothing has changed.',
  changed_meanwhile: 'Somebody else has changed the articles meanwhile. Nothing has changed.',
  article_is_down: 'The article is down. Restore it first. Nothing has changed.',
}
