import { deskSignOut } from '@kiosk/contract/desk-routes'
import { type LoaderFunctionArgs, NavLink, Outlet, redirect, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { useCurrentInView } from '../pieces/use-current-in-view.ts'
import { CommandPalette } from './command-palette.tsx'
import { deskClient } from './desk-client.ts'
import { deskContext, signInPath } from './desk-context.ts'
import style from './frame.module.css'
import { isSamePage } from './is-same-page.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { sectionsOf } from './sections.ts'
import { ConfirmProvider, useChange } from './use-change.tsx'
import { useScriptsOfAllPages } from './use-scripts-of-all-pages.ts'
import { useText } from './use-text.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const me = await ctx.me()
  if (!me) throw redirect(signInPath(request))
  return { me, siteName: ctx.siteName }
}

/** A move to another page does not load any of this again: if that page cannot be loaded, the navigation stays. */
export const shouldRevalidate = isSamePage

/** Navigation, command palette and account around every page of a signed-in person. */
export default function Frame() {
  const { me, siteName } = useLoaderData<typeof loader>()
  const t = useText()
  useScriptsOfAllPages()
  return (
    <ConfirmProvider>
      <div className={style.frame}>
        <a className={style.skip} href="#main">
          {t('DESK.SKIP')}
        </a>
        <header ref={useCurrentInView<HTMLElement>()} className={style.rail}>
          <a className={style.site} href="/desk/">
            {siteName}
          </a>
          <CommandPalette role={me.role} />
          <nav aria-label={t('DESK.NAVIGATION')}>
            {sectionsOf(me.role)
              .filter(({ isBelow }) => !isBelow)
              .map(({ path, key }) => (
                <NavLink key={path} to={path} end={path === '/'} className={style.link!}>
                  {t(key)}
                </NavLink>
              ))}
          </nav>
          <div className={style.person}>
            <p>
              {me.name}
              <br />
              {t(`DESK.ROLE.${me.role}`)}
            </p>
            <a className={style.link} href="/" target="_blank" rel="noreferrer">
              {t('DESK.WEBSITE')}
            </a>
            <SignOut />
          </div>
        </header>
        <main id="main" className={style.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <LeaveDialog />
    </ConfirmProvider>
  )
}

function SignOut() {
  const t = useText()
  const { run, isPending } = useChange()
  const signOut = async () => {
    await run(() => deskClient.call(deskSignOut))
    // A new document, so that nothing of the old session stays in memory.
    window.location.assign('/desk/sign-in')
  }
  return (
    <Button kind="bare" isPending={isPending} onPress={() => void signOut()}>
      {t('DESK.SIGN_OUT')}
    </Button>
  )
}
