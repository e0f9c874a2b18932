import type { Upload } from '@kiosk/domain/staff/upload-endpoints'
import { Fragment } from 'react'
import { useText } from '../shell/use-text.tsx'

/** Which issue and drafts the same file already is, each with a link; nothing for a file that is new. */
export function SameFile({ sameFile: { issue, drafts } }: Pick<Upload, 'sameFile'>) {
  const t = useText()
  const links = [
    ...(issue ? [{ to: `/desk/issues/${issue.uid}`, text: t('DESK.UPLOAD.SAME_FILE_ISSUE', { name: issue.name }) }] : []),
    ...drafts.map(({ id, name }) => ({ to: `/desk/uploads/${id}`, text: t('DESK.UPLOAD.SAME_FILE_DRAFT', { name }) })),
  ]
  if (links.length === 0) return null
  return (
    <>
      {t('DESK.UPLOAD.SAME_FILE')}
      {links.map(({ to, text }, place) => (
        <Fragment key={to}>
          {place === 0 ? ' ' : ', '}
          {/* A new document, because the form of a draft keeps what was typed. */}
          <a href={to}>{text}</a>
        </Fragment>
      ))}
    </>
  )
}

/** Key of the message about what a draft does whose file is already an issue or another draft; null for a new file. */
export function noteOfSameFile({ issue, drafts }: Upload['sameFile']): string | null {
  if (issue) return issue.isReplaced ? 'DESK.UPLOAD.SAME_FILE.replaced' : 'DESK.UPLOAD.SAME_FILE.published'
  return drafts.length > 0 ? 'DESK.UPLOAD.SAME_FILE.draft' : null
}
