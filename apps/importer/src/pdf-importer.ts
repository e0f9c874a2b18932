import type { DraftContents, PdfImporter } from '@kiosk/backend/adapters/pdf-importer'
import type { Actor } from '@kiosk/backend/audit/actor'
import { SHOWN_FROM } from '@kiosk/backend/catalogue/scheduled-issues'
import { contentsFile, joinParts } from '@kiosk/backend/catalogue/uploads/upload-files'
import type { Database } from '@kiosk/backend/db/connect'
import type { IssueMetadata, SuggestedMetadata } from '@kiosk/domain/staff/upload-endpoints'
import { sql } from 'kysely'
import { assembleIssue } from './assemble-issue.ts'
import { readDraft, readPdfInfo, writeDraft } from './draft.ts'
import { importIssue } from './import-issue.ts'
import type { LayoutSettings } from './layout/layout-model.ts'
import { habitsFor } from './learning/habits-of.ts'
import type { Identity } from './metadata/issue-identity.ts'
import type { Sidecar } from './metadata/sidecar.ts'
import type { Habits } from './page-model/habits.ts'
import { readSource, type Source } from './read-source.ts'
import { rebuildIssue } from './rebuild-issue.ts'
import { renderIssue } from './render-issue.ts'
import type { Draft } from './rendered-issue.ts'
import { whyNotTheSame } from './replacement.ts'
import { settledIdentity } from './settled-identity.ts'
import { languageOf } from './text/language.ts'
import { pageText } from './text/page-text.ts'
import { createWorkers, type Workers } from './workers/workers.ts'

/**
 * Imports the PDFs that are uploaded at the desk, in this process; those that render end with the work.
 * @param options.workers render instead, and stay
 * @param options.layout the model that looks at pages; default: none does
 */
export function createPdfImporter(
  options: { processes?: number | undefined; workers?: Workers; layout?: LayoutSettings | undefined } = {},
): PdfImporter<Actor> {
  const workersFor = async <Result>(
    work: (workers: Workers) => Promise<Result>,
    {
      signal,
      processes = options.processes,
      idle = false,
    }: { signal?: AbortSignal | undefined; processes?: number; idle?: boolean } = {},
  ) => {
    if (options.workers) return work(options.workers)
    const workers = createWorkers({ processes, background: true, idle, layout: options.layout })
    const stop = () => void workers.close()
    signal?.addEventListener('abort', stop)
    try {
      return await work(workers)
    } finally {
      signal?.removeEventListener('abort', stop)
      await workers.close()
    }
  }
  return {
    read: ({ db, files, upload, pdf, fileName, folder, onPage, signal }) =>
      workersFor(
        async (workers) => {
          await joinParts(files, upload)
          const pdfPath = await files.path(pdf)
          const source = await readSource(pdfPath, workers.bounds)
          const pdfInfo = await workers.run('pdfInfo', { path: pdfPath })
          await files.remove(folder)
          const rendered = await renderIssue({ pdfInfo, files, folder, pdfPath, pictures: 'now', onPage }, workers)
          await writeDraft(files, { folder, pdfInfo, rendered })
          const { identity, uid } = await settledIdentity(db, { pdfPath, fileName, metadata: {} }, pdfInfo, source)
          const of = { titleKey: identity.key, uid, date: identity.date, sha256: source.sha256 }
          const contents = await contentsOf({ folder, pdfInfo, rendered }, { identity, source, habits: await habitsFor(db, of) })
          await files.write(contentsFile(upload.id), Buffer.from(JSON.stringify(contents)))
          return { pages: contents.pages.length, sha256: source.sha256 }
        },
        { signal },
      ),

    async replaced(draft) {
      const published = await publishedIssueOf(draft)
      if (!published) return null
      const { rendered } = await readDraft(draft.files, draft.folder)
      const pages = rendered.pages.map(({ lines }) => pageText(lines).text)
      const problem = await whyNotTheSame(draft.db, published.uid, { language: languageOf(pages.join('\n')) ?? 'und', pages })
      return { ...published, problem: problem && { code: problem.code, values: problem.values } }
    },

    publish: ({ db, files, pdf, fileName, folder, metadata, actor }) =>
      workersFor(async (workers) => {
        const draft = await readDraft(files, folder)
        const pdfPath = await files.path(pdf)
        const { uid } = await importIssue(
          {
            connection: { db },
            files,
            pdfPath,
            fileName,
            draft,
            actor,
            pictures: 'now',
            metadata: await sidecarOf(db, metadata),
            replacesUid: metadata.replaces,
          },
          workers,
        )
        return { uid }
      }),

    rebuild: ({ db, files, uid, signal }) =>
      workersFor((workers) => rebuildIssue({ connection: { db }, files, uid }, workers), { signal, processes: 1, idle: true }),
  }
}

type Compared = Parameters<PdfImporter<Actor>['replaced']>[0]

/** Returns the published issue that a draft would replace, without a look at its pages. @throws RejectedPdf */
export async function publishedIssueOf({ db, files, fileName, folder, metadata }: Compared) {
  const pdfInfo = await readPdfInfo(files, folder)
  const sidecar = await sidecarOf(db, metadata)
  const { uid } = await settledIdentity(db, { pdfPath: fileName, metadata: sidecar }, pdfInfo, NO_SOURCE)
  return publishedIssue(db, metadata.replaces ?? uid)
}

/** The file is not needed once it was read. */
const NO_SOURCE: Source = { contents: Buffer.alloc(0), sha256: '', changed: '', mark: '' }

/** Converts what a person decided to the metadata of the importer. */
async function sidecarOf(db: Database, metadata: IssueMetadata): Promise<Sidecar> {
  const { titleKey, newTitle, name, number, date, dateEnd, kind, edition, language, headline, description } = metadata
  const known = titleKey && (await db.selectFrom('titles').select('name').where('key', '=', titleKey).executeTakeFirstOrThrow())
  const kept = metadata.replaces === null ? undefined : await keptMetadata(db, metadata.replaces)
  return {
    ...kept,
    ...(known ? { title: known.name, key: titleKey } : {}),
    ...(newTitle && {
      title: newTitle.name,
      kind: newTitle.kind,
      categories: [newTitle.category],
      ...(newTitle.country && { country: newTitle.country }),
      ...(newTitle.frequency && newTitle.frequency !== 'irregular' && { frequency: newTitle.frequency }),
    }),
    issue: name,
    date,
    issueKind: kind,
    language,
    headline,
    description,
    ...(number && { number }),
    ...(dateEnd && { dateEnd }),
    ...(edition && { edition }),
    ...(metadata.replacesOther && { replaces: true }),
  }
}

/** What the desk does not ask for stays as it is when an issue is replaced. */
async function keptMetadata(db: Database, uid: string): Promise<Sidecar | undefined> {
  const issue = await db
    .selectFrom('all_issues as i')
    .leftJoin('all_issues as main', 'main.id', 'i.supplement_to')
    .select(['i.volume', 'i.targeting_tags', 'main.uid as supplement_to'])
    .where('i.uid', '=', uid)
    .executeTakeFirst()
  return (
    issue && {
      targetingTags: issue.targeting_tags,
      ...(issue.volume && { volume: issue.volume }),
      ...(issue.supplement_to && { supplementTo: issue.supplement_to }),
    }
  )
}

async function contentsOf(
  { pdfInfo, rendered }: Draft,
  { identity, source, habits }: { identity: Identity; source: Source; habits: Habits },
): Promise<DraftContents> {
  const guessed = { metadata: {}, identity: { ...identity, dateEnd: null }, pdfInfo, uid: '', source, revision: 1 }
  const { issue } = await assembleIssue(guessed, rendered, habits)
  const suggestion: SuggestedMetadata = {
    title: identity.title,
    titleKey: identity.key,
    newTitle: null,
    name: identity.name,
    number: identity.number,
    date: identity.date,
    dateEnd: identity.dateEnd,
    kind: issue.kind,
    edition: identity.edition,
    language: issue.language,
    headline: '',
    description: '',
    replaces: null,
    replacesOther: false,
  }
  return {
    suggestion,
    textLayer: issue.textLayer,
    pages: issue.pages.map(({ width, height }) => ({ width, height })),
    articles: issue.articles.map(({ headline, byline, firstPage, lastPage, html }) => ({
      headline,
      byline,
      firstPage,
      lastPage,
      html,
    })),
  }
}

function publishedIssue(db: Database, uid: string) {
  return db
    .selectFrom('all_issues as i')
    .innerJoin('titles as t', 't.id', 'i.title_id')
    .select(['i.uid', 't.name as title', 'i.name', 'i.issue_date as date', 'i.page_count as pages'])
    .select(sql<number>`(select count(*) from all_articles a where a.issue_id = i.id)`.as('articles'))
    .select(SHOWN_FROM.as('shownFrom'))
    .where('i.uid', '=', uid)
    .executeTakeFirst()
}
