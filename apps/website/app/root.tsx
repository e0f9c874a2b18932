import { shownCounts } from '@kiosk/domain/catalogue/terms'
import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { errorWords } from '@kiosk/languages/errors'
import { pageWords } from '@kiosk/languages/pages'
import { shellWords } from '@kiosk/languages/shell'
import { type PackedWords, packed } from '@kiosk/languages/words'
import fraunces from '@kiosk/ui/fonts/fraunces-display.woff2?url'
import sourceSans from '@kiosk/ui/fonts/source-sans-3.woff2?url'
import type { ReactNode } from 'react'
import {
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from 'react-router'
import { takeTokens } from './accounts/token-in-address.ts'
import { refuseAnonymous } from './shell/access.ts'
import { ConfirmProvider } from './shell/confirm.tsx'
import { FailureScreen, useFailure } from './shell/failure-screen.tsx'
import { Frame } from './shell/frame.tsx'
import { Head } from './shell/head.tsx'
import { useRequestMark } from './shell/request-mark.tsx'
import { shellScript } from './shell/shell-script.ts'
import { isStillPage } from './shell/still-pages.ts'
import { TextOfPage, useTextOfPage } from './shell/use-text.ts'
import { promoUntil, type Visit, visitOf } from './shell/visit.ts'
import { useVisitor, type Visitor } from './shell/visitor.ts'
import '@kiosk/ui/tokens.css'
import '@kiosk/ui/fonts.css'
import './shell/base.css'

export const middleware: MiddlewareFunction[] = [takeTokens, refuseAnonymous]

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { user, state, region } = await visit.who()
  // Whatever fails hides the offer; a session that ends in the same visit is no reason to lead anybody to the login.
  const offered =
    isFree(state) &&
    (await visit.call(launchOffer).then(
      () => true,
      () => false,
    ))
  const { language, theme, consent, page, path, trace, webapp, publicUrl, environment, operator } = visit
  const promo = state === 'promo' && user.promoCode
  const visitor: Visitor = {
    language,
    theme,
    consent,
    state,
    firstname: user.firstname ?? null,
    account: user.accountReference ?? null,
    promo: promo ? { title: promo.title, until: promoUntil(promo, language) } : null,
    canChangeBillingData: user.canChangeBillingData ?? user.subscription?.paymentRequired ?? false,
    regionId: region.id,
    regionActive: user.regionActive,
    countryCode: user.countryCode,
    countryName: user.countryName,
    counts: shownCounts({ magazines: user.magazineCount, issues: user.issueCount }),
    webapp,
    siteName: operator.siteName,
    publicUrl,
    press: operator.contacts.press,
    advertisingPartner: operator.advertisingPartner && {
      name: operator.advertisingPartner.name,
      policy: operator.advertisingPartner.policy,
    },
    environmentLabel: environment.name !== 'production' || environment.devSystem ? environment.name : null,
    page,
    path,
    trace,
    launchOffer: offered,
  }
  return { visitor, words: wordsAround(visit) }
}

/** Who may have an offer for new readers; of strangers nothing is asked. */
function isFree(state: Visitor['state']): boolean {
  return state === 'free' || state === 'promo'
}

const wordsBefore = new Map<string, PackedWords>()

/** The words of the house, of the table of pages only the names of the page in hand; words of still pages never travel. */
function wordsAround({ language, page, words }: Visit): PackedWords {
  const key = `PAGE.${page ?? 'home'}`
  const known = wordsBefore.get(language + key)
  if (known) return known
  const ofPage = Object.entries(words(pageWords)).filter(([each]) => each === key || each.startsWith(`${key}.`))
  const ofHouse = Object.entries(words(shellWords, errorWords)).filter(
    ([each]) => isStillPage(page) || !/^(SOON|LEGAL)\./.test(each),
  )
  const around = packed(Object.fromEntries([...ofHouse, ...ofPage]))
  wordsBefore.set(language + key, around)
  return around
}

/** The document: also around failures, when nothing of a loader is there. */
export function Layout({ children }: { children: ReactNode }) {
  const { language, theme, page } = useVisitor()
  const { nonce } = useRequestMark()
  const t = useTextOfPage()
  const failed = useFailure() !== null
  const still = isStillPage(page) || failed
  // A screen's own lines: still pages bring at most a few (decision 29).
  const scripts = useMatches().flatMap(({ loaderData }) => (loaderData as { script?: string } | undefined)?.script ?? [])
  // Without the semicolon the second would be called with the result of the first.
  const script = [shellScript, ...scripts].join(';')
  return (
    <TextOfPage value={t}>
      <html lang={language} data-theme={theme === 'system' ? undefined : theme}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          {[fraunces, sourceSans].map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
          <Head />
          <Links nonce={nonce} />
        </head>
        <body>
          <Frame>{children}</Frame>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant script, allowed by its hash */}
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
          {!still && <ScrollRestoration nonce={nonce} />}
          {!still && <Scripts nonce={nonce} />}
        </body>
      </html>
    </TextOfPage>
  )
}

export default function Site() {
  return (
    <ConfirmProvider>
      <Outlet />
    </ConfirmProvider>
  )
}

export function ErrorBoundary() {
  return <FailureScreen />
}
