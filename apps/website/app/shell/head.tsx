import { languages } from '@kiosk/domain/locale'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { useMatches } from 'react-router'
import { useFailure } from './failure-screen.tsx'
import { useText } from './use-text.ts'
import { useViewer } from './viewer.ts'

/** Value that a screen's loader may return as `head`; each field overrides the page's default. */
export type HeadData = {
  /** Without the site name, which is appended. */
  title?: string
  description?: string
  keywords?: string
  /** Path or address of a preview image. */
  image?: string
  /** Path of the canonical address; default: this page without its query. */
  canonical?: string
  robots?: 'noindex' | 'noindex, nofollow'
  openGraphType?: 'website' | 'article' | 'book'
  /** schema.org data as JSON, one block each. */
  structuredData?: readonly string[]
  /** Feeds of this page. */
  alternates?: readonly { type: string; href: string; title: string }[]
}

const ogLocales = { de: 'de_DE', en: 'en_GB', fr: 'fr_FR' } as const

/** Title, description, canonical address and language alternates of the current page. */
export function Head() {
  const { page, path, siteName, publicUrl, language } = useViewer()
  const t = useText()
  const failed = useFailure() !== null
  const head: HeadData = Object.assign(
    {},
    ...useMatches().map((match) => (match.loaderData as { head?: HeadData } | undefined)?.head),
  )
  const own = (suffix: string) => {
    const key = `PAGE.${page ?? 'home'}${suffix}`
    const words = t(key as MessageKey)
    return words === key ? undefined : words
  }
  const name = failed ? t('ERROR.OCCURRED') : (head.title ?? own(''))
  const title = name ? `${name} – ${siteName}` : siteName
  const description = head.description ?? own('.DESCRIPTION')
  const keywords = head.keywords ?? own('.KEYWORDS')
  const here = new URL(path, publicUrl || 'http://own.invalid')
  const canonical = new URL(head.canonical ?? here.pathname, here)
  const withLanguage = (each: string) => {
    const address = new URL(canonical)
    address.searchParams.set('lang', each)
    return address.href
  }
  const robots = failed ? 'noindex' : head.robots
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {keywords && <meta name="keywords" content={keywords} />}
      {robots ? (
        <meta name="robots" content={robots} />
      ) : (
        <>
          <link rel="canonical" href={here.searchParams.has('lang') ? withLanguage(language) : canonical.href} />
          {languages.map((each) => (
            <link key={each} rel="alternate" hrefLang={each} href={withLanguage(each)} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={canonical.href} />
        </>
      )}
      {head.alternates?.map((each) => (
        <link key={each.href} rel="alternate" type={each.type} title={each.title} href={each.href} />
      ))}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={head.openGraphType ?? 'website'} />
      <meta property="og:title" content={head.title ?? name ?? siteName} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical.href} />
      <meta property="og:locale" content={ogLocales[language]} />
      {head.image && <meta property="og:image" content={new URL(head.image, here).href} />}
      <meta name="twitter:card" content={head.image ? 'summary_large_image' : 'summary'} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf7f2" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#171411" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="manifest" href="/reader/manifest.webmanifest" />
      <link rel="apple-touch-icon" href="/reader/icons/reader-192.png" />
      {head.structuredData?.map((block, place) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks never change places
          key={place}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped
          dangerouslySetInnerHTML={{ __html: block.replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
