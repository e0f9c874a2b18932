import { parseArgs } from 'node:util'
import { faultsAgainst, publishContent } from '@kiosk/backend/content/publish-content'
import { readContent } from '@kiosk/backend/content/read-content'
import type { Command } from './command.ts'
import { withData } from './with-database.ts'

const HELP = `Usage: npm run kiosk -- content check FOLDER
       npm run kiosk -- content import FOLDER

Publishes texts, topics and links without a deploy, from Markdown files with front matter between two lines of ---:

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

  check     lists errors, including dead links and missing languages, and changes nothing; a link may lead to a page of the
            site (/faq) or to an imported campaign (/sommerlesen)
  import    publishes everything, or nothing if there are errors; a version with a future date is shown from that date on

Exit code 0, or 1 if there are errors. Environment: DATA_DIR, DATABASE_URL.`

const WRONG_USE = 64

export const contentCommand: Command = {
  summary: 'texts, topics and links from a folder',
  help: HELP,
  async run(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [action, folder, ...rest] = positionals
    if ((action !== 'check' && action !== 'import') || !folder || rest.length > 0) {
      console.error(HELP)
      return WRONG_USE
    }
    const content = await readContent(folder)
    const counts = `${content.documents.length} documents, ${content.topics.length} topics, ${content.links.length} links`
    for (const { file, reason } of content.faults) console.error(`${file}: ${reason}`)
    if (content.faults.length > 0) {
      console.log(counts)
      return 1
    }
    return withData(async ({ connection, files }) => {
      const faults =
        action === 'check' ? await faultsAgainst(connection.db, content) : await publishContent(connection.db, files, content)
      for (const { file, reason } of faults) console.error(`${file}: ${reason}`)
      if (action === 'check') console.log(counts)
      else console.log(faults.length > 0 ? 'Nothing was published.' : `Published ${counts}.`)
      return faults.length > 0 ? 1 : 0
    })
  },
}
