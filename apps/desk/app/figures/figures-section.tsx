import type { Money } from '@kiosk/domain/money'
import { FEWEST_SEARCHERS, SHOWN_SEARCH_DAYS } from '@kiosk/domain/staff/limits'
import { FIGURE_STEPS, type FigureStep } from '@kiosk/domain/staff/today-endpoints'
import { useId } from 'react'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { useDay, useMoney, useNumber, usePercent } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { FigureCard } from './figure-card.tsx'
import style from './figures.module.css'
import type { Point } from './line-chart.tsx'

type Figures = {
  day: string | null
  readers: readonly Point[]
  newReaders: readonly Point[]
  readingMinutes: readonly Point[]
  subscriptions: readonly { plan: number; tier: string; country: string; days: readonly Point[] }[]
  topTitles: readonly { key: string; name: string; readers: number }[]
  searches: readonly { text: string; visitors: number }[]
}
/** Null: the person's role does not see revenue. */
type Revenue = {
  recurring: readonly { currency: Money['currency']; days: readonly Point[] }[]
  churn: readonly { day: string; running: number; lost: number }[]
} | null

/** Figures of complete days with charts, by day or by month. */
export function FiguresSection({ figures, revenue, by }: { figures: Figures; revenue: Revenue; by: FigureStep }) {
  const t = useText()
  const day = useDay()
  const money = useMoney()
  const count = useNumber()
  const percent = usePercent()
  const [id, searchesId] = [useId(), useId()]
  if (figures.day === null) return <p>{t('DESK.MONEY.NOT_COUNTED')}</p>
  const sum = (points: readonly Point[]) => points.reduce((sum, { value }) => sum + value, 0)
  // Without subscriptions thirty days before, there is no churn.
  const churn = (revenue?.churn ?? []).flatMap(({ day, running, lost }) => (running > 0 ? [{ day, value: lost / running }] : []))
  return (
    <>
      <StateTabs
        states={FIGURE_STEPS}
        current={by}
        nameOf={(each) => t(`DESK.FIGURES.BY.${each}`)}
        parameter="by"
        label={t('DESK.FIGURES.BY')}
        keepsPosition
      />
      <p>{t(`DESK.FIGURES.UNTIL.${by}`, { day: day(figures.day) })}</p>
      <div className={style.cards}>
        <FigureCard
          name={t('DESK.FIGURES.READERS')}
          meaning={t('DESK.FIGURES.READERS.MEANING')}
          points={figures.readers}
          by={by}
          format={count}
        />
        <FigureCard
          name={t('DESK.FIGURES.NEW')}
          meaning={t('DESK.FIGURES.NEW.MEANING')}
          points={figures.newReaders}
          by={by}
          total={sum(figures.newReaders)}
          format={count}
        />
        {figures.subscriptions
          .filter(({ days }) => days.some(({ value }) => value > 0))
          .map(({ plan, tier, country, days }) => (
            <FigureCard
              key={plan}
              name={t('DESK.FIGURE.PLAN', { tier, country })}
              meaning={t('DESK.FIGURES.PLAN.MEANING')}
              points={days}
              by={by}
              format={count}
            />
          ))}
        {revenue?.recurring.map(({ currency, days }) => (
          <FigureCard
            key={currency}
            name={t('DESK.FIGURES.RECURRING', { currency })}
            meaning={t('DESK.FIGURES.RECURRING.MEANING')}
            points={days}
            by={by}
            format={(value) => money(value, currency)}
          />
        ))}
        <FigureCard
          name={t('DESK.FIGURES.CHURN')}
          meaning={t('DESK.FIGURES.CHURN.MEANING')}
          points={churn}
          by={by}
          format={percent}
        />
        <FigureCard
          name={t('DESK.FIGURES.READING')}
          meaning={t('DESK.FIGURES.READING.MEANING')}
          points={figures.readingMinutes.map(({ day, value }) => ({ day, value: value / 60 }))}
          by={by}
          total={sum(figures.readingMinutes) / 60}
          format={(value) => t('DESK.FIGURES.HOURS', { hours: count(value) })}
        />
        <section className={style.card} aria-labelledby={id}>
          <h3 id={id}>{t('DESK.FIGURES.TITLES')}</h3>
          {figures.topTitles.length === 0 && <p>{t('DESK.FIGURES.NO_TITLES')}</p>}
          <ol className={style.ranking}>
            {figures.topTitles.map(({ key, name, readers }) => (
              <li key={key}>
                {name} <span className="number">{count(readers)}</span>
              </li>
            ))}
          </ol>
          <p className={style.meaning}>{t('DESK.FIGURES.TITLES.MEANING')}</p>
        </section>
        <section className={style.card} aria-labelledby={searchesId}>
          <h3 id={searchesId}>{t('DESK.FIGURES.SEARCHES')}</h3>
          {figures.searches.length === 0 && <p>{t('DESK.FIGURES.NO_SEARCHES')}</p>}
          <ol className={style.ranking}>
            {figures.searches.map(({ text, visitors }) => (
              <li key={text}>
                {text} <span className="number">{count(visitors)}</span>
              </li>
            ))}
          </ol>
          <p className={style.meaning}>
            {t('DESK.FIGURES.SEARCHES.MEANING', { people: FEWEST_SEARCHERS, days: SHOWN_SEARCH_DAYS })}
          </p>
        </section>
      </div>
    </>
  )
}
