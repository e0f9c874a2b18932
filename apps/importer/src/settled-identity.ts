import { issueUid } from '@kiosk/backend/catalogue/publish-issue'
import type { Database } from '@kiosk/backend/db/connect'
import { sql } from 'kysely'
import { importErrors } from './import-error.ts'
import { formerKeyOf, type Identity, identify } from './metadata/issue-identity.ts'
import type { Sidecar } from './metadata/sidecar.ts'
import type { PdfInfo } from './pdf/open-pdf.ts'
import type { Source } from './read-source.ts'

/**
 * Decides which issue a file is, from its sidecar, its name, the PDF and the catalogue.
 * @throws ImportError if the sidecar contradicts itself
 */
export async function settledIdentity(
  db: Database,
  { pdfPath, fileName = pdfPath, metadata }: { pdfPath: string; fileName?: string; metadata: Sidecar },
  pdfInfo: PdfInfo,
  source: Source,
): Promise<{ identity: Identity; uid: string }> {
  if (metadata.languageEdition && !metadata.language)
    throw importErrors.wrongSidecar('entry', 'languageEdition: needs the language as well')
  const identified = identify(fileName, metadata, pdfInfo, source.changed)
  const key = metadata.key ?? (await keyOfTitle(db, identified))
  const identity = await settleDay(db, { ...identified, key })
  const { date, number, name, edition } = identity
  return { identity, uid: issueUid({ titleKey: key, date, number, name, edition }) }
}

/** A title with a key from an earlier version keeps it. */
async function keyOfTitle(db: Database, { key, title }: Identity): Promise<string> {
  const former = formerKeyOf(title)
  if (former === key) return key
  const known = await db.selectFrom('titles').select('id').where('key', '=', former).where('name', '=', title).executeTakeFirst()
  return known ? former : key
}

/** A corrected file of an issue whose date was guessed must not become a second issue because its guess differs. */
async function settleDay(db: Database, identity: Identity): Promise<Identity> {
  if (identity.dateIsSure) return identity
  const known = await db
    .selectFrom('all_issues')
    .innerJoin('titles', 'titles.id', 'all_issues.title_id')
    .select('issue_date')
    .where('titles.key', '=', identity.key)
    .where('all_issues.name', '=', identity.name)
    .where(sql`coalesce(all_issues.edition, '')`, '=', identity.edition ?? '')
    .orderBy('issue_date', 'desc')
    .executeTakeFirst()
  return known ? { ...identity, date: known.issue_date } : identity
}
