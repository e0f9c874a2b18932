import { type Insertable, sql, type Transaction } from 'kysely'
import sharp from 'sharp'
import type { Files } from '../adapters/storage/port.ts'
import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../db/connect.ts'
import type { DB, LinkPosts, Topics } from '../db/schema.ts'
import type { Content, ContentError } from './read-content.ts'

/** Returns errors that prevent publishing: issues, articles and campaigns that are referenced but do not exist. */
export async function contentErrors(db: Database, content: Content): Promise<ContentError[]> {
  return (await placed(db, content)).errors
}

/** Prepares the rows of topics and links that replace those of the same files. */
async function placed(db: Database, content: Content) {
  const errors = await missingCampaigns(db, content)
  const topics: Insertable<Topics>[] = []
  for (const { uid, picture, issue, article, image, regions, released, ...topic } of content.topics) {
    const found = await issueOf(db, issue)
    if (!found) {
      errors.push({ file: `topics/${uid}.md`, reason: `issue: there is no issue ${issue}` })
      continue
    }
    const position = article === undefined ? null : await positionOf(db, found.id, article)
    if (position === undefined)
      errors.push({ file: `topics/${uid}.md`, reason: `article: the issue has no article "${article}"` })
    const size = picture ? await sharp(picture).metadata() : null
    topics.push({
      uid,
      language: topic.language,
      headline: topic.headline,
      text: topic.text,
      trend: topic.trend,
      page: Math.min(topic.page, found.page_count),
      release_date: released,
      issue_id: found.id,
      article_position: position ?? null,
      region_ids: regions ?? null,
      image_path: image ? `topics/${image}` : null,
      image_width: size?.width ?? null,
      image_height: size?.height ?? null,
    })
  }
  const links: Insertable<LinkPosts>[] = []
  for (const { key, issue, image, target, title, posted } of content.links) {
    const found = issue ? await issueOf(db, issue) : undefined
    if (issue && !found) errors.push({ file: `links/${key}.md`, reason: `issue: there is no issue ${issue}` })
    links.push({
      key,
      title,
      posted_on: posted,
      target_url: target,
      issue_id: found?.id ?? null,
      image_path: image ? `links/${image}` : null,
    })
  }
  return { errors, topics, links }
}

async function missingCampaigns(db: Database, { documents, links }: Content): Promise<ContentError[]> {
  const leading = [
    ...documents.map(({ key, language, regionId, campaigns }) => ({
      file: `documents/${[key, language, ...(regionId === null ? [] : [regionId])].join('.')}.md`,
      language,
      campaigns,
    })),
    ...links.map(({ key, campaigns }) => ({ file: `links/${key}.md`, language: undefined, campaigns })),
  ]
  const known = new Set((await db.selectFrom('campaign_pages').select('key').execute()).map(({ key }) => key))
  return leading.flatMap(({ file, language, campaigns }) =>
    campaigns
      .filter((key) => !known.has(key))
      .map((key) => ({
        file,
        reason: `links to /${key}, which is neither a page nor an imported campaign`,
        link: `/${key}`,
        ...(language && { language }),
      })),
  )
}

/**
 * Publishes parsed content in one transaction, replacing existing entries. Pictures are written first, under their names. If
 * `contentErrors` returns errors, nothing is published.
 * @param before runs first in the transaction, while all other publications wait
 */
export async function publishContent(
  db: Database,
  files: Files,
  content: Content,
  actor?: Actor,
  before?: (trx: Transaction<DB>) => Promise<void>,
): Promise<ContentError[]> {
  const { errors, topics, links } = await placed(db, content)
  if (errors.length > 0) return errors
  for (const { picture, image } of content.topics) if (picture) await files.write(`content/topics/${image}`, picture)
  for (const { picture, image } of content.links) if (picture) await files.write(`content/links/${image}`, picture)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('content'))`.execute(trx)
    await before?.(trx)
    for (const { key, language, regionId, version, title, description, html, markdown, shownFrom } of content.documents) {
      const changed = { title, description, html, markdown, shown_from: shownFrom ?? null, imported_at: new Date() }
      await trx
        .insertInto('documents')
        .values({ key, language, region_id: regionId, version, ...changed })
        .onConflict((conflict) => conflict.columns(['key', 'language', 'region_id', 'version']).doUpdateSet(changed))
        .execute()
    }
    for (const topic of topics)
      await trx
        .insertInto('topics')
        .values(topic)
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(topic))
        .execute()
    for (const link of links)
      await trx
        .insertInto('link_posts')
        .values(link)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(link))
        .execute()
    await recordAudit(trx, actor, new Date(), {
      action: 'content.published',
      subject: {
        kind: 'content',
        id: 'folder',
        name: content.documents[0]?.title ?? topics[0]?.headline ?? links[0]?.title ?? '',
      },
      after: {
        documents: content.documents.map(({ key, language, regionId, version }) =>
          [key, language, regionId, version].filter((part) => part !== null).join('.'),
        ),
        topics: topics.map(({ uid }) => uid),
        links: links.map(({ key }) => key),
      },
    })
  })
  return []
}

function issueOf(db: Database, uid: string) {
  return db.selectFrom('all_issues').select(['id', 'page_count']).where('uid', '=', uid).executeTakeFirst()
}

async function positionOf(db: Database, issueId: number, headline: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('all_articles')
    .select('position')
    .where('issue_id', '=', issueId)
    .where('headline', '=', headline)
    .executeTakeFirst()
  return found?.position
}
