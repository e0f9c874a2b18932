import { type ReactNode, useId } from 'react'
import { Each, Some } from '../shell/slots.tsx'
import type { Card } from './card.ts'
import style from './library.module.css'
import { LibraryCard } from './library-card.tsx'

type RowProps<Item extends Card> = {
  id?: string
  title: string
  cards: readonly Item[]
  /** Shown if there are no cards, which must be known then; without it, the row is then omitted. */
  empty?: ReactNode
  end?: ReactNode
  /** Default: the card. */
  children?: (card: Item) => ReactNode
}

/** A row of cards below its title. */
export function CardRow<Item extends Card>({ id, title, cards, empty, end, children }: RowProps<Item>) {
  const heading = useId()
  const row = (
    <section id={id} className={style.row} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {empty && cards.length === 0 ? (
        empty
      ) : (
        <ul className={style.cards}>
          <Each of={cards}>{children ?? ((card) => <LibraryCard card={card} />)}</Each>
        </ul>
      )}
      {end}
    </section>
  )
  return empty ? row : <Some of={cards}>{row}</Some>
}
