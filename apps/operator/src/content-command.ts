import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { faultsAgainst, publishContent } from '@kiosk/api/content/publish-content'
import { readContent } from '@kiosk/api/content/read-content'
import { connect } from '@kiosk/api/database/connect'
import { filesOfEnvironment } from '@kiosk/api/outside/files/file-settings'
import type { Command } from './kiosk.ts'

const HELP = `Usage: npm run kiosk -- content check FOLDER
       npm run kiosk -- content import FOLDER

Publishes texts, topics and links without a deploy. Markdown with front matter between two lines of ---:

  documents/KEY.LANGUAGE[.REGION].md   title, description, version (its day). KEY: about, accessibility,
                                       contest-holiday, contest-recipe, faq, features, imprint, marketing,
                                       press, privacy, terms, terms-previous, thirdparty
  topics/UID.md                        language, headline, trend, released, issue, page, article, image, regions
  links/KEY.md                         title, posted, target, image or issue

A text may leave open what operator.json and the catalogue know: {site}, {company}, {mail}, {phone}, {magazines},
{issues}, …; a heading ## begins a part: a question of faq, a fact of imprint, a door of marketing, a company
of thirdparty, whose last line is the link to its policy. A heading of features is a link to its drawing, like
## [Archive](#archive); a line in *asterisks* says which subscriptions have it.

check names what is wrong, dead links and missing languages too, and changes nothing; a link may lead to a page of the
kiosk (/faq) or to a campaign that was imported (/sommerlesen). import publishes all of it or
nothing; an edition with a later day is shown from that day on.

Exit code 0, or 1 where something is wrong. Environment: DATA_DIR, DATABASE_URL.`

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
    const dataDir = process.env.DATA_DIR || fileURLToPath(new URL('../../../data', import.meta.url))
    const connection = await connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
    try {
      const faults =
        action === 'check'
          ? await faultsAgainst(connection.db, content)
          : await publishContent(connection.db, filesOfEnvironment(dataDir), content)
      for (const { file, reason } of faults) console.error(`${file}: ${reason}`)
      if (action === 'check') console.log(counts)
      else console.log(faults.length > 0 ? 'Nothing was published.' : `Published ${counts}.`)
      return faults.length > 0 ? 1 : 0
    } finally {
      await connection.close()
    }
  },
}
