import { commandActor } from '@kiosk/backend/audit/actor'
import { contentErrors, publishContent } from '@kiosk/backend/content/publish-content'
import { readContent } from '@kiosk/backend/content/read-content'
import { count } from '@kiosk/backend/format-count'
import { DATA_ENVIRONMENT, type DeclareCommand, withExitCode } from './command.ts'
import { withData } from './with-database.ts'

const FILES = `
Files:
  documents/KEY.LANGUAGE[.REGION].md   title, description, version (a date). KEY: about, accessibility,
                                       contest-holiday, contest-recipe, faq, features, imprint, marketing,
                                       press, privacy, terms, terms-previous, thirdparty, withdrawal
  LANGUAGE/KEY[.REGION].md             the same; the built-in texts are in content/ in this form, to copy
  topics/UID.md                        language, headline, trend, released, issue, page, article, image, regions
  links/KEY.md                         title, posted, target, image or issue

Texts may contain placeholders for values of operator.json and the catalogue: {site}, {company}, {mail}, {phone},
{magazines}, {issues}, …. A heading ## begins a section: a question in faq, an entry in imprint, a card in marketing, a
company in thirdparty, whose last line is the link to its policy. {dataUses} and {browserStorage}, each in a paragraph of its
own, are the lists of the privacy page. A heading in features is a link to its illustration, like
## [Archive](#archive); a line in *asterisks* names the subscriptions that include the feature.
${DATA_ENVIRONMENT}`

export const declare: DeclareCommand = (command) => {
  command
    .description(
      `Publishes texts, topics and links without a deployment, from Markdown files with front matter between two lines of ---.

      Exit code 0, or 1 if there are errors.`,
    )
    .addHelpText('afterAll', FILES)
  command
    .command('check')
    .summary('Lists errors and changes nothing.')
    .description(
      `Lists errors, including dead links and missing languages, and changes nothing; a link may lead to a page of the site (/faq)
      or to an imported campaign (/sommerlesen).`,
    )
    .argument('<FOLDER>')
    .action(withExitCode((folder) => withContent(folder, { publishes: false })))
  command
    .command('import')
    .summary('Publishes everything, or nothing if there are errors.')
    .description('Publishes everything, or nothing if there are errors; a version with a future date is shown from that date on.')
    .argument('<FOLDER>')
    .action(withExitCode((folder) => withContent(folder, { publishes: true })))
}

async function withContent(folder: string, { publishes }: { publishes: boolean }): Promise<number> {
  const content = await readContent(folder)
  const { documents, topics, links } = content
  const counts = [count(documents.length, 'document'), count(topics.length, 'topic'), count(links.length, 'link')].join(', ')
  for (const { file, reason } of content.errors) console.error(`${file}: ${reason}`)
  if (content.errors.length > 0) {
    console.log(counts)
    return 1
  }
  return withData(async ({ connection, files }) => {
    const errors = publishes
      ? await publishContent(connection.db, files, content, commandActor())
      : await contentErrors(connection.db, content)
    for (const { file, reason } of errors) console.error(`${file}: ${reason}`)
    if (!publishes) console.log(counts)
    else console.log(errors.length > 0 ? 'Nothing was published.' : `Published ${counts}.`)
    return errors.length > 0 ? 1 : 0
  })
}
