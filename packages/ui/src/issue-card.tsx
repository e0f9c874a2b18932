import type { ReactNode } from 'react'
import { Cover, type CoverImage } from './cover.tsx'
import style from './issue-card.module.css'

type Props = {
  href: string
  picture: CoverImage
  titleLine: string
  detailLine: string
  /** Height of the cover. CSS pixels. */
  height: number
  first?: boolean
  sizes?: string
  /** Short labels such as "no ads". */
  badges?: readonly { key: string; label: string; icon?: ReactNode }[]
  transitionName?: string
}

/** A day in any of our languages, with a dot behind it: "26. November 2026", "26 novembre 2026 ·". */
const DAY = /(\d{1,2}\.? \p{L}+ \d{4}(?:\u00a0·)?)/u

/** A line whose days stay together where they have room, so that no year stands alone, and no dot begins a line. */
function DetailLine({ text }: { text: string }) {
  const parts = text.replaceAll(' · ', '\u00a0· ').split(DAY)
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className={style.day}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Card of an issue: cover with title and date below it, all one link. */
export function IssueCard({
  href,
  picture: image,
  titleLine,
  detailLine,
  height,
  first,
  sizes,
  badges = [],
  transitionName,
}: Props) {
  return (
    <a className={style.card} href={href}>
      <span className={style.stand}>
        <Cover
          picture={image}
          // The text below names the issue; with an alternative text, screen readers would read it twice.
          alt=""
          height={height}
          {...(first && { first })}
          {...(sizes && { sizes })}
          {...(transitionName && { transitionName })}
          {...(style.cover && { className: style.cover })}
        />
      </span>
      <span className={style.title}>{titleLine}</span>
      <span className={style.detail}>
        <DetailLine text={detailLine} />
      </span>
      {badges.length > 0 && (
        <span className={style.badges}>
          {badges.map((badge) => (
            <span key={badge.key} className={style.badge} data-badge={badge.key}>
              {badge.icon}
              {badge.label}
            </span>
          ))}
        </span>
      )}
    </a>
  )
}
