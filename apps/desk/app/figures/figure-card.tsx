import type { FigureStep } from '@kiosk/domain/staff/today-endpoints'
import { useId } from 'react'
import { ScrollRegion } from '../pieces/scroll-region.tsx'
import { useDay, useMonth } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './figures.module.css'
import { LineChart, type Point } from './line-chart.tsx'

type Props = {
  name: string
  /** What exactly is counted. */
  meaning: string
  points: readonly Point[]
  by: FigureStep
  /** The value of the whole period: the last one, or the sum. */
  total?: number
  format(value: number): string
}

/** A figure by day or month: its latest value, a chart, its definition, and the same as a table. */
export function FigureCard({ name, meaning, points, by, total, format }: Props) {
  const t = useText()
  const [day, month] = [useDay(), useMonth()]
  const step = by === 'days' ? day : month
  const [id, tableId] = [useId(), useId()]
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const values = points.map(({ value }) => value)
  const label = t('DESK.FIGURES.CHART', {
    name,
    first: `${format(first.value)} (${step(first.day)})`,
    last: `${format(last.value)} (${step(last.day)})`,
    lowest: format(Math.min(...values)),
    highest: format(Math.max(...values)),
  })
  return (
    <section className={style.card} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <p className={style.value}>{format(total ?? last.value)}</p>
      <LineChart points={points} label={label} />
      <p className={style.days} aria-hidden="true">
        <span>{step(first.day)}</span>
        <span>{step(last.day)}</span>
      </p>
      <p className={style.meaning}>{meaning}</p>
      <details>
        <summary id={tableId}>{t('DESK.FIGURES.TABLE')}</summary>
        <ScrollRegion labelledBy={`${id} ${tableId}`} className={style.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t(by === 'days' ? 'DESK.MONEY.DAY' : 'DESK.MONEY.MONTH')}</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map((point) => (
                <tr key={point.day}>
                  <td>{step(point.day)}</td>
                  <td>{format(point.value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </section>
  )
}
