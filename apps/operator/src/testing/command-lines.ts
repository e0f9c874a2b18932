// Command lines that change something, each with the entry that it must leave in the audit log.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccount } from '@kiosk/backend/accounts/testing/accounts'
import { sendAttempts } from '@kiosk/backend/billing/charges/send'
import { createSubscription } from '@kiosk/backend/billing/subscriptions/create'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { recordSuspense } from '@kiosk/backend/billing/suspense/suspense'
import { createCategory, createIssue } from '@kiosk/backend/catalogue/testing/titles-and-issues'
import type { Connection } from '@kiosk/backend/db/connect'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { createDraft, createSubscriber } from '@kiosk/backend/newsletters/testing/newsletters'
import type { TestApi } from '@kiosk/backend/testing/api'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { DAY_MS } from '@kiosk/domain/time'
import { type RawBuilder, sql } from 'kysely'

/** Arguments, the action of the entry, and what the entry says. An argument may follow from what was done before. */
export type Line = [typed: (string | (() => Promise<string>))[], action: string, says?: object]

/**
 * Returns what the commands need, and the lines.
 * @param setClock sets the clock of the context; null: the time of the machine
 */
export function commandLines(options: {
  connection: Connection
  api: TestApi
  /** Folder for files. */
  folder: string
  /** Root of the repository. */
  home: string
  setClock(at: Date | null): void
}) {
  const { connection, api, folder, home, setClock } = options
  let count = 0
  /** Creates a reader who bought a plan ten days ago: PREMIUM, or MAGZ (10). */
  async function subscriber(values: Parameters<typeof createAccount>[1] = {}, plan = 2) {
    setClock(new Date(Date.now() - 10 * DAY_MS))
    const { id: accountId, email } = await createAccount(connection.db, values)
    const { id: methodId } = await connection.db
      .insertInto('payment_methods')
      .values({ account_id: accountId, provider: 'sandbox', kind: 'CC', reference: `card-succeeded-${++count}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const options = { accountId, methodId, plan, voucherCode: null }
    const attempt = await connection.db.transaction().execute((trx) => createSubscription(trx, api.ctx, options))
    await sendAttempts(api.ctx, [attempt])
    setClock(null)
    const bought = connection.db.selectFrom('subscriptions').select('id').where('account_id', '=', accountId)
    return { attempt, email, number: subscriptionNumber((await bought.executeTakeFirstOrThrow()).id) }
  }
  async function suspended(reference = `charge-${++count}`): Promise<string> {
    const at = new Date()
    const moved = { reference, amount: 1999, currency: 'EUR', at, reason: 'unknown' as const }
    const reported = { provider: 'sandbox', kind: 'charge' as const, ...moved }
    return String((await connection.db.transaction().execute((trx) => recordSuspense(trx, api.ctx, reported))).id)
  }
  async function job(): Promise<string> {
    await connection.db.transaction().execute((trx) => enqueue(trx, 'billing', {}, { at: new Date(Date.now() + 30 * DAY_MS) }))
    const { rows } = await sql<{ id: number }>`select max(id) as id from graphile_worker.jobs`.execute(connection.db)
    return String(rows[0]!.id)
  }
  const newest = (table: string, where: RawBuilder<unknown>) => async () => {
    const { rows } = await sql<{ id: number }>`select max(id) as id from ${sql.table(table)} where ${where}`.execute(
      connection.db,
    )
    return String(rows[0]!.id)
  }
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const inDays = (days: number) => addDays(dayInVienna(new Date()), days)

  const WHY = ['--why', 'ticket 7']
  /** Lines of a group run in this order, groups in any. */
  const groups: (() => Promise<Line[]>)[] = [
    async () => {
      const { email } = await createAccount(connection.db)
      return [
        [['account', 'deactivate', email, ...WHY], 'account.deactivated', { reason: 'ticket 7' }],
        [['account', 'activate', email], 'account.activated', { reason: null }],
        [['account', 'market', email, 'allow', ...WHY], 'account.market-decided', { after: { decision: 'allow' } }],
        [['account', 'export', email], 'account.exported'],
        [['account', 'erase', email, '--now', ...WHY], 'account.erased', { reason: 'ticket 7' }],
      ]
    },
    async () => {
      const { id, email } = await createAccount(connection.db)
      const bytes = Buffer.from('key')
      const key = { credential_id: bytes, public_key: bytes, name: 'Key', counter: 0, backed_up: false, backup_eligible: false }
      await connection.db
        .insertInto('passkeys')
        .values({ ...key, account_id: id })
        .execute()
      return [
        [['account', 'reset-second-factor', email, '--passkeys'], 'account.second-factor-reset', { after: { passkeys: 0 } }],
      ]
    },
    async () => {
      const text = 'advertisements: [{ key: sommer, language: de, headline: Sommer, body: Lesen., target: /faq }]'
      return [[['ads', 'import', written('ads.yaml', text)], 'advertisement.published', { subject: 'sommer' }]]
    },
    async () => {
      await createSubscriber(connection.db)
      const id = String(await createDraft(api.ctx))
      const [at, rate] = [`${inDays(2)}T08:00:00Z`, { messagesPerMinute: 60 }]
      return [
        [['newsletter', 'send', id, '--at', at, '--per-minute', '60'], 'newsletter.scheduled', { after: rate }],
        [['newsletter', 'unschedule', id], 'newsletter.unscheduled'],
        [['newsletter', 'send', id], 'newsletter.started', { after: rate }],
        [['newsletter', 'pause', id], 'newsletter.paused'],
        [['newsletter', 'resume', id], 'newsletter.resumed'],
        [['newsletter', 'stop', id], 'newsletter.stopped', { after: { state: 'stopped' } }],
      ]
    },
    async () => [
      [['campaign', 'import', join(home, 'docs/campaign.yaml')], 'campaign.published'],
      [['campaign', 'end', 'sommerlesen'], 'campaign.ended'],
      [['campaign', 'remove', 'sommerlesen'], 'campaign.removed'],
    ],
    async () => {
      const title = { key: 'alpen', name: 'Alpen', kind: 'magazine', language: 'de' }
      await connection.db.insertInto('titles').values(title).execute()
      return [
        [['featured', 'set', 'AT', 'alpen'], 'front.changed', { after: { titles: ['alpen'] } }],
        [['featured', 'clear', 'AT'], 'front.changed', { before: { titles: ['alpen'] }, after: { titles: [] } }],
      ]
    },
    async () => {
      const [retried, dropped] = [await job(), await job()]
      return [
        [['jobs', '--retry', retried], 'job.retried', { subject_id: retried, subject: 'billing' }],
        [['jobs', '--drop', dropped], 'job.dropped', { subject_id: dropped, subject: 'billing' }],
      ]
    },
    async () => [
      [['price', 'set', '8', '34.90', '--from', inDays(40), ...WHY], 'price.set', { after: { price: 3490 }, reason: 'ticket 7' }],
      [['price', 'raise', '8', '33.90', '--from', inDays(40)], 'price-campaign.started', { after: { price: 3390 } }],
      [['price', 'stop', newest('price_campaigns', sql`plan_id = 8`), ...WHY], 'price-campaign.stopped', { reason: 'ticket 7' }],
      [
        ['price', 'withdraw', '8', '--from', inDays(40), ...WHY],
        'price.withdrawn',
        { before: { price: 3490 }, reason: 'ticket 7' },
      ],
    ],
    async () => [
      [['promo', 'add', 'HERBST', '--until', inDays(9)], 'promo-code.added', { subject: 'HERBST' }],
      [['promo', 'end', 'HERBST', ...WHY], 'promo-code.ended', { subject: 'HERBST', reason: 'ticket 7' }],
    ],
    async () => [[['tax', 'set', 'AT', '11.00', '--from', inDays(9)], 'tax-rate.set', { before: null, after: { rate: 1100 } }]],
    async () => [
      [['voucher', 'add', 'WINTER', '--for', '2', '--price', '3.99'], 'voucher.added', { after: { price: 399 } }],
      [['voucher', 'end', 'WINTER'], 'voucher.ended', { before: { until: null } }],
    ],
    async () => [[['staff', 'invite', 'anna@example.org'], 'staff.invited']],
    async () => {
      const { number } = await subscriber()
      const says = { subject: number, reason: 'ticket 7' }
      return [
        [
          ['subscription', 'extend', number, '--days', '3', ...WHY],
          'subscription.changed',
          { ...says, after: { action: 'extend' } },
        ],
        [['subscription', 'goodwill', number, '--days', '2', '--because', 'outage', ...WHY], 'subscription.changed', says],
        [['subscription', 'downgrade', number, ...WHY], 'subscription.changed', says],
        [
          ['subscription', 'end', number, '--refund', 'none', ...WHY],
          'subscription.changed',
          { ...says, after: { action: 'end' } },
        ],
      ]
    },
    async () => {
      const { number } = await subscriber({}, 10)
      const says = { subject: number, after: { action: 'offer-upgrade' }, reason: 'ticket 7' }
      return [[['subscription', 'offer-upgrade', number, ...WHY], 'subscription.changed', says]]
    },
    async () => {
      const { attempt } = await subscriber()
      return [[['refund', attempt, '5.00', 'Kulanz'], 'refund.requested', { after: { amount: 500 }, reason: 'Kulanz' }]]
    },
    async () => {
      const [{ number }, id, back] = [await subscriber(), await suspended(), await suspended()]
      return [
        [['suspense', 'assign', id, '--subscription', number, ...WHY], 'suspense.assigned', { after: { subscription: number } }],
        [['suspense', 'book', id, '--as', 'income', ...WHY], 'suspense.booked', { reason: 'ticket 7' }],
        [['suspense', 'return', back, ...WHY], 'suspense.return-requested', { subject_id: back }],
      ]
    },
    async () => {
      const { id, uid } = await createIssue(connection.db, { pages: ['x', 'y'] })
      return [
        [['takedown', 'issue', uid, ...WHY], 'issue.taken-down', { subject_id: uid, reason: 'ticket 7' }],
        [['takedown', 'restore', newest('takedowns', sql`issue_id = ${id}`), ...WHY], 'issue.restored', { subject_id: uid }],
        [['takedown', 'page', uid, '2', ...WHY], 'issue.taken-down', { subject_id: uid }],
      ]
    },
    async () => {
      await createCategory(connection.db, { uid: 'kultur' })
      const [{ uid }, other] = [await createIssue(connection.db), await createIssue(connection.db)]
      const create = ['title', 'create', 'gipfel', 'Gipfel', '--kind', 'magazine', '--language', 'de', '--categories', 'kultur']
      return [
        [create, 'title.created', { subject_id: 'gipfel' }],
        [
          ['title', 'set', 'gipfel', 'ageRating', '12', ...WHY],
          'title.changed',
          { after: { ageRating: 12 }, reason: 'ticket 7' },
        ],
        [['title', 'plans', 'gipfel', '2', '5', '8', '9', ...WHY], 'title.plans-set', { after: { plans: [2, 5, 8, 9] } }],
        [['title', 'leaves', 'gipfel', inDays(90), ...WHY], 'title.leaving-set', { after: { lastDay: inDays(90) } }],
        [['title', 'stays', 'gipfel', ...WHY], 'title.leaving-set', { after: { lastDay: null } }],
        [['title', 'reimport', 'gipfel', 'name'], 'title.changed'],
        [['issue', 'set', uid, 'headline', 'Neu'], 'issue.changed', { before: { headline: '' }, after: { headline: 'Neu' } }],
        [['issue', 'schedule', uid, `${inDays(9)}T06:00`], 'issue.scheduled', { before: { shownFrom: null } }],
        [['issue', 'withdraw', uid, ...WHY], 'issue.withdrawn', { reason: 'ticket 7' }],
        [['issue', 'republish', uid, ...WHY], 'issue.republished', { reason: 'ticket 7' }],
        [['issue', 'related', uid, other.uid], 'issue.related-set', { after: { related: [other.uid] } }],
        [['issue', 'reimport', uid, 'headline'], 'issue.changed'],
      ]
    },
    async () => {
      const { id } = await connection.db
        .insertInto('publishers')
        .values({ name: 'Fels' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return [
        [['publisher', 'add', 'Gipfel Verlag'], 'publisher.created', { subject: 'Gipfel Verlag' }],
        [['publisher', 'set', String(id), 'website', 'https://fels.example'], 'publisher.changed', { subject: 'Fels' }],
        [['publisher', 'remove', String(id)], 'publisher.removed', { subject: 'Fels' }],
      ]
    },
    async () => {
      const article = (headline: string) => ({ headline, html: '<p>Er ruft. Er zieht.</p>', firstPage: 1, lastPage: 1 })
      const { uid } = await createIssue(connection.db, { pages: ['x'], articles: [article('Pirol'), article('Star')] })
      const corrected = ['issue.articles-corrected', { subject_id: uid }] as const
      return [
        [['article', 'change', uid, '1', '--headline', 'Specht'], ...corrected],
        [['article', 'split', uid, '1', '--before', 'Er zieht'], ...corrected],
        [['article', 'join', uid, '1'], ...corrected],
        [['article', 'move', uid, '2', '1'], ...corrected],
        [['article', 'drop', uid, '2'], ...corrected],
      ]
    },
    async () => [[['billing', 'run'], 'billing.run']],
  ]

  return { groups, subscriber, suspended }
}
