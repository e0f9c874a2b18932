import { takeDown, takedownArticles, takedownIssues } from '@kiosk/contract/desk-routes'
import type { TakedownArticle, TakedownIssue } from '@kiosk/domain/staff/takedown-endpoints'
import { useState } from 'react'
import { ComboBox } from '../pieces/combo-box.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './takedowns.module.css'

const kinds = ['whole', 'page', 'article'] as const
type Kind = (typeof kinds)[number]

/** Takes down an issue, one of its pages or one of its articles. */
export function TakeDownDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  const day = useDay()
  const [typed, setTyped] = useState('')
  const [issue, setIssue] = useState<TakedownIssue | null>(null)
  const [kind, setKind] = useState<Kind>('whole')
  const [article, setArticle] = useState<string | null>(null)
  const found = useIssues(typed)
  const articles = useArticles(kind === 'article' ? (issue?.uid ?? null) : null)

  async function send(form: FormData): Promise<void> {
    if (!issue) throw new FieldError(t('DESK.TAKEDOWN.NO_ISSUES'), 'uid')
    const body = {
      uid: issue.uid,
      ...(kind === 'page' && { page: Number(textIn(form, 'page')) }),
      ...(kind === 'article' && { article: Number(article) }),
      reason: textIn(form, 'reason'),
    }
    await deskClient.call(takeDown, { body })
  }
  return (
    <FormDialog
      title={t('DESK.TAKEDOWN.NEW')}
      button={t('DESK.TAKEDOWN.BUTTON')}
      kind="danger"
      isDisabled={kind === 'article' && article === null}
      fields={['uid', 'page', 'reason']}
      send={send}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <ComboBox
            label={t('DESK.TAKEDOWN.SEARCH')}
            hint={t('DESK.TAKEDOWN.SEARCH_HINT')}
            nothing={t('DESK.TAKEDOWN.NO_ISSUES')}
            isRequired
            autoFocus
            inputValue={typed}
            onInputChange={setTyped}
            selectedKey={issue?.uid ?? null}
            onSelectionChange={(uid) => {
              const chosen = found.find((each) => each.uid === uid) ?? null
              setIssue(chosen)
              setArticle(null)
              if (chosen) setTyped(nameOf(chosen))
            }}
            options={found.map((each) => ({
              id: each.uid,
              name: nameOf(each),
              hint: [day(each.date), each.uid, each.isDown && t('DESK.TAKEDOWN.IS_DOWN')].filter(Boolean).join(' · '),
            }))}
            error={errorOf('uid')}
          />
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
                error={errorOf('page')}
              />
              <p className={style.note}>{t('DESK.TAKEDOWN.PAGE_NOTE')}</p>
            </>
          )}
          {kind === 'article' && articles?.length === 0 && <p role="status">{t('DESK.TAKEDOWN.NO_ARTICLES')}</p>}
          {kind === 'article' && articles && articles.length > 0 && (
            <Select
              label={t('DESK.TAKEDOWN.ARTICLE')}
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
          <ReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}

const nameOf = ({ title, issue }: TakedownIssue) => `${title}, ${issue}`

/** Returns the issues that match what was typed; the last ones until the server has answered. */
function useIssues(typed: string): readonly TakedownIssue[] {
  const search = typed.replaceAll(',', ' ').slice(0, 100)
  const { answer } = useAnswer({ search }, (query, signal) => deskClient.call(takedownIssues, { query }, { signal }))
  return answer?.issues ?? []
}

/** Returns the articles of an issue; null until they are loaded. */
function useArticles(uid: string | null): readonly TakedownArticle[] | null {
  const { answer } = useAnswer(uid, (of, signal) =>
    deskClient.call(takedownArticles, { params: { uid: of } }, { signal }).then(({ articles }) => ({ uid: of, articles })),
  )
  return answer !== null && answer.uid === uid ? answer.articles : null
}
