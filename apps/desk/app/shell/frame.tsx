import { deskSignOut } from '@kiosk/contract/desk-routes'
import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, NavLink, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { CommandPalette } from './command-palette.tsx'
import { deskClient } from './desk-client.ts'
import { deskContext } from './desk-context.ts'
import style from './frame.module.css'
import { sectionsOf } from './sections.ts'
import { ConfirmProvider, useChange } from './use-change.tsx'
import { useText } from './use-text.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const me = await ctx.me()
  const { pathname, search } = new URL(request.url)
  if (!me) throw redirect(`/sign-in?to=${encodeURIComponent(pathname + search)}`)
  return { me, siteName: ctx.siteName }
}

/** Navigation, command palette and account around every page of a signed-in person. */
export default function Frame() {
  const { me, siteName } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <ConfirmProvider>
      <div className={style.frame}>
        <a className={style.skip} href="#main">
          {t('DESK.SKIP')}
        </a>
        <header className={style.rail}>
          <a className={style.site} href="/desk/">
            {siteName}
          </a>
          <CommandPalette role={me.role} />
          <nav ref={useCurrentInView()} aria-label={t('DESK.NAVIGATION')}>
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
            <SignOut />
          </div>
        </header>
        <main id="main" className={style.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </ConfirmProvider>
  )
}

/** On phones the sections are one line: the current one is scrolled into the window. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current link
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return nav
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
