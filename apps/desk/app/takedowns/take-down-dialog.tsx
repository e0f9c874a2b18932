import { takeDown, takedownArticles, takedownIssues } from '@kiosk/contract/desk-routes'
import type { TakedownArticle, TakedownIssue } from '@kiosk/domain/staff/takedown-endpoints'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './takedowns.module.css'

/** Time without typing after which the search is sent. */
const SEARCH_DELAY_MS = 150

const kinds = ['whole', 'page', 'article'] as const
type Kind = (typeof kinds)[number]

/** Takes down an issue, one of its pages or one of its articles. */
export function TakeDownDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [typed, setTyped] = useState('')
  const [issue, setIssue] = useState<TakedownIssue | null>(null)
  const [kind, setKind] = useState<Kind>('whole')
  const [article, setArticle] = useState<string | null>(null)
  const found = useIssues(typed)
  const articles = useArticles(kind === 'article' ? (issue?.uid ?? null) : null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (!issue || (kind === 'article' && article === null)) return
    const form = new FormData(event.currentTarget)
    const body = {
      uid: issue.uid,
      ...(kind === 'page' && { page: Number(form.get('page')) }),
      ...(kind === 'article' && { article: Number(article) }),
      reason: String(form.get('reason')),
    }
    if (await run(() => deskClient.call(takeDown, { body }))) onDone()
  }

  const isAbout = (field: string) => (error?.field === field ? error.message : undefined)
  const isElsewhere = error && !['uid', 'page'].includes(error.field ?? '') ? error.message : undefined
  return (
    <Dialog title={t('DESK.TAKEDOWN.NEW')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
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
            hint: [each.date, each.uid, each.isDown && t('DESK.TAKEDOWN.IS_DOWN')].filter(Boolean).join(' · '),
          }))}
          error={isAbout('uid')}
        />
        <Select
          label={t('DESK.TAKEDOWN.WHAT')}
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
              error={isAbout('page')}
            />
            <p className={style.note}>{t('DESK.TAKEDOWN.PAGE_NOTE')}</p>
          </>
        )}
        {kind === 'article' && issue && articles?.length === 0 && <p role="status">{t('DESK.TAKEDOWN.NO_ARTICLES')}</p>}
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
        <TextField label={t('DESK.REASON')} hint={t('DESK.REASON_HINT')} name="reason" isRequired error={isElsewhere} />
        <Button type="submit" kind="danger" isPending={isPending}>
          {t('DESK.TAKEDOWN.BUTTON')}
        </Button>
      </form>
    </Dialog>
  )
}

const nameOf = ({ title, issue }: TakedownIssue) => `${title}, ${issue}`

/** Returns the issues that match what was typed; the last ones until the server has answered. */
function useIssues(typed: string): readonly TakedownIssue[] {
  const [found, setFound] = useState<readonly TakedownIssue[]>([])
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(async () => {
      const search = typed.replaceAll(',', ' ').slice(0, 100)
      const answer = await deskClient.call(takedownIssues, { query: { search } }).catch(() => null)
      if (isCurrent && answer) setFound(answer.issues)
    }, SEARCH_DELAY_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed])
  return found
}

/** Returns the articles of an issue; null until they are loaded. */
function useArticles(uid: string | null): readonly TakedownArticle[] | null {
  const [loaded, setLoaded] = useState<{ uid: string; articles: readonly TakedownArticle[] } | null>(null)
  useEffect(() => {
    if (uid === null) return
    let isCurrent = true
    deskClient
      .call(takedownArticles, { params: { uid } })
      .then(({ articles }) => isCurrent && setLoaded({ uid, articles }))
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [uid])
  return loaded !== null && loaded.uid === uid ? loaded.articles : null
}
