import { ApiError } from '@kiosk/api-client/api-error'
import { publishUpload, saveUpload, upload as uploadRoute, withdrawUpload } from '@kiosk/contract/desk-routes'
import type { IssueMetadata } from '@kiosk/domain/staff/upload-endpoints'
import { SECOND_MS } from '@kiosk/domain/time'
import { useEffect, useEffectEvent, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Failure, Notice } from '../pieces/notice.tsx'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useRefresh } from '../shell/use-refresh.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { ArticleList } from './article-list.tsx'
import { DiscardButton } from './discard-button.tsx'
import { MetadataForm } from './metadata-form.tsx'
import { PagePreview } from './page-preview.tsx'
import { noteOfSameFile, SameFile } from './same-file.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import style from './uploads.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const found = await deskContext(context).call(uploadRoute, { params: { id: params.id! } })
  // Its files are deleted as soon as it is published.
  if (found.upload.state === 'published') throw redirect('/uploads')
  return found
}

/** Time without typing after which the form is stored. */
const SAVE_DELAY_MS = 500
/** Time after which storing is tried again if the server did not answer. */
const SAVE_AGAIN_MS = 5 * SECOND_MS

/** A draft: which issue it is, every page and article, and its publication. */
export default function Draft() {
  const { upload } = useLoaderData<typeof loader>()
  // The form of another draft starts with its own state.
  return <Editor key={upload.id} />
}

function Editor() {
  const found = useLoaderData<typeof loader>()
  const { upload, pages, articles } = found
  const t = useText()
  const time = useTime()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
  const [metadata, setMetadata] = useState<IssueMetadata>(found.metadata)
  const [isScheduling, setScheduling] = useState(false)
  const [isNamed, setNamed] = useState(found.metadata.name !== found.suggestedName)
  const onSaved = (name: string | null) => {
    if (!isNamed && name !== null && name !== metadata.name) setMetadata((before) => ({ ...before, name }))
  }
  const { replaces, failure } = useSaved(upload.id, metadata, {
    isOpen: upload.state === 'draft',
    first: found.replaces,
    onSaved,
  })
  const isOpen = upload.state === 'draft'
  const params = { id: upload.id }
  useRefresh(upload.state === 'scheduled' || upload.state === 'publishing')

  async function publish(publishAt: string | null): Promise<boolean> {
    const body = { ...metadata, publishAt }
    return run(() => deskClient.call(publishUpload, { params, body }).then(() => navigate('/uploads')))
  }
  function change(values: Partial<IssueMetadata>): void {
    // From then on, the name is the one that the person typed.
    if (values.name !== undefined) setNamed(true)
    setMetadata((before) => ({ ...before, ...values }))
  }
  return (
    <>
      <PageHead title={upload.issue ?? upload.fileName} about={t('DESK.UPLOAD.DRAFT_ABOUT')}>
        {isOpen && (
          <>
            <DiscardButton upload={upload} onDone={() => void navigate('/uploads')} />
            <Button kind="quiet" onPress={() => setScheduling(true)}>
              {t('DESK.UPLOAD.SCHEDULE')}
            </Button>
            <Button isPending={isPending} onPress={() => void publish(null)}>
              {t('DESK.UPLOAD.PUBLISH')}
            </Button>
          </>
        )}
      </PageHead>
      {upload.problem && <Notice tone="bad">{t(`DESK.UPLOAD.PROBLEM.${upload.problem.code}`, upload.problem.values)}</Notice>}
      <Failure error={error} />
      {failure && (
        <Notice tone="bad" role="status">
          {t('DESK.UPLOAD.NOT_STORED')}
        </Notice>
      )}
      {failure?.error.code === 'not_signed_in' && <Failure error={changeErrorOf(failure.error, t)} />}
      {upload.state === 'scheduled' && upload.publishAt && (
        <Notice>
          <p>{t('DESK.UPLOAD.SCHEDULED_FOR', { time: time(upload.publishAt) })}</p>
          <Button kind="quiet" isPending={isPending} onPress={() => void run(() => deskClient.call(withdrawUpload, { params }))}>
            {t('DESK.UPLOAD.WITHDRAW')}
          </Button>
        </Notice>
      )}
      <SameFileNotice sameFile={upload.sameFile} />
      {replaces && (
        <Replacement replaces={replaces} pages={pages.length} articles={articles.length} metadata={metadata} onChange={change} />
      )}
      <div className={style.draft}>
        <section aria-labelledby="issue">
          <h2 id="issue">{t('DESK.UPLOAD.ISSUE')}</h2>
          <MetadataForm
            metadata={metadata}
            title={found.title}
            categories={found.categories}
            isDisabled={!isOpen}
            error={error}
            onChange={change}
          />
        </section>
        <PagesAndArticles draft={found} />
      </div>
      {isScheduling && <ScheduleDialog onDone={() => setScheduling(false)} schedule={publish} />}
    </>
  )
}

type Found = Awaited<ReturnType<typeof loader>>
type Replaced = Found['replaces']

/** Tells that the same file was uploaded before, and what that means. */
function SameFileNotice({ sameFile }: Pick<Found['upload'], 'sameFile'>) {
  const t = useText()
  const note = noteOfSameFile(sameFile)
  if (!note) return null
  return (
    <Notice>
      <div>
        <p>
          <SameFile sameFile={sameFile} />
        </p>
        <p>{t(note)}</p>
      </div>
    </Notice>
  )
}

/** What was read from the PDF. */
function PagesAndArticles({ draft: { upload, pages, articles, textLayer } }: { draft: Found }) {
  const t = useText()
  return (
    <div>
      <section aria-labelledby="pages">
        <h2 id="pages">{t('DESK.UPLOAD.PAGES', { count: pages.length })}</h2>
        <p className={style.small}>{t(`DESK.UPLOAD.TEXT_LAYER.${textLayer}`)}</p>
        <PagePreview id={upload.id} pages={pages} />
      </section>
      <section aria-labelledby="articles">
        <h2 id="articles">{t('DESK.UPLOAD.ARTICLES', { count: articles.length })}</h2>
        <p className={style.small}>{t('DESK.UPLOAD.ARTICLES_NOTE')}</p>
        <ArticleList id={upload.id} articles={articles} />
      </section>
    </div>
  )
}

type ReplacementProps = {
  replaces: NonNullable<Replaced>
  /** How many pages and articles the draft has. */
  pages: number
  articles: number
  metadata: IssueMetadata
  onChange(values: Partial<IssueMetadata>): void
}

/** Which published issue the draft replaces, and whether it looks like another publication. */
function Replacement({ replaces, pages, articles, metadata, onChange }: ReplacementProps) {
  const t = useText()
  const time = useTime()
  return (
    <Notice tone={replaces.problem ? 'bad' : 'plain'} role="status">
      <p>
        {t('DESK.UPLOAD.REPLACES', { issue: `${replaces.title}, ${replaces.name}` })}{' '}
        {t('DESK.UPLOAD.REPLACES_PAGES', { before: replaces.pages, after: pages })}{' '}
        {t('DESK.UPLOAD.REPLACES_ARTICLES', { before: replaces.articles, after: articles })}
      </p>
      {replaces.shownFrom && <p>{t('DESK.UPLOAD.SHOWN_LATER', { time: time(replaces.shownFrom) })}</p>}
      {replaces.problem && (
        <>
          <p>{t(`DESK.UPLOAD.PROBLEM.${replaces.problem.code}`, replaces.problem.values)}</p>
          <label className={style.check}>
            <input
              type="checkbox"
              checked={metadata.replacesOther}
              onChange={({ target }) => onChange({ replacesOther: target.checked })}
            />
            {t('DESK.UPLOAD.REPLACES_OTHER')}
          </label>
        </>
      )}
    </Notice>
  )
}

type Saving = {
  isOpen: boolean
  first: Replaced
  /** Called with the name that fits what was stored. */
  onSaved(suggestedName: string | null): void
}

/**
 * Stores the form while it is filled in. Returns which published issue it would replace, and why it is not stored
 * yet.
 */
function useSaved(id: string, metadata: IssueMetadata, { isOpen, first, onSaved }: Saving) {
  const [replaces, setReplaces] = useState(first)
  const [saved, setSaved] = useState(metadata)
  /** Why it is not stored and will be tried again. Each failed attempt sets its own, which starts the next attempt. */
  const [failure, setFailure] = useState<{ error: ApiError } | null>(null)
  const takeName = useEffectEvent(onSaved)
  useEffect(() => {
    if (!isOpen || metadata === saved) return
    const gone = new AbortController()
    const timer = setTimeout(
      () => {
        deskClient
          .call(saveUpload, { params: { id }, body: metadata }, { signal: gone.signal })
          .then((answer) => {
            setSaved(metadata)
            setReplaces(answer.replaces)
            setFailure(null)
            takeName(answer.suggestedName)
          })
          .catch((error: unknown) => {
            if (gone.signal.aborted || !(error instanceof ApiError)) return
            // An incomplete form is stored once it is complete; publishing shows what is wrong.
            const isPassing = error.status === 0 || error.status >= 500 || [401, 429].includes(error.status)
            setFailure(isPassing ? { error } : null)
          })
      },
      failure ? SAVE_AGAIN_MS : SAVE_DELAY_MS,
    )
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [id, metadata, saved, isOpen, failure])
  return { replaces, failure }
}
