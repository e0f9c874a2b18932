import { shelfIssue, uploads } from '@kiosk/contract/desk-routes'
import type { Upload } from '@kiosk/domain/staff/upload-endpoints'
import { DropZone, type FileDropItem, FileTrigger } from 'react-aria-components'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button, buttonClass } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Notice } from '../pieces/notice.tsx'
import { ProgressBar } from '../pieces/progress-bar.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useRefresh } from '../shell/use-refresh.ts'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import { DiscardButton } from './discard-button.tsx'
import { fileSize } from './file-size.ts'
import { noteOfSameFile, SameFile } from './same-file.tsx'
import style from './uploads.module.css'
import { type SentFile, useSending } from './use-sending.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const uid = new URL(request.url).searchParams.get('replaces')
  const [found, replaces] = await Promise.all([ctx.call(uploads), uid ? ctx.call(shelfIssue, { params: { uid } }) : null])
  return { ...found, replaces }
}

const working: readonly Upload['state'][] = ['waiting', 'reading', 'publishing', 'scheduled']

/** PDFs on their way to the newsstand: chosen or dropped here, read, looked at, published. */
export default function Uploads() {
  const { uploads: rows, rejected, replaces } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const language = useLanguage()
  const { files, send, cancel } = useSending(replaces?.uid ?? null)
  useRefresh(rows.some(({ state }) => working.includes(state)))
  const columns: Column<Upload>[] = [
    {
      id: 'file',
      header: t('DESK.UPLOAD.FILE'),
      cell: (row) => (
        <>
          <strong className={style.file}>{row.issue ?? row.fileName}</strong>
          <small className={style.file}>
            {[
              row.issue && row.fileName,
              fileSize(language, row.bytes),
              row.pages > 0 && t('DESK.UPLOAD.PAGES', { count: row.pages }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </>
      ),
    },
    { id: 'state', header: t('DESK.LIST.STATE'), cell: (row) => <State upload={row} /> },
    { id: 'by', header: t('DESK.UPLOAD.BY'), cell: (row) => row.by },
    {
      id: 'at',
      header: t('DESK.UPLOAD.AT'),
      cell: (row) => <time dateTime={row.createdAt}>{time(row.createdAt)}</time>,
    },
  ]
  const actions = (row: Upload) => (
    <Buttons>
      {['draft', 'scheduled'].includes(row.state) && (
        <Link
          to={`/uploads/${row.id}`}
          className={buttonClass('bare')}
          aria-label={t('DESK.UPLOAD.OPEN_OF', { name: row.issue ?? row.fileName })}
        >
          {t('DESK.UPLOAD.OPEN')}
        </Link>
      )}
      {row.uid && (
        <a className={buttonClass('bare')} href={`/desk/issues/${row.uid}`}>
          {t('DESK.UPLOAD.ISSUE')}
        </a>
      )}
      {['receiving', 'waiting', 'draft', 'failed'].includes(row.state) && <DiscardButton upload={row} />}
    </Buttons>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.UPLOADS')} about={t('DESK.UPLOAD.ABOUT')} />
      {replaces && <Notice>{t('DESK.UPLOAD.REPLACES_NOTE', { issue: `${replaces.title}, ${replaces.name}` })}</Notice>}
      <DropZone className={style.drop!} aria-label={t('DESK.UPLOAD.DROP')} onDrop={({ items }) => void dropped(items).then(send)}>
        <p>{t('DESK.UPLOAD.DROP')}</p>
        <FileTrigger
          acceptedFileTypes={['application/pdf', '.pdf']}
          allowsMultiple={replaces === null}
          onSelect={(chosen) => chosen && send(chosen)}
        >
          <Button>{t('DESK.UPLOAD.CHOOSE')}</Button>
        </FileTrigger>
        <p className={style.small}>{t('DESK.UPLOAD.LIMITS')}</p>
      </DropZone>
      <SendingList files={files} onResume={(file) => send([file])} onCancel={cancel} />
      <DataTable
        label={t('DESK.SECTION.UPLOADS')}
        rows={rows.filter((row) => row.state !== 'receiving' || !files.some((file) => isOf(file, row)))}
        columns={columns}
        actions={actions}
        rowId={({ id }) => id}
        nothing={t('DESK.UPLOAD.NOTHING')}
      />
      {rejected.length > 0 && <RejectedFiles files={rejected} />}
    </>
  )
}

type RejectedFile = Awaited<ReturnType<typeof loader>>['rejected'][number]

/** The files that the import of a folder rejected, and why. */
function RejectedFiles({ files }: { files: readonly RejectedFile[] }) {
  const t = useText()
  const time = useTime()
  const columns: Column<RejectedFile>[] = [
    { id: 'file', header: t('DESK.UPLOAD.FILE'), cell: (row) => <strong className={style.file}>{row.fileName}</strong> },
    { id: 'reason', header: t('DESK.REASON'), cell: (row) => <span lang="en">{row.reason}</span> },
    { id: 'at', header: t('DESK.LIST.AT'), cell: (row) => <time dateTime={row.at}>{time(row.at)}</time> },
  ]
  return (
    <section className={style.rejected}>
      <h2>{t('DESK.UPLOAD.REJECTED')}</h2>
      <p className={style.small}>{t('DESK.UPLOAD.REJECTED_ABOUT')}</p>
      <DataTable label={t('DESK.UPLOAD.REJECTED')} rows={files} columns={columns} rowId={({ id }) => id} nothing="" />
    </section>
  )
}

type SendingProps = { files: readonly SentFile[]; onResume(file: File): void; onCancel(key: SentFile['key']): Promise<void> }

/** The files that this page is sending. */
function SendingList({ files, onResume, onCancel }: SendingProps) {
  const t = useText()
  if (files.length === 0) return null
  return (
    <ul className={style.sending} aria-label={t('DESK.UPLOAD.SENDING')}>
      {files.map(({ key, file, sent, error, canResume }) => (
        <li key={key}>
          <span>{file.name}</span>
          {error === undefined ? (
            <ProgressBar label={t('DESK.UPLOAD.SENDING_OF', { name: file.name })} value={sent} most={file.size} />
          ) : (
            <strong role="alert">{error ?? t('DESK.UPLOAD.NOT_SENT')}</strong>
          )}
          <Buttons>
            {canResume && (
              <Button kind="quiet" aria-label={t('DESK.UPLOAD.RESUME_OF', { name: file.name })} onPress={() => onResume(file)}>
                {t('DESK.UPLOAD.RESUME')}
              </Button>
            )}
            <Button kind="bare" aria-label={t('DESK.UPLOAD.CANCEL_OF', { name: file.name })} onPress={() => void onCancel(key)}>
              {t('DESK.UPLOAD.CANCEL')}
            </Button>
          </Buttons>
        </li>
      ))}
    </ul>
  )
}

/** A file that is being sent here has its progress above the list. */
const isOf = ({ file }: SentFile, row: Upload) => file.name === row.fileName && file.size === row.bytes

async function dropped(items: readonly { kind: string }[]): Promise<File[]> {
  const files = items.filter((item): item is FileDropItem => item.kind === 'file')
  return Promise.all(files.map((item) => item.getFile()))
}

/** How far an upload is, and what is wrong with it. */
function State({ upload }: { upload: Upload }) {
  const t = useText()
  const time = useTime()
  const { state, bytes, received, pages, pagesDone, publishAt, problem, sameFile } = upload
  return (
    <>
      {state === 'scheduled' && publishAt
        ? t('DESK.UPLOAD.SCHEDULED_FOR', { time: time(publishAt) })
        : t(`DESK.UPLOAD.STATE.${state}`)}
      {state === 'receiving' && <ProgressBar label={t('DESK.UPLOAD.STATE.receiving')} value={received} most={bytes} />}
      {state === 'reading' && pages > 0 && <ProgressBar label={t('DESK.UPLOAD.STATE.reading')} value={pagesDone} most={pages} />}
      {noteOfSameFile(sameFile) && (
        <small className={style.same}>
          <SameFile sameFile={sameFile} />
        </small>
      )}
      {problem && <strong className={style.problem}>{t(`DESK.UPLOAD.PROBLEM.${problem.code}`, problem.values)}</strong>}
    </>
  )
}
