import { addressOf } from '@kiosk/domain/addresses'
import { useText } from '../../shell/use-text.ts'
import style from './trending.module.css'

export type TrendingTopic = { uid: string; headline: string; magazineName: string }

/** Current topics as a list of headlines; renders nothing without topics. */
export function Trending({ topics }: { topics: readonly TrendingTopic[] }) {
  const t = useText()
  if (topics.length === 0) return null
  return (
    <section className={`page later ${style.trending}`} aria-labelledby="trending">
      <h2 id="trending">{t('HOME.TRENDING')}</h2>
      <ol>
        {topics.map(({ uid, headline, magazineName }) => (
          <li key={uid}>
            <a href={addressOf('topic', { id: uid })}>{headline}</a> <small>{magazineName}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
