import type { UserData } from '@kiosk/domain/accounts/endpoints'
import { shownCounts } from '@kiosk/domain/catalogue/limits'
import { formatClock } from '@kiosk/domain/date-format'
import { lookOf } from '@kiosk/domain/page-variant'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { pageMessages } from '@kiosk/i18n/messages/pages'
import { shellMessages } from '@kiosk/i18n/messages/shell'
import { supportMessages } from '@kiosk/i18n/messages/support'
import { type PackedMessages, packMessages, t, type Values } from '@kiosk/i18n/translate'
import fraunces from '@kiosk/ui/fonts/fraunces-display.woff2?url'
import sourceSans from '@kiosk/ui/fonts/source-sans-3.woff2?url'
import fonts from '@kiosk/ui/fonts.css?inline'
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
import { rejectAnonymous } from './shell/access.ts'
import { ConfirmProvider } from './shell/confirm.tsx'
import { FailureScreen, useFailure } from './shell/failure-screen.tsx'
import { Frame } from './shell/frame.tsx'
import { Head } from './shell/head.tsx'
import { type RequestContext, requestContext } from './shell/request-context.ts'
import { useRequestId } from './shell/request-id.tsx'
import { frameworkScript, shellScript } from './shell/shell-script.ts'
import { useLook } from './shell/slots.tsx'
import { rulesOf } from './shell/speculation-rules.ts'
import { isStaticPage } from './shell/static-pages.ts'
import { TextOfPage, useTextOfPage } from './shell/use-text.ts'
import { useViewer, type Viewer } from './shell/viewer.ts'
import { promoUntil } from './shell/visitor-lookups.ts'
import '@kiosk/ui/tokens.css'
import './shell/base.css'
import '@kiosk/ui/button-base.css'

export const middleware: MiddlewareFunction[] = [takeTokens, rejectAnonymous]

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { user, state, region, locale } = await ctx.who()
  const offered = await ctx.launchOffered()
  const { language, mark, page, path, attribution, webapp, publicUrl, environment, operator, identityProviders } = ctx
  const promo = state === 'promo' && user.promoCode
  const visitor: Viewer = {
    language,
    locale,
    look: mark ? null : lookOf(ctx),
    mark,
    state,
    firstname: user.firstname ?? null,
    sessionUnknown: ctx.sessionUnknown,
    account: user.accountReference ?? null,
    promo: promo ? { title: promo.title, until: promoUntil(promo, locale) } : null,
    support: supportBar(ctx, user),
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
    offersProviders: identityProviders.length > 0,
    advertisingPartner: operator.advertisingPartner && {
      name: operator.advertisingPartner.name,
      policy: operator.advertisingPartner.policy,
    },
    environmentLabel: environment.name !== 'production' || environment.devSystem ? environment.name : null,
    page,
    speculationRules: rulesOf(page, { signedIn: state !== 'anonymous' }),
    path,
    attribution,
    launchOffer: offered,
  }
  return { visitor, words: sharedMessages(ctx) }
}

/** Returns the words of the support bar, which are not among the shared messages. */
function supportBar({ language, words }: RequestContext, { support }: UserData): Viewer['support'] {
  if (!support) return null
  const messages = words(supportMessages)
  const say = (key: string, values: Values = {}) => t(messages, `SUPPORT.${key}`, values, language)
  const { by, lookedAt, endsAt } = support
  const seen = by && lookedAt ? say('BAR_SEEN', { name: by, time: formatClock(language, lookedAt) }) : say('BAR_UNSEEN')
  const time = formatClock(language, endsAt)
  return { label: say('BAR_LABEL'), text: `${say('BAR', { time })} ${seen}`, brief: say('BAR_SHORT', { time }), end: say('END') }
}

const packedMessages = new Map<string, PackedMessages>()

/**
 * Returns the shared messages and those of the current page, cached; pages with framework scripts do not get messages of static
 * pages.
 */
function sharedMessages({ language, page, words }: RequestContext): PackedMessages {
  const key = `PAGE.${page ?? 'home'}`
  const cached = packedMessages.get(language + key)
  if (cached) return cached
  const ofPage = Object.entries(words(pageMessages)).filter(([each]) => each === key || each.startsWith(`${key}.`))
  const shared = Object.entries(words(shellMessages, errorMessages)).filter(
    ([each]) => isStaticPage(page) || !/^(SOON|LEGAL)\./.test(each),
  )
  const packed = packMessages(Object.fromEntries([...shared, ...ofPage]))
  packedMessages.set(language + key, packed)
  return packed
}

/** The document of every page, also for errors, for which there may be no loader data. */
export function Layout({ children }: { children: ReactNode }) {
  const { language, page, account, sessionUnknown, speculationRules } = useViewer()
  const look = useLook()
  const { nonce } = useRequestId()
  const t = useTextOfPage()
  const failed = useFailure() !== null
  const isStatic = isStaticPage(page) || failed
  // Scripts of the screen; static pages have at most a few lines (ADR-0174).
  const scripts = useMatches().flatMap(({ loaderData }) => (loaderData as { script?: string } | undefined)?.script ?? [])
  // The semicolon prevents the second function from being called with the result of the first.
  const script = [shellScript, ...(isStatic ? [] : [frameworkScript]), ...scripts].join(';')
  return (
    <TextOfPage value={t}>
      <html
        lang={language}
        data-theme={look.theme}
        data-session-unknown={sessionUnknown || undefined}
        data-account={account ?? undefined}
        data-rules={speculationRules ?? undefined}
      >
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          {[fraunces, sourceSans].map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
          <Head />
          {/* Not in the style sheet, because fonts that are declared again when it arrives would replace those in use. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style, allowed by its hash */}
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: fonts }} />
          <Links nonce={nonce} />
        </head>
        <body>
          <Frame>{children}</Frame>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant script, allowed by its hash */}
          <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
          {!isStatic && <ScrollRestoration nonce={nonce} />}
          {!isStatic && <Scripts nonce={nonce} />}
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
