import type { ReactNode } from 'react'
import { Alerts } from './alerts.tsx'
import { BottomMenu } from './bottom-menu.tsx'
import { CookieBanner, CookieSettings } from './cookie-consent.tsx'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Navbar } from './navbar.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

/** Layout around every screen. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText()
  const { environmentLabel, regionActive, countryCode, countryName, consent } = useViewer()
  return (
    <>
      <a className={style.skip} href="#content">
        {t('SHELL.SKIP')}
      </a>
      {!consent.answered && <CookieBanner />}
      {environmentLabel && <aside className={style.environment}>{environmentLabel}</aside>}
      <Navbar />
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
      <Footer />
      <BottomMenu />
      <CookieSettings />
    </>
  )
}
