import { isPermitted } from '@kiosk/domain/staff/roles'
import { type LoaderFunctionArgs, NavLink, Outlet, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { moneyPages } from './money-pages.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const me = await deskContext(context).me()
  return { pages: moneyPages.filter(({ permission }) => me !== null && isPermitted(me.role, permission)) }
}

/** Navigation between the pages about money. */
export default function MoneyFrame() {
  const { pages } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      {pages.length > 1 && (
        <nav aria-label={t('DESK.SECTION.MONEY')} className={style.pages}>
          {pages.map(({ path, key }) => (
            <NavLink key={path} to={`/money/${path}`}>
              {t(key)}
            </NavLink>
          ))}
        </nav>
      )}
      <Outlet />
    </>
  )
}
