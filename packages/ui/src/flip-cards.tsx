import type { ReactNode } from 'react'
import style from './flip-cards.module.css'

type Props = {
  /** What stands in front, and what is written behind it. */
  cards: readonly { title: string; behind: ReactNode }[]
  /** Words of turning a card. */
  turn: string
}

/**
 * Cards with a title in front and the fact behind: a click or the space bar turns them, a mouse above them as well. Their
 * colours are `--flip-paper`, `--flip-ink`, `--flip-accent`; `--flip-ground` is what they lie on.
 */
export function FlipCards({ cards, turn }: Props) {
  return (
    <ul className={style.cards}>
      {cards.map(({ title, behind }, place) => (
        <li key={title} className={style.card}>
          <input type="checkbox" id={`fact-${place}`} className="unseen" aria-label={`${title}: ${turn}`} />
          <label htmlFor={`fact-${place}`} className={style.faces}>
            <span className={style.front}>{title}</span>
            <div className={style.behind}>{behind}</div>
          </label>
        </li>
      ))}
    </ul>
  )
}
