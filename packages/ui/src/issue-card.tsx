import type { ReactNode } from 'react'
import { type CoverImage, type PlacedCover, PlacedCoverImage, placeCover } from './cover.tsx'
import style from './issue-card.module.css'

type CardProps = {
  href: string
  cover: PlacedCover
  titleLine: string
  detail: ReactNode
  /** Height of the cover. CSS pixels. */
  height: number
  first?: boolean
  sizes?: string
  transitionName?: string
  /** Below the lines: badges. */
  children?: ReactNode
}
type Badge = { key: string; label: string; icon?: ReactNode }
type Props = Omit<CardProps, 'cover' | 'detail' | 'children'> & {
  picture: CoverImage
  detailLine: string
  /** Short labels such as "no ads". */
  badges?: readonly Badge[]
}

/** A day in any of our languages, with a dot after it, if there is one: "26. November 2026", "26 novembre 2026 ·". */
const DAY = /(\d{1,2}\.? \p{L}+ \d{4}(?:\u00a0·)?)/u

/**
 * Returns the parts of a line, with days as separate parts that do not break where they have room: no year stands alone, and no
 * dot begins a line.
 */
export function detailParts(text: string): { text: string; isDay: boolean }[] {
  const parts = text.replaceAll(' · ', '\u00a0· ').split(DAY)
  return parts.map((part, index) => ({ text: part, isDay: index % 2 === 1 })).filter((part) => part.text !== '')
}

/** A day within a line. */
export function Day({ children }: { children: ReactNode }) {
  return <span className={style.day}>{children}</span>
}

/** Short labels below the lines of a card. */
export function Badges({ badges }: { badges: readonly Badge[] }) {
  return (
    <span className={style.badges}>
      {badges.map((badge) => (
        <span key={badge.key} className={style.badge} data-badge={badge.key}>
          {badge.icon}
          {badge.label}
        </span>
      ))}
    </span>
  )
}

/** Card of an issue: cover with title and date below it, all one link. */
export function IssueCard({ picture, detailLine, badges = [], ...props }: Props) {
  return (
    <PlacedIssueCard
      {...props}
      cover={placeCover(picture, props.height)}
      detail={detailParts(detailLine).map(({ text, isDay }) => (isDay ? <Day key={text}>{text}</Day> : text))}
    >
      {badges.length > 0 && <Badges badges={badges} />}
    </PlacedIssueCard>
  )
}

/** The same card with a cover whose attributes were computed before. */
export function PlacedIssueCard({ href, cover, titleLine, detail, height, first, sizes, transitionName, children }: CardProps) {
  return (
    <a className={style.card} href={href}>
      <span className={style.stand}>
        <PlacedCoverImage
          cover={cover}
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
      <span className={style.detail}>{detail}</span>
      {children}
    </a>
  )
}
