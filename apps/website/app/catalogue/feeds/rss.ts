import { addressOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { coverAt, coverWidthAt } from '../cover-address.ts'
import { xml } from './xml.ts'

export type Channel = {
  title: string
  description: string
  language: string
  /** Page the feed belongs to, and the feed itself: paths of our own. */
  page: string
  self: string
  publicUrl: string
}

/** `page` and `picture.href` are paths of our own; `day` is ISO 8601. */
export type Item = {
  title: string
  description?: string
  page: string
  day: string
  category: string
  picture: { href: string; width: number; height: number }
}

/** An issue with its cover. */
export function issueAsItem(issue: Issue): Item {
  return {
    title: `${issue.titleLine}: ${issue.detailLine}`,
    page: addressOf('issue', { id: issue.uid }),
    day: issue.releaseDate,
    category: issue.titleLine,
    picture: { href: coverAt(issue.coverURL, 560), width: coverWidthAt(issue, 560), height: 560 },
  }
}

/** RSS 2.0. */
export function rss(channel: Channel, given: readonly Item[]): string {
  const absolute = (href: string) => xml(new URL(href, channel.publicUrl).href)
  const items = given.map(({ title, description, page, day, category, picture }) => {
    const link = absolute(page)
    return `<item>
<title>${xml(title)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${publicationDate(day)}</pubDate>
<category>${xml(category)}</category>${description === undefined ? '' : `\n<description>${xml(description)}</description>`}
<media:content url="${absolute(picture.href)}" medium="image" height="${picture.height}" width="${picture.width}"/>
</item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xml(channel.title)}</title>
<link>${absolute(channel.page)}</link>
<description>${xml(channel.description)}</description>
<language>${xml(channel.language)}</language>
<atom:link href="${absolute(channel.self)}" rel="self" type="application/rss+xml"/>
<ttl>60</ttl>
${[...items, '</channel>', '</rss>'].join('\n')}
`
}

/** RFC 822 date of a day of issue: six in the morning UTC, when kiosks open. */
function publicationDate(day: string): string {
  return new Date(`${day.slice(0, 10)}T06:00:00Z`).toUTCString()
}
