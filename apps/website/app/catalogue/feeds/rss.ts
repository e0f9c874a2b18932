import { addressOf } from '@kiosk/domain/addresses'
import type { Issue } from '@kiosk/domain/catalogue/endpoints'
import { escapeXml } from '@kiosk/domain/escape-xml'
import { coverAddress } from '@kiosk/ui/cover'
import { coverWidthAt } from '../cover-width.ts'

export type Channel = {
  title: string
  description: string
  language: string
  /** Paths of the page that the feed belongs to, and of the feed itself. */
  page: string
  self: string
  publicUrl: string
}

/** `page` and `picture.href` are paths of this site; `day` is ISO 8601. */
export type Item = {
  title: string
  description?: string
  page: string
  day: string
  category: string
  picture: { href: string; width: number; height: number }
}

/** Returns an issue with its cover as an item. */
export function issueAsItem(issue: Issue): Item {
  return {
    title: `${issue.titleLine}: ${issue.detailLine}`,
    page: addressOf('issue', { id: issue.uid }),
    day: issue.releaseDate,
    category: issue.titleLine,
    picture: { href: coverAddress(issue.coverURL, 560, 'jpeg'), width: coverWidthAt(issue, 560), height: 560 },
  }
}

/** Renders an RSS 2.0 document. */
export function rss(channel: Channel, options: readonly Item[]): string {
  const absolute = (href: string) => escapeXml(new URL(href, channel.publicUrl).href)
  const items = options.map(({ title, description, page, day, category, picture: image }) => {
    const link = absolute(page)
    return `<item>
<title>${escapeXml(title)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${publicationDate(day)}</pubDate>
<category>${escapeXml(category)}</category>${description === undefined ? '' : `\n<description>${escapeXml(description)}</description>`}
<media:content url="${absolute(image.href)}" medium="image" height="${image.height}" width="${image.width}"/>
</item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${escapeXml(channel.title)}</title>
<link>${absolute(channel.page)}</link>
<description>${escapeXml(channel.description)}</description>
<language>${escapeXml(channel.language)}</language>
<atom:link href="${absolute(channel.self)}" rel="self" type="application/rss+xml"/>
<ttl>60</ttl>
${[...items, '</channel>', '</rss>'].join('\n')}
`
}

/** Returns an RFC 822 date for a date of issue, at 06:00 UTC. */
function publicationDate(day: string): string {
  return new Date(`${day.slice(0, 10)}T06:00:00Z`).toUTCString()
}
