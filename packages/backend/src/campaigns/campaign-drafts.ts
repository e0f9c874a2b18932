import type { Campaign } from '@kiosk/domain/campaigns/campaign'
import { campaignChanges } from '@kiosk/domain/campaigns/campaign-changes'
import { ApiError } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import { recordAudit } from '../audit/record-audit.ts'
import type { ChangeContext } from '../context.ts'
import { campaignSubject, isReserved } from './store-campaign.ts'

/** A campaign that may be incomplete. */
export type CampaignDraft = Record<string, unknown>

/** Initial values of a new campaign: legible colours and a picture; the texts are empty. */
const BEGINNING = {
  partner: null,
  colours: { paper: '#f3e6d4', ink: '#38240e', accent: '#80471a', onAccent: '#ffffff' },
  picture: 'window',
  offers: [],
  words: Object.fromEntries(languages.map((language) => [language, {}])),
} satisfies Partial<Record<keyof Campaign, unknown>>

/**
 * Adds a draft, empty or as a copy of a campaign: a published one, else a draft.
 * @throws ApiError campaign_key_taken, not_found
 */
export async function addCampaignDraft({ db, now, actor }: ChangeContext, key: string, copied: string | null): Promise<void> {
  if (isReserved(key)) throw new ApiError('campaign_key_taken', 'key')
  await db.transaction().execute(async (trx) => {
    const rows = (table: 'campaign_pages' | 'campaign_drafts', of: string) =>
      trx.selectFrom(table).select('campaign').where('key', '=', of).executeTakeFirst()
    if ((await rows('campaign_pages', key)) !== undefined) throw new ApiError('campaign_key_taken', 'key')
    const template =
      copied === null ? undefined : ((await rows('campaign_pages', copied)) ?? (await rows('campaign_drafts', copied)))
    if (copied !== null && !template) throw new ApiError('not_found', 'copied')
    const campaign = { ...((template?.campaign as CampaignDraft | undefined) ?? BEGINNING), key }
    const added = await trx
      .insertInto('campaign_drafts')
      .values({ key, campaign: JSON.stringify(campaign), changed_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new ApiError('campaign_key_taken', 'key')
    const after = copied === null ? undefined : { copied }
    await recordAudit(trx, actor, now(), { action: 'campaign.drafted', subject: campaignSubject(key), after })
  })
}

/**
 * Saves a draft of a new or published campaign and returns its revision. Nothing is published.
 * @param revision revision of the draft that was changed; 0 = the published campaign was changed, which has no draft yet
 * @throws ApiError changed_meanwhile, not_found
 */
export function saveCampaignDraft(
  { db, now, actor }: ChangeContext,
  key: string,
  campaign: CampaignDraft,
  revision: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const page = await trx.selectFrom('campaign_pages').select('campaign').where('key', '=', key).executeTakeFirst()
    const draft = await trx.selectFrom('campaign_drafts').selectAll().where('key', '=', key).forUpdate().executeTakeFirst()
    if (!page && !draft) throw new ApiError('not_found', 'key')
    if ((draft?.revision ?? 0) !== revision) throw new ApiError('changed_meanwhile')
    const data = { campaign: JSON.stringify(campaign), revision: revision + 1, changed_at: now() }
    const saved = await trx
      .insertInto('campaign_drafts')
      .values({ key, ...data })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(data).where('campaign_drafts.revision', '=', revision))
      .executeTakeFirst()
    if (saved.numInsertedOrUpdatedRows === 0n) throw new ApiError('changed_meanwhile')
    const changes = campaignChanges((draft ?? page)!.campaign, campaign)
    await recordAudit(trx, actor, now(), {
      action: 'campaign.draft-saved',
      subject: campaignSubject(key),
      before: Object.fromEntries(changes.map(({ path, before }) => [path, before ?? null])),
      after: Object.fromEntries(changes.map(({ path, after }) => [path, after ?? null])),
    })
    return revision + 1
  })
}

/** Deletes a draft; what is published stays. @throws ApiError not_found */
export async function deleteCampaignDraft({ db, now, actor }: ChangeContext, key: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('campaign_drafts').where('key', '=', key).returning('campaign').executeTakeFirst()
    if (!gone) throw new ApiError('not_found', 'key')
    const before = { campaign: gone.campaign }
    await recordAudit(trx, actor, now(), { action: 'campaign.draft-deleted', subject: campaignSubject(key), before })
  })
}
