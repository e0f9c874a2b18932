import type { ComponentType, ReactNode } from 'react'
import { useMatches } from 'react-router'
import { Alerts } from './alerts.tsx'
import { BottomMenu } from './bottom-menu.tsx'
import { CookieBanner, CookieSettings, useOffersConsent } from './cookie-consent.tsx'
import { useFailure } from './failure-screen.tsx'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Navbar } from './navbar.tsx'
import { useLook, When } from './slots.tsx'
import { SupportBar } from './support-bar.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

/** Header and footer of a page that has no navigation. */
export type Bars = { Header: ComponentType; Footer: ComponentType }
/** `handle` of a route with bars of its own; by its loader's data, which may be missing. */
export type BarsHandle = { bars(loaderData: unknown): Bars | null }

/** Returns the bars that replace navigation, footer and bottom menu of this page; null = none. */
function useOwnBars(): Bars | null {
  const matches = useMatches()
  const failed = useFailure() !== null
  const last = matches.at(-1)
  return (!failed && (last?.handle as BarsHandle | undefined)?.bars(last?.loaderData)) || null
}

/** Layout around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText()
  const { environmentLabel, regionActive, countryCode, countryName } = useViewer()
  const offersConsent = useOffersConsent()
  const own = useOwnBars()
  const look = useLook()
  return (
    <>
      <a className={style.skip} href="#content">
        {t('SHELL.SKIP')}
      </a>
      <SupportBar />
      {offersConsent && (
        <When value={look.answered} is="no">
          <CookieBanner />
        </When>
      )}
      {environmentLabel && <aside className={style.environment}>{environmentLabel}</aside>}
      {own ? <own.Header /> : <Navbar />}
      <Alerts />
      {!regionActive && (
        // Labelled, because the environment label is another complementary landmark.
        <aside className={style.region} aria-label={t('SHELL.REGION', { country: countryName || countryCode })}>
          {t('REGION.INACTIVE')}
        </aside>
      )}
      <main id="content" tabIndex={-1} className={style.content}>
        {children}
      </main>
      {own ? <own.Footer /> : <Footer />}
      {!own && <BottomMenu />}
      {offersConsent && <CookieSettings />}
    </>
  )
}
