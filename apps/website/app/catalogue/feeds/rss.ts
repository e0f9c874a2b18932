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

/** RSS 2.0 of issues, newest first, with their covers. */
export function rss(channel: Channel, issues: readonly Issue[]): string {
  const absolute = (href: string) => xml(new URL(href, channel.publicUrl).href)
  const items = issues.map((issue) => {
    const link = absolute(addressOf('issue', { id: issue.uid }))
    const cover = absolute(coverAt(issue.coverURL, 560))
    return `<item>
<title>${xml(`${issue.titleLine}: ${issue.detailLine}`)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${publicationDate(issue.releaseDate)}</pubDate>
<category>${xml(issue.titleLine)}</category>
<media:content url="${cover}" medium="image" height="560" width="${coverWidthAt(issue, 560)}"/>
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
