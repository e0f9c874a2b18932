import { correctArticles, issueArticles } from '@kiosk/contract/desk-routes'
import { toEdit, toSend } from '@kiosk/domain/staff/article-edits'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { Failure } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { UndoButtons } from '../shell/undo-buttons.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useHistory } from '../shell/use-history.ts'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText } from '../shell/use-text.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticleOrder } from './article-order.tsx'
import style from './articles.module.css'
import { LeftCorrections } from './left-corrections.tsx'
import { PagePicture } from './page-picture.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return deskContext(context).call(issueArticles, { params: { uid: params.uid! } })
}

export default function Articles() {
  const { uid, version } = useLoaderData<typeof loader>()
  // Saving the articles, or another person's changes, restarts the editor.
  return <Editor key={`${uid} ${version}`} />
}

/** The articles of an issue on the pictures of their pages: change, order, split, join and drop them, with undo and redo. */
function Editor() {
  const { uid, issue, version, articles: loaded, pages, left } = useLoaderData<typeof loader>()
  const t = useText()
  const { run, error, isPending } = useChange()
  const history = useHistory(toEdit(loaded))
  const { current: articles, change, undo, redo, canUndo, canRedo } = history
  const [selected, setSelected] = useState(articles[0]?.key ?? null)
  const at = Math.max(
    0,
    articles.findIndex(({ key }) => key === selected),
  )
  const article = articles[at]
  const [page, setPage] = useState(article?.firstPage ?? 1)
  const save = (discard: string[] = []) =>
    run(() =>
      deskClient.call(correctArticles, { params: { uid }, body: { version, articles: toSend(articles, loaded), discard } }),
    )
  useLeaveWarning(canUndo)
  function select(key: string): void {
    setSelected(key)
    const found = articles.find((each) => each.key === key)
    if (found) setPage(found.firstPage)
  }
  return (
    <>
      <PageHead title={t('DESK.ARTICLES.TITLE')} about={t('DESK.ARTICLES.ABOUT', { issue })}>
        <a href={`/desk/issues/${uid}`}>{t('DESK.ARTICLES.BACK')}</a>
        <UndoButtons canUndo={canUndo} canRedo={canRedo} undo={undo} redo={redo} />
        <Button isDisabled={!canUndo} isPending={isPending} onPress={() => void save()}>
          {t('DESK.SAVE')}
        </Button>
      </PageHead>
      <Failure error={error} />
      <p role="status" className={style.note}>
        {canUndo && t('DESK.UNSAVED')}
      </p>
      <LeftCorrections left={left} isDisabled={canUndo || isPending} onDiscard={(id) => void save([id])} />
      {article ? (
        <div className={style.editor}>
          <ArticleOrder articles={articles} selected={article.key} onSelect={select} onChange={change} />
          <PagePicture
            uid={uid}
            pages={pages}
            page={page}
            articles={articles}
            selected={article.key}
            onPage={setPage}
            onSelect={setSelected}
          />
          <ArticleFields
            key={`${article.key} ${articles.length}`}
            articles={articles}
            at={at}
            page={page}
            onChange={change}
            onSelect={select}
          />
        </div>
      ) : (
        <Nothing>{t('DESK.ARTICLES.NOTHING')}</Nothing>
      )}
    </>
  )
}
