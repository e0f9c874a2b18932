import { formatDay } from '@kiosk/domain/date-format'
import type { Language } from '@kiosk/domain/locale'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import type { DetailsView, Facts } from './issue-view.ts'
import style from './publication-facts.module.css'

/** Publication details: publisher, ISSN, frequency, pages and dates. */
export function PublicationFacts({ details }: { details: DetailsView }) {
  const t = useText()
  const { language, locale } = useViewer()
  const { facts, categories } = details
  const day = (date: string) => formatDay(locale, date.slice(0, 10))
  const rows: [label: string, value: string | null][] = [
    ['ISSUE.RELEASED', span(facts, day)],
    ['ISSUE.NUMBER', facts.issueNumber],
    ['ISSUE.VOLUME', facts.volume],
    ['ISSUE.KIND', facts.issueKind === 'regular' ? null : t(`ISSUE.KIND.${facts.issueKind}`)],
    ['ISSUE.EDITION', facts.edition],
    ['ISSUE.PAGES', t('ISSUE.PAGE_COUNT', { count: facts.pageCount })],
    ['ISSUE.LANGUAGE', languageName(facts.language, language)],
    ['ISSUE.PUBLISHER', facts.publisher],
    // Also for a title whose frequency nobody has chosen.
    ['ISSUE.FREQUENCY', facts.frequency === 'irregular' ? null : t(`ISSUE.FREQUENCY.${facts.frequency}` as MessageKey)],
    ['ISSUE.NEXT', facts.expectedNext && day(facts.expectedNext)],
    ['ISSUE.AVAILABLE_UNTIL', facts.availableUntil && day(facts.availableUntil)],
    ['ISSUE.AGE', facts.ageRating > 0 ? t('ISSUE.AGE_FROM', { age: facts.ageRating }) : null],
    ['ISSUE.ISSN', facts.issn],
  ]
  return (
    <section className={`later ${style.section}`} aria-labelledby="facts">
      <h2 id="facts" className={style.heading}>
        {t('ISSUE.FACTS')}
      </h2>
      <dl className={style.facts}>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className={style.fact}>
                <dt>{t(label as MessageKey)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {categories.length > 0 && (
          <div className={style.fact}>
            <dt>{t('ISSUE.CATEGORIES')}</dt>
            <dd>
              {categories.map(({ title, href }, index) => (
                <span key={href}>
                  {index > 0 && ', '}
                  <a href={href}>{title}</a>
                </span>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function span({ releaseDate, releaseDateEnd }: Facts, day: (date: string) => string): string {
  return releaseDateEnd ? `${day(releaseDate)} – ${day(releaseDateEnd)}` : day(releaseDate)
}

/** Name of a BCP 47 tag in a language; empty for an unknown language. */
export function languageName(tag: string, language: Language): string {
  if (tag === 'und') return ''
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
