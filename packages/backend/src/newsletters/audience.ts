import { ApiError } from '@kiosk/domain/errors'
import { type Language, languages } from '@kiosk/domain/locale'
import type { Audience, AudienceCount } from '@kiosk/domain/staff/newsletter-endpoints'
import { plans, type Tier } from '@kiosk/domain/subscriptions/plans'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { entitlesAt } from '../billing/subscriptions/entitlement.ts'
import type { DB } from '../db/schema.ts'

/** Whom a newsletter is for, as it is stored; an empty list stands for all. */
type StoredAudience = { languages: string[]; markets: number[]; tiers: string[]; title_ids: number[] }

/**
 * SQL condition for accounts (`accounts a`) that may get a newsletter: confirmed by its reader, to a confirmed address that can be
 * reached. The index `accounts_newsletter` has the same condition.
 */
export const mayReceive = sql<boolean>`(a.send_newsletter and a.newsletter_confirmed_at is not null
  and a.verified_at is not null and a.mail_bounced_at is null and a.deactivated_at is null and a.erasure_requested_at is null)`

/**
 * SQL of the accounts of an audience (`accounts a`), each with the consent that permits the newsletter (`consent.id`): an account
 * whose latest record is not a consent does not get it, whatever its setting says.
 */
export function readersOf(audience: StoredAudience, now: Date): RawBuilder<unknown> {
  const { languages, markets, tiers, title_ids } = audience
  const conditions = [
    mayReceive,
    ...(languages.length > 0 ? [sql`a.language = any(${languages}::text[])`] : []),
    ...(markets.length > 0 ? [sql`a.region_id = any(${markets}::int[])`] : []),
    ...(tiers.length > 0
      ? [
          sql`(${sql.join(
            tiers.map((tier) => hasTier(tier as Tier, now)),
            sql` or `,
          )})`,
        ]
      : []),
    ...(title_ids.length > 0
      ? [sql`exists (select from favourites f where f.account_id = a.id and f.title_id = any(${title_ids}::bigint[]))`]
      : []),
  ]
  return sql`accounts a join lateral (
      select id, given from consents where account_id = a.id and kind = 'newsletter' and registration_id is null
      order by id desc limit 1
    ) consent on consent.given
    where ${sql.join(conditions, sql` and `)}`
}

/** SQL of the language of the text that an account gets; null: none. */
export function languageOf(texts: readonly string[], fallbackLanguage: string | null): RawBuilder<string | null> {
  return sql`case when a.language = any(${texts}::text[]) then a.language else ${fallbackLanguage}::text end`
}

function hasTier(tier: Tier, now: Date): RawBuilder<unknown> {
  const entitled = (of: readonly Tier[]) => {
    const ids = plans.filter(({ tier }) => of.includes(tier)).map(({ subscriptionId }) => subscriptionId)
    return sql`exists (select from subscriptions s
      where s.account_id = a.id and s.plan_id = any(${ids}::int[]) and ${entitlesAt(now)})`
  }
  if (tier === 'PREMIUM') return entitled(['PREMIUM'])
  if (tier === 'MAGZ') return sql`(${entitled(['MAGZ'])} and not ${entitled(['PREMIUM'])})`
  return sql`not ${entitled(['MAGZ', 'PREMIUM'])}`
}

/** Counts the readers of an audience by the language of the text that they get. */
export async function countReaders(
  db: Kysely<DB>,
  audience: StoredAudience,
  { texts, fallbackLanguage }: { texts: readonly string[]; fallbackLanguage: string | null },
  now: Date,
): Promise<AudienceCount> {
  const { rows } = await sql<{ language: Language | null; count: number }>`
    select ${languageOf(texts, fallbackLanguage)} as language, count(*)::int as count
    from ${readersOf(audience, now)} group by 1`.execute(db)
  const countOf = (language: Language | null) => rows.find((row) => row.language === language)?.count ?? 0
  const byLanguage = Object.fromEntries(languages.map((language) => [language, countOf(language)])) as Record<Language, number>
  return { byLanguage, missing: countOf(null), total: languages.reduce((sum, language) => sum + byLanguage[language], 0) }
}

/** Replaces the keys of titles with their ids. @throws ApiError not_found */
export async function storedAudience(db: Kysely<DB>, { titles, ...audience }: Audience): Promise<StoredAudience> {
  const found =
    titles.length === 0 ? [] : await db.selectFrom('titles').select(['id', 'key']).where('key', 'in', titles).execute()
  if (found.length < new Set(titles).size) throw new ApiError('not_found', 'audience.titles')
  return { ...audience, title_ids: found.map(({ id }) => id) }
}
