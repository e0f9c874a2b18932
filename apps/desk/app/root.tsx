import { deskMessages } from '@kiosk/i18n/messages/desk'
import { deskAuditMessages } from '@kiosk/i18n/messages/desk-audit'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import { deskMoneyMessages } from '@kiosk/i18n/messages/desk-money'
import { deskNewsletterMessages } from '@kiosk/i18n/messages/desk-newsletter'
import { deskOffersMessages } from '@kiosk/i18n/messages/desk-offers'
import { deskReaderMessages } from '@kiosk/i18n/messages/desk-readers'
import { deskShelfMessages } from '@kiosk/i18n/messages/desk-shelf'
import { deskUploadMessages } from '@kiosk/i18n/messages/desk-uploads'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { securityEventMessages } from '@kiosk/i18n/messages/security-events'
import { messagesIn, packMessages } from '@kiosk/i18n/translate'
import fraunces from '@kiosk/ui/fonts/fraunces-display.woff2?url'
import sourceSans from '@kiosk/ui/fonts/source-sans-3.woff2?url'
import { type ReactNode, useEffect, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Links, type LoaderFunctionArgs, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import { deskContext } from './shell/desk-context.ts'
import { isSamePage } from './shell/is-same-page.ts'
import { useNonce } from './shell/nonce-provider.tsx'
import { PageError } from './shell/page-error.tsx'
import { TextProvider } from './shell/use-text.tsx'
import '@kiosk/ui/tokens.css'
import '@kiosk/ui/fonts.css'
import './shell/base.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const language = await ctx.language()
  const words = packMessages(
    messagesIn(language, [
      deskMessages,
      deskAuditMessages,
      deskMoneyMessages,
      deskNewsletterMessages,
      deskOffersMessages,
      deskReaderMessages,
      deskShelfMessages,
      deskUploadMessages,
      securityEventMessages,
      deskErrorMessages,
      errorMessages,
    ]),
  )
  return { language, words }
}

export const shouldRevalidate = isSamePage

/** What the loader returned last, for pages that could not be loaded. In browsers only. */
let known: ReturnType<typeof useRouteLoaderData<typeof loader>>

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>('root')
  useEffect(() => {
    if (loaded) known = loaded
  }, [loaded])
  const root = loaded ?? known
  const nonce = useNonce()
  const language = root?.language ?? 'de'
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        {/* The component library adds one style by script. */}
        <meta property="csp-nonce" nonce={nonce} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {[fraunces, sourceSans].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Links />
      </head>
      {/* A press before the scripts run would be lost. */}
      <body aria-busy={!isReady}>
        <TextProvider words={root?.words ?? '{}'} language={language}>
          <I18nProvider locale={language}>{children}</I18nProvider>
        </TextProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Desk() {
  return <Outlet />
}

/** An error outside the frame. */
export function ErrorBoundary() {
  return (
    <main className="alone">
      <PageError />
    </main>
  )
}
