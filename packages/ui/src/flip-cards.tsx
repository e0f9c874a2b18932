import type { ReactNode } from 'react'
import style from './flip-cards.module.css'

type Props = {
  /** Title on the front, and content on the back. */
  cards: readonly { title: string; behind: ReactNode }[]
  /** Label of the turn control. */
  turn: string
}

/**
 * Flip cards with a title in front and the details behind: a click, the space bar or hovering turns them. Colours are
 * `--flip-paper`, `--flip-ink`, `--flip-accent`; `--flip-ground` is the background.
 */
export function FlipCards({ cards, turn }: Props) {
  return (
    <ul className={style.cards}>
      {cards.map(({ title, behind }, place) => (
        <li key={title} className={style.card}>
          <input type="checkbox" id={`fact-${place}`} className="unseen" aria-label={`${title}, ${turn}`} />
          <label htmlFor={`fact-${place}`} className={style.faces}>
            <span className={style.front}>{title}</span>
            <div className={style.behind}>{behind}</div>
          </label>
        </li>
      ))}
    </ul>
  )
}
