import { shelfIssue } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { issueCover } from '@kiosk/contract/routes'
import { addressOf, readerAddress } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import { TakeDownDialog } from '../takedowns/take-down-dialog.tsx'
import { IssueForm } from './issue-form.tsx'
import { IssueVisibility } from './issue-visibility.tsx'
import { RelatedIssues } from './related-issues.tsx'
import style from './shelf.module.css'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [issue, mayChange, readsLog] = await Promise.all([
    ctx.call(shelfIssue, { params: { uid: params.uid ?? '' } }),
    ctx.may('shelf.write'),
    ctx.may('audit.read'),
  ])
  return { issue, mayChange, readsLog }
}

/** An issue: what it is, whether it is shown, and what it recommends. */
export default function IssueScreen() {
  const { issue, mayChange, readsLog } = useLoaderData<typeof loader>()
  const t = useText()
  const { uid, title, titleKey, name, state, revision, takedowns } = issue
  const isShown = state === 'shown'
  const [takesDown, setTakesDown] = useState(false)
  return (
    <>
      <PageHead title={`${title}, ${name}`}>
        <Link to={`/titles/${titleKey}`}>{title}</Link>
        {isShown && <a href={addressOf('issue', { id: uid })}>{t('DESK.SHELF.ON_WEBSITE')}</a>}
        {isShown && <a href={readerAddress('/reader', uid)}>{t('DESK.SHELF.READ')}</a>}
        {readsLog && <Link to={`/audit?search=${uid}`}>{t('DESK.SHELF.HISTORY')}</Link>}
      </PageHead>
      <div className={style.columns}>
        <div>
          <IssueForm key={uid} issue={issue} mayChange={mayChange} />
          <RelatedIssues key={`${uid} related`} issue={issue} mayChange={mayChange} />
        </div>
        <aside className={style.side}>
          <IssueVisibility issue={issue} mayChange={mayChange} />
          {isShown && (
            <section className={style.card}>
              <img
                className={style.cover}
                src={apiAddress(issueCover, { uid }, { coverheight: COVER_HEIGHT_PIXELS.top, v: revision })}
                alt={t('DESK.SHELF.COVER', { name: `${title}, ${name}` })}
              />
            </section>
          )}
          {mayChange && (
            <section className={style.card}>
              <h2>{t('DESK.SHELF.CONTENTS')}</h2>
              <p>
                <Link to={`/issues/${uid}/articles`}>{t('DESK.ARTICLES.TITLE')}</Link>
              </p>
              <p>
                <Link to={`/uploads?replaces=${uid}`}>{t('DESK.SHELF.REPLACE')}</Link>
              </p>
            </section>
          )}
          <section className={style.card}>
            <h2>{t('DESK.SHELF.TAKEDOWNS')}</h2>
            <ul>
              {takedowns.map(({ id, page, article, reason }) => (
                <li key={id}>
                  {page !== null
                    ? t('DESK.TAKEDOWN.PAGE_OF', { page })
                    : article === null
                      ? t('DESK.TAKEDOWN.WHOLE')
                      : t('DESK.TAKEDOWN.ARTICLE_OF', { headline: article })}
                  <small className={style.small}>{reason}</small>
                </li>
              ))}
            </ul>
            {mayChange && (
              <Buttons>
                <Button kind="quiet" onPress={() => setTakesDown(true)}>
                  {t('DESK.TAKEDOWN.NEW')}
                </Button>
              </Buttons>
            )}
            {takesDown && <TakeDownDialog of={{ uid, title, issue: name }} onDone={() => setTakesDown(false)} />}
            <p>
              <Link to="/takedowns">{t('DESK.SHELF.ALL_TAKEDOWNS')}</Link>
            </p>
          </section>
        </aside>
      </div>
    </>
  )
}
