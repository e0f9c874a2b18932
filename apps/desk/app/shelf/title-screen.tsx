import { shelfTitle } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { magazineCover } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useText } from '../shell/use-text.tsx'
import { Leaving } from './leaving.tsx'
import style from './shelf.module.css'
import { TitleForm } from './title-form.tsx'
import { TitlePlans } from './title-plans.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [title, mayChange, readsLog] = await Promise.all([
    ctx.call(shelfTitle, { params: { key: params.key ?? '' } }),
    ctx.may('shelf.write'),
    ctx.may('audit.read'),
  ])
  return { title, mayChange, readsLog }
}

/** A title: what it is, who may read it, and how long it stays. */
export default function TitleScreen() {
  const { title, mayChange, readsLog } = useLoaderData<typeof loader>()
  const t = useText()
  const { key, fields, issues, followers, newest } = title
  return (
    <>
      <PageHead title={fields.name}>
        <Link to={`/issues?title=${key}`}>{t('DESK.SHELF.ISSUES')}</Link>
        {newest && <a href={addressOf('title', { magazinekey: key })}>{t('DESK.SHELF.ON_WEBSITE')}</a>}
        {readsLog && <Link to={`/audit?search=${encodeURIComponent(fields.name)}`}>{t('DESK.SHELF.HISTORY')}</Link>}
      </PageHead>
      <div className={style.columns}>
        <TitleForm key={key} title={title} mayChange={mayChange} />
        <aside className={style.side}>
          <section className={style.card}>
            {newest && (
              <img
                className={style.cover}
                src={apiAddress(magazineCover, { magazineId: key }, { coverheight: COVER_HEIGHT_PIXELS.top })}
                alt={t('DESK.SHELF.COVER', { name: fields.name })}
              />
            )}
            <ul>
              {(['shown', 'scheduled', 'withdrawn', 'down'] as const)
                .filter((state) => state === 'shown' || issues[state] > 0)
                .map((state) => (
                  <li key={state}>
                    <Link to={`/issues?title=${key}&state=${state}`}>
                      {t('DESK.SHELF.ISSUES')}, {t(`DESK.SHELF.ISSUE_STATE.${state}`)}: {issues[state]}
                    </Link>
                  </li>
                ))}
              <li>{t('DESK.SHELF.FOLLOWERS', { count: followers })}</li>
            </ul>
          </section>
          <TitlePlans title={title} mayChange={mayChange} />
          <Leaving title={title} mayChange={mayChange} />
        </aside>
      </div>
    </>
  )
}
