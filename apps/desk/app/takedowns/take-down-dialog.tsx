import { takeDown } from '@kiosk/contract/desk-routes'
import type { TakedownIssue } from '@kiosk/domain/staff/takedown-endpoints'
import { useState } from 'react'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { IssueField } from '../shell/issue-field.tsx'
import { useArticles } from '../shell/use-articles.ts'
import { useText } from '../shell/use-text.tsx'
import style from './takedowns.module.css'

const kinds = ['whole', 'page', 'article'] as const
type Kind = (typeof kinds)[number]

type Named = Pick<TakedownIssue, 'uid' | 'title' | 'issue'>

/** Takes down an issue, one of its pages or one of its articles. `of`: this issue, else one that the person finds. */
export function TakeDownDialog({ of = null, onDone }: { of?: Named | null; onDone(): void }) {
  const t = useText()
  const [issue, setIssue] = useState<Named | null>(of)
  const [kind, setKind] = useState<Kind>('whole')
  const [article, setArticle] = useState<string | null>(null)
  const articles = useArticles(kind === 'article' ? (issue?.uid ?? null) : null)

  async function send(form: FormData): Promise<void> {
    if (!issue) throw new FieldError(t('DESK.TAKEDOWN.NO_ISSUES'), 'uid')
    if (kind === 'article' && article === null) throw new FieldError(t('DESK.TAKEDOWN.NO_ARTICLE'), 'article')
    const body = {
      uid: issue.uid,
      ...(kind === 'page' && { page: Number(textIn(form, 'page')) }),
      ...(kind === 'article' && { article: Number(article) }),
      reason: textIn(form, 'reason'),
    }
    await deskClient.call(takeDown, { body })
  }
  return (
    <FormDialog title={t('DESK.TAKEDOWN.NEW')} button={t('DESK.TAKEDOWN.BUTTON')} kind="danger" send={send} onDone={onDone}>
      {of ? (
        <p>
          <strong>{of.title}</strong>, {of.issue}
        </p>
      ) : (
        <IssueField
          label={t('DESK.TAKEDOWN.SEARCH')}
          name="uid"
          isRequired
          autoFocus
          onChange={(chosen) => {
            setIssue(chosen)
            setArticle(null)
          }}
        />
      )}
      <Select
        label={t('DESK.LIST.WHAT')}
        options={kinds.map((id) => ({ id, name: t(`DESK.TAKEDOWN.${id.toUpperCase()}`) }))}
        selectedKey={kind}
        onSelectionChange={(key) => setKind(key as Kind)}
      />
      {kind === 'page' && (
        <>
          <TextField
            label={t('DESK.TAKEDOWN.PAGE_NUMBER')}
            name="page"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,4}"
            isRequired
          />
          <p className={style.note}>{t('DESK.TAKEDOWN.PAGE_NOTE')}</p>
        </>
      )}
      {kind === 'article' && articles?.length === 0 && <p role="status">{t('DESK.TAKEDOWN.NO_ARTICLES')}</p>}
      {kind === 'article' && articles && articles.length > 0 && (
        <Select
          label={t('DESK.TOPICS.ARTICLE')}
          name="article"
          isRequired
          options={articles.map(({ id, headline, firstPage, isDown }) => ({
            id: String(id),
            name: headline,
            hint: [t('DESK.TAKEDOWN.ARTICLE_PAGE', { page: firstPage }), isDown && t('DESK.TAKEDOWN.IS_DOWN')]
              .filter(Boolean)
              .join(' · '),
          }))}
          selectedKey={article}
          onSelectionChange={(key) => setArticle(key === null ? null : String(key))}
        />
      )}
      {kind === 'article' && <p className={style.note}>{t('DESK.TAKEDOWN.ARTICLE_NOTE')}</p>}
      <ReasonField />
    </FormDialog>
  )
}
