// What people do at the desk in a day: for each call that changes something, an action with plausible input on the existing data.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { testAuthenticator } from '@kiosk/backend/auth/testing/authenticator'
import { raiseAlarm } from '@kiosk/backend/billing/alarms'
import { subscriptionNumber } from '@kiosk/backend/billing/subscriptions/subscription-number'
import { idOf, tusClient } from '@kiosk/backend/catalogue/uploads/testing/tus-client'
import type { Database } from '@kiosk/backend/db/connect'
import { enqueue } from '@kiosk/backend/jobs/enqueue'
import { draftWith, textIn } from '@kiosk/backend/newsletters/testing/newsletters'
import { codeOfApp, type fakeDesk, STAFF_PASSWORD_OF_TESTS } from '@kiosk/backend/staff/testing/desk'
import type { TestApi } from '@kiosk/backend/testing/api'
import * as routes from '@kiosk/contract/desk-routes'
import type { Route } from '@kiosk/contract/route'
import { SUPPORT_GRANT_MS } from '@kiosk/domain/accounts/support-view'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import type { Bookkeeping, PublishedValues } from '@kiosk/domain/operator'
import { MARKET_DECISIONS } from '@kiosk/domain/payments/market'
import { toEdit, toSend, withChange, withMove } from '@kiosk/domain/staff/article-edits'
import type { EditableArticle } from '@kiosk/domain/staff/article-endpoints'
import { DECISIONS } from '@kiosk/domain/staff/declaration-endpoints'
import { MOST_MESSAGES_PER_MINUTE } from '@kiosk/domain/staff/limits'
import type { NEWSLETTER_STATES } from '@kiosk/domain/staff/newsletter-endpoints'
import { type PlanChange, READER_CHANGES } from '@kiosk/domain/staff/reader-change-endpoints'
import { plans } from '@kiosk/domain/subscriptions/plans'
import { HOUR_MS } from '@kiosk/domain/time'
import { makePdf } from '@kiosk/importer/testing/malformed-pdfs'
import { type RawBuilder, sql } from 'kysely'

export type Random = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  /** Undefined if the list is empty. */
  of<T>(list: readonly T[]): T | undefined
  shuffled<T>(list: readonly T[]): T[]
}
type Desk = ReturnType<typeof fakeDesk>
type Sent = Parameters<Desk['call']>[1]
type Answer = Awaited<ReturnType<Desk['call']>>

export type Day = {
  db: Database
  api: TestApi
  random: Random
  now(): Date
  /** Calls the desk as somebody whose role permits it. */
  call(route: Route, sent?: Sent): Promise<Answer>
  /** The desk of somebody with a role. */
  deskOf(role: 'owner' | 'editor'): Desk
  /** A browser in which nobody is signed in. */
  newBrowser(): Desk
  /** Records a call that was made otherwise than by `call`. */
  made(route: Route, answer: { status: number } & Record<string, unknown>): void
}

const reason = 'Ticket 7'
const SITE = new URL('../../../../', import.meta.url)
let count = 0
/** A name that nothing has yet. */
const fresh = (prefix: string) => `${prefix}-${++count}`
const inDays = (day: Day, days: number) => addDays(dayInVienna(day.now()), days)
const inHours = (day: Day, hours: number) => new Date(day.now().getTime() + hours * HOUR_MS).toISOString()

/** Returns one of the rows that a query finds. */
async function any<Row>(day: Day, query: RawBuilder<Row>): Promise<Row | undefined> {
  return day.random.of((await query.execute(day.db)).rows)
}
/** Returns what an action acts on; if there is none, another action creates it first. */
async function foundOrMade<Row>(day: Day, by: string, find: () => Promise<Row | undefined>): Promise<Row | undefined> {
  return (await find()) ?? (await DESK_ACTIONS[by]!(day).then(find))
}
const title = (day: Day) => any(day, sql<{ key: string }>`select key from titles where key like 'day-%'`)
const issue = (day: Day) =>
  any(
    day,
    sql<{ uid: string; id: number; pages: number }>`select i.uid, i.id, i.page_count as pages from all_issues i
    join titles t on t.id = i.title_id where t.key like 'day-%'`,
  )
/** A reader who has no subscription. */
const reader = (day: Day) =>
  any(day, sql<{ id: number }>`select id from accounts where email like 'day-%' and deactivated_at is null`)
const subscription = (day: Day) =>
  any(
    day,
    sql<{ id: number; subscription: number }>`select s.account_id as id, s.id as subscription from subscriptions s
    join accounts a on a.id = s.account_id where s.state = 'active' and a.firstname = 'day'`,
  )
const MAGZ = plans.filter(({ tier }) => tier === 'MAGZ').map(({ subscriptionId }) => subscriptionId)
type NewsletterState = (typeof NEWSLETTER_STATES)[number]
/** Functions that bring a newsletter into a state. */
const LEADS_TO = { draft: 'createNewsletter', scheduled: 'sendNewsletter', sending: 'sendNewsletter', paused: 'pauseNewsletter' }
/** A newsletter in a state, which is brought about if there is none. */
async function newsletter(day: Day, state: keyof typeof LEADS_TO): Promise<{ id: number; revision: number } | undefined> {
  return foundOrMade(day, LEADS_TO[state], () =>
    any(
      day,
      sql<{ id: number; revision: number }>`select id, revision from newsletters
        where created_by <> 'Ida Moos' and state = ${state satisfies NewsletterState}`,
    ),
  )
}
const DAY_CATEGORIES = sql<{ uid: string; names: object }>`select uid, names from categories where uid like 'day-%'`
const upload = (day: Day, state: string) => any(day, sql<{ id: string }>`select id from uploads where state = ${state}`)
/** A draft; if there is none, a file is sent, which is a draft after the next jobs. */
async function draftUpload(day: Day): Promise<{ id: string } | undefined> {
  const found = await upload(day, 'draft')
  if (!found) await DESK_ACTIONS.createUpload!(day)
  return found
}

async function frontKeys(day: Day): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from titles where key like 'day-%'`.execute(day.db)
  return day.random.shuffled(rows.map(({ key }) => key)).slice(0, day.random.below(3))
}

const pdf = (mark: string) =>
  makePdf({
    info: { Title: `${mark} Nr. 7` },
    pages: [
      { lines: Array(6).fill(`Am Morgen lag Reif auf den Wiesen von ${mark}, und die Hirten trieben ihre Tiere ins Tal.`) },
    ],
  })

/** Sends a PDF in one or two parts, as the editor; gives some of them up. */
async function sendPdf(day: Day, isGivenUp: boolean): Promise<void> {
  const client = tusClient(day.api.ctx, day.deskOf('editor'))
  const file = pdf(fresh('Almzeit'))
  const created = await client.create(file.length)
  day.made(routes.createUpload, { status: created.status })
  const half = Math.ceil(file.length / 2)
  const id = idOf(created)
  day.made(routes.appendUpload, { status: (await client.patch(id, file.subarray(0, half))).status })
  if (isGivenUp) day.made(routes.terminateUpload, { status: (await client.terminate(id)).status })
  else await client.patch(id, file.subarray(half), { at: half })
}

async function metadataOf(day: Day, id: string) {
  const { metadata, title: name } = (await day.call(routes.upload, { params: { id } })) as unknown as {
    metadata: Record<string, unknown>
    title: string
  }
  const newTitle = { name: fresh(name), kind: 'magazine', country: null, category: 'kultur' }
  return { ...metadata, titleKey: null, newTitle, date: inDays(day, -day.random.below(20)) }
}

const voucher = (day: Day, code: string) => ({
  code,
  kind: 'voucher',
  plans: [2],
  price: 399,
  days: null,
  from: inDays(day, 0),
  until: null,
  most: 5,
  titles: null,
  background: null,
  colour: null,
})
const promoCode = (day: Day, code: string) => ({
  code,
  days: 30,
  from: inDays(day, 0),
  until: inDays(day, 30),
  most: null,
  markets: [1, 4],
  titles: { de: 'Lesezeit', en: 'Reading time', fr: 'Lecture' },
})
/** The campaign of the documents under another name and with other vouchers. */
function campaignYaml(): string {
  const key = fresh('campaign')
  const text = readFileSync(new URL('docs/campaign.yaml', SITE), 'utf8')
  return text.replaceAll('SEEBLICK-', `${key.toUpperCase()}-`).replace('key: sommerlesen', `key: ${key}`)
}
const campaignDraft = (day: Day) => any(day, sql<{ key: string; revision: number }>`select key, revision from campaign_drafts`)
const publishedCampaign = (day: Day) => any(day, sql<{ key: string }>`select key from campaign_pages where key like 'campaign-%'`)
const codeOf = (day: Day, table: 'vouchers' | 'promo_codes') =>
  any(day, sql<{ code: string }>`select code from ${sql.table(table)} where code like 'DAY-%'`)

/** Actions by the call that they are for. One that finds nothing to act on calls nothing. */
export const DESK_ACTIONS: Record<string, (day: Day) => Promise<unknown>> = {
  // Sign-in of the person
  async addOwnPasskey(day) {
    const desk = day.deskOf('owner')
    const { origin, hostname } = new URL(day.api.ctx.publicUrl)
    const authenticator = testAuthenticator(hostname, origin)
    const send = async (by: Desk, route: Route, sent: Sent = { body: {} }) => {
      const answer = await by.call(route, sent)
      day.made(route, answer)
      return answer
    }
    const credential = authenticator.create(await send(desk, routes.ownPasskeyOptions))
    await send(desk, routes.addOwnPasskey, { body: { credential } })
    const [first, other] = [day.newBrowser(), day.newBrowser()]
    for (const browser of [first, other]) {
      const options = await send(browser, routes.deskPasskeyOptions)
      await send(browser, routes.deskPasskeySignIn, { body: { credential: authenticator.get(options) } })
    }
    await send(other, routes.changeOwnDetails, {
      body: { name: 'Nora Feld', language: day.random.of(['de', 'en', 'fr'] as const) },
    })
    await send(other, routes.newOwnRecoveryCodes)
    const { passkeys, sessions } = (await send(other, routes.ownSecurity, {})) as unknown as {
      passkeys: { id: number }[]
      sessions: { id: number; current: boolean }[]
    }
    const id = Math.max(...sessions.filter(({ current }) => !current).map((each) => each.id))
    await send(other, routes.endOwnSession, { params: { id } })
    await send(other, routes.removeOwnPasskey, { params: { id: passkeys[0]!.id } })
    await send(other, routes.deskSignOut)
  },
  async acceptInvitation(day) {
    const tokens = day.api.mails.flatMap(({ text }) => /invitation#(\S{20,100})/.exec(text ?? '')?.[1] ?? [])
    const token = day.random.of(tokens)
    // The e-mail is sent at the end of the shift.
    if (!token) return DESK_ACTIONS.inviteStaff!(day)
    const desk = day.newBrowser()
    const invited = await desk.call(routes.invitation, { body: { token } })
    day.made(routes.invitation, invited)
    if (invited.status !== 200) return
    const { secret } = invited.totp as { secret: string }
    const code = codeOfApp(secret, day.now())
    const person = { token, name: 'Neu', language: 'en', password: STAFF_PASSWORD_OF_TESTS, code }
    day.made(routes.acceptInvitation, await desk.call(routes.acceptInvitation, { body: person }))
  },

  // Staff
  inviteStaff: (day) =>
    day.call(routes.inviteStaff, {
      body: {
        email: `${fresh('invited')}@example.org`,
        name: 'Neu',
        role: day.random.of(['care', 'editor'])!,
        language: 'de',
        reason,
      },
    }),
  async changeStaff(day) {
    const person = await foundOrMade(day, 'inviteStaff', () =>
      any(day, sql<{ id: number }>`select id from staff where email like 'invited-%'`),
    )
    if (!person) return
    const body = { role: day.random.of(['care', 'finance', 'auditor'])!, disabled: day.random.below(3) === 0, reason }
    await day.call(routes.changeStaff, { params: person, body })
  },

  // Front page
  async setFrontPage(day) {
    const set = day.random.of(['web_de', 'web_ch'])!
    const { titles } = (await day.call(routes.frontPage, { params: { set } })) as unknown as { titles: { key: string }[] }
    await day.call(routes.setFrontPage, {
      params: { set },
      body: { keys: await frontKeys(day), before: titles.map(({ key }) => key) },
    })
  },
  planFrontPage: async (day) =>
    day.call(routes.planFrontPage, {
      params: { set: day.random.of(['web_de', 'web_ch'])! },
      body: { keys: await frontKeys(day), startsAt: inHours(day, 1 + day.random.below(10)) },
    }),
  async withdrawFrontPage(day) {
    const plan = await foundOrMade(day, 'planFrontPage', () =>
      any(day, sql<{ id: number }>`select id from planned_front_pages where applied_at is null and withdrawn_at is null`),
    )
    if (plan) await day.call(routes.withdrawFrontPage, { params: plan })
  },

  // Uploads
  // Reading takes a second.
  async createUpload(day) {
    const { rows } = await sql`select from uploads where state in ('waiting', 'draft')`.execute(day.db)
    for (let open = rows.length; open < 2; open++) await sendPdf(day, false)
  },
  terminateUpload: (day) => sendPdf(day, true),
  async saveUpload(day) {
    const draft = await draftUpload(day)
    if (draft) await day.call(routes.saveUpload, { params: draft, body: await metadataOf(day, draft.id) })
  },
  publishUpload: (day) => publishDraft(day, day.random.below(2) === 0),
  async withdrawUpload(day) {
    if (!(await upload(day, 'scheduled'))) await publishDraft(day, true)
    const scheduled = await upload(day, 'scheduled')
    if (scheduled) await day.call(routes.withdrawUpload, { params: scheduled })
  },
  async discardUpload(day) {
    const draft = await draftUpload(day)
    if (draft) await day.call(routes.discardUpload, { params: draft })
  },

  // Articles and takedowns
  async correctArticles(day) {
    const found = await issue(day)
    if (!found) return
    const params = { uid: found.uid }
    const { version, articles } = (await day.call(routes.issueArticles, { params })) as unknown as {
      version: string
      articles: EditableArticle[]
    }
    if (articles.length === 0) return
    const edited = day.random.below(2) === 0 ? withMove(toEdit(articles), 0, 1) : toEdit(articles)
    const changed = withChange(edited, day.random.below(edited.length), { headline: fresh('Neue Zeile') })
    await day.call(routes.correctArticles, { params, body: { version, articles: toSend(changed, articles), discard: [] } })
  },
  async takeDown(day) {
    const found = await issue(day)
    if (!found) return
    const { uid, id, pages } = found
    const article = await any(day, sql<{ id: number }>`select id from all_articles where issue_id = ${id}`)
    const part = day.random.of([{}, { page: 1 + day.random.below(pages) }, ...(article ? [{ article: article.id }] : [])])
    await day.call(routes.takeDown, { body: { uid, ...part, reason } })
  },
  async restore(day) {
    const down = await foundOrMade(day, 'takeDown', () =>
      any(
        day,
        sql<{ id: number }>`select d.id from takedowns d join all_issues i on i.id = d.issue_id
        join titles t on t.id = i.title_id where t.key like 'day-%' and restored_at is null`,
      ),
    )
    if (down) await day.call(routes.restore, { params: down, body: { reason } })
  },

  // Newsletters
  createNewsletter: (day) => day.call(routes.createNewsletter, { body: draftWith({ name: fresh('Brief') }) }),
  async changeNewsletter(day) {
    const draft = await newsletter(day, 'draft')
    if (!draft) return
    const body = { ...draftWith({ name: fresh('Brief'), texts: [textIn('de'), textIn('fr')] }), revision: draft.revision }
    await day.call(routes.changeNewsletter, { params: { id: draft.id }, body })
  },
  async deleteNewsletter(day) {
    const draft = await newsletter(day, 'draft')
    if (draft) await day.call(routes.deleteNewsletter, { params: { id: draft.id } })
  },
  countAudience: (day) =>
    day.call(routes.countAudience, { body: { audience: draftWith().audience, texts: ['de'], fallbackLanguage: null } }),
  previewNewsletter: (day) =>
    day.call(routes.previewNewsletter, { body: { texts: [textIn('de')], fallbackLanguage: null, featured: [], language: 'de' } }),
  async testNewsletter(day) {
    const draft = await newsletter(day, 'draft')
    if (draft) await day.call(routes.testNewsletter, { params: { id: draft.id }, body: { language: 'de' } })
  },
  async sendNewsletter(day) {
    const draft = await newsletter(day, 'draft')
    if (!draft) return
    const startsAt = day.random.below(2) === 0 ? null : inHours(day, 2)
    const body = { revision: draft.revision, startsAt, messagesPerMinute: MOST_MESSAGES_PER_MINUTE }
    await day.call(routes.sendNewsletter, { params: { id: draft.id }, body })
  },
  unscheduleNewsletter: (day) => onNewsletter(day, routes.unscheduleNewsletter, 'scheduled'),
  pauseNewsletter: (day) => onNewsletter(day, routes.pauseNewsletter, 'sending'),
  resumeNewsletter: (day) => onNewsletter(day, routes.resumeNewsletter, 'paused'),
  stopNewsletter: (day) => onNewsletter(day, routes.stopNewsletter, 'sending'),
  async resendUncertain(day) {
    const sent = await any(
      day,
      sql<{ id: number }>`select newsletter_id as id from newsletter_recipients where state = 'uncertain'`,
    )
    if (sent) await day.call(routes.resendUncertain, { params: sent })
  },

  // Offers. The commands use plan 8 and other codes.
  setPlanPrice: (day) =>
    day.call(routes.setPlanPrice, {
      body: { plan: 9, price: 1500 + day.random.below(900), from: inDays(day, 30 + day.random.below(30)), reason },
    }),
  async withdrawPlanPrice(day) {
    const later = await foundOrMade(day, 'setPlanPrice', () =>
      any(
        day,
        sql<{ from: string }>`select valid_from as "from" from prices
      where plan_id = 9 and valid_from > ${inDays(day, 1)}`,
      ),
    )
    if (later) await day.call(routes.withdrawPlanPrice, { body: { plan: 9, ...later, reason } })
  },
  setCountryTax: (day) =>
    day.call(routes.setCountryTax, {
      body: { country: 'LU', rate: 1000 + day.random.below(900), from: inDays(day, 40), reason },
    }),
  addVoucher: (day) => day.call(routes.addVoucher, { body: { voucher: voucher(day, fresh('DAY')), reason } }),
  async endVoucher(day) {
    const code = await foundOrMade(day, 'addVoucher', () => codeOf(day, 'vouchers'))
    if (code) await day.call(routes.endVoucher, { params: code, body: { reason } })
  },
  importVouchers: (day) =>
    day.call(routes.importVouchers, {
      body: { csv: `code;plans;price\n${fresh('DAY')};2;3,99\n${fresh('DAY')};2;4,99`, reason },
    }),
  addPromoCode: (day) => day.call(routes.addPromoCode, { body: { promoCode: promoCode(day, fresh('DAY')), reason } }),
  async endPromoCode(day) {
    const code = await foundOrMade(day, 'addPromoCode', () => codeOf(day, 'promo_codes'))
    if (code) await day.call(routes.endPromoCode, { params: code, body: { reason } })
  },
  importPromoCodes: (day) =>
    day.call(routes.importPromoCodes, { body: { csv: `code;until\n${fresh('DAY')};${inDays(day, 9)}`, reason } }),
  checkCampaign: (day) => day.call(routes.checkCampaign, { body: { yaml: campaignYaml() } }),
  publishCampaign: (day) => day.call(routes.publishCampaign, { body: { yaml: campaignYaml(), reason } }),
  previewCampaign: (day) =>
    day.call(routes.previewCampaign, {
      body: {
        campaign: campaignYaml(),
        country: 'AT',
        language: 'de',
        reader: 'anonymous',
        theme: 'light',
        device: 'desktop',
      },
    }),
  addCampaignDraft: (day) => day.call(routes.addCampaignDraft, { body: { key: fresh('campaign'), copied: null } }),
  async saveCampaignDraft(day) {
    const draft = await foundOrMade(day, 'addCampaignDraft', () => campaignDraft(day))
    if (!draft) return
    const { key, revision } = draft
    await day.call(routes.saveCampaignDraft, {
      params: { key },
      body: { campaign: { key, partner: fresh('partner') }, revision },
    })
  },
  async deleteCampaignDraft(day) {
    const draft = await foundOrMade(day, 'addCampaignDraft', () => campaignDraft(day))
    if (draft) await day.call(routes.deleteCampaignDraft, { params: { key: draft.key } })
  },
  async endCampaign(day) {
    const campaign = await foundOrMade(day, 'publishCampaign', () => publishedCampaign(day))
    if (campaign) await day.call(routes.endCampaign, { params: campaign, body: { reason } })
  },
  async removeCampaign(day) {
    const campaign = await foundOrMade(day, 'publishCampaign', () => publishedCampaign(day))
    if (campaign) await day.call(routes.removeCampaign, { params: campaign, body: { reason } })
  },

  // Content
  previewText: (day) => day.call(routes.previewText, { body: { key: 'imprint', language: 'de', markdown: '## Neu' } }),
  publishText: (day) => publishImprint(day, day.random.below(2) === 0),
  async saveBookkeeping(day) {
    const { values, version } = await day.call(routes.bookkeeping, {})
    const { accounts, ...others } = values as Bookkeeping
    const number = String(8000 + day.random.below(1000))
    await day.call(routes.saveBookkeeping, {
      body: { ...others, accounts: { ...accounts, 'revenue:AT': number }, before: version },
    })
  },
  async saveCompanyDetails(day) {
    const { values, version } = await day.call(routes.companyDetails, {})
    const { company, ...others } = values as PublishedValues
    const phone = `+43 1 ${1_000_000 + day.random.below(9_000_000)}`
    await day.call(routes.saveCompanyDetails, { body: { ...others, company: { ...company, phone }, before: version } })
  },
  async withdrawEdition(day) {
    const find = () => any(day, sql<{ id: number }>`select id from documents where shown_from > ${day.now()}`)
    const edition = (await find()) ?? (await publishImprint(day, true).then(find))
    if (edition) await day.call(routes.withdrawEdition, { params: edition })
  },
  addCategory: (day) => {
    const uid = fresh('day-rubrik')
    return day.call(routes.addCategory, { body: { uid, names: { de: uid, en: uid, fr: uid } } })
  },
  async renameCategory(day) {
    const found = await foundOrMade(day, 'addCategory', () => any(day, DAY_CATEGORIES))
    if (!found) return
    const name = fresh('Rubrik')
    const body = { names: { de: name, en: name, fr: name }, before: found.names }
    await day.call(routes.renameCategory, { params: { uid: found.uid }, body })
  },
  async orderCategories(day) {
    const { rows } = await sql<{ uid: string }>`select uid from categories order by position, id`.execute(day.db)
    const before = rows.map(({ uid }) => uid)
    await day.call(routes.orderCategories, { body: { uids: day.random.shuffled(before), before } })
  },
  async removeCategory(day) {
    const found = await foundOrMade(day, 'addCategory', () => any(day, DAY_CATEGORIES))
    if (found) await day.call(routes.removeCategory, { params: { uid: found.uid }, body: { moveTo: 'kultur' } })
  },
  async publishTopic(day) {
    const found = await any(
      day,
      sql<{ uid: string }>`select i.uid from issues i join titles t on t.id = i.title_id where t.key like 'day-%'`,
    )
    if (!found) return
    const body = {
      uid: `day-${day.random.below(3)}`,
      language: 'de',
      headline: fresh('Thema'),
      text: 'Lesen.',
      released: inDays(day, 0),
      trend: 5,
      issue: found.uid,
      page: 1,
      article: null,
      regions: null,
      picture: null,
    }
    await day.call(routes.publishTopic, { body })
  },
  async removeTopic(day) {
    const topic = await foundOrMade(day, 'publishTopic', () =>
      any(day, sql<{ uid: string }>`select uid from topics where uid like 'day-%'`),
    )
    if (topic) await day.call(routes.removeTopic, { params: topic })
  },
  async publishLink(day) {
    const found = await issue(day)
    if (!found) return
    const what = { title: fresh('Link'), target: '/faq', posted: inDays(day, 0), issue: found.uid, picture: null }
    await day.call(routes.publishLink, { body: { key: `day-${day.random.below(3)}`, ...what } })
  },
  async removeLink(day) {
    const link = await foundOrMade(day, 'publishLink', () =>
      any(day, sql<{ key: string }>`select key from link_posts where key like 'day-%'`),
    )
    if (link) await day.call(routes.removeLink, { params: link })
  },
  publishAdvertisement: (day) =>
    day.call(routes.publishAdvertisement, {
      body: {
        key: `day-${day.random.below(3)}`,
        language: 'de',
        headline: 'Sommer',
        body: 'Lesen.',
        target: '/faq',
        markets: [1],
        categories: null,
        from: inDays(day, 0),
        until: null,
        weight: 1 + day.random.below(9),
        dailyCap: null,
        alt: '',
        picture: null,
      },
    }),
  async switchAdvertisement(day) {
    const found = await foundOrMade(day, 'publishAdvertisement', () =>
      any(day, sql<{ id: number; active: boolean }>`select id, active from advertisements where key like 'day-%'`),
    )
    if (found) await day.call(routes.switchAdvertisement, { params: { id: found.id }, body: { isActive: !found.active } })
  },
  async removeAdvertisement(day) {
    const found = await foundOrMade(day, 'publishAdvertisement', () =>
      any(day, sql<{ id: number }>`select id from advertisements where key like 'day-%'`),
    )
    if (found) await day.call(routes.removeAdvertisement, { params: found })
  },
  async markFeedback(day) {
    const message = await any(
      day,
      sql<{ id: number; answered: boolean }>`select id, answered_at is not null as answered from feedback`,
    )
    if (message) await day.call(routes.markFeedback, { params: { id: message.id }, body: { isAnswered: !message.answered } })
  },

  // Titles, issues, publishers
  createTitle: (day) =>
    day.call(routes.createTitle, {
      body: { key: fresh('day-title'), name: fresh('Titel'), kind: 'magazine', language: 'de', categories: ['kultur'] },
    }),
  async changeTitle(day) {
    const params = await title(day)
    const changes = day.random.of([
      { name: fresh('Titel') },
      { ageRating: day.random.of([0, 6, 12])! },
      { description: fresh('Neu') },
    ])!
    if (params) await day.call(routes.changeTitle, { params, body: { changes, reason } })
  },
  async setTitlePlans(day) {
    const params = await title(day)
    const plans = day.random.of([null, [2, 5, 8, 9]])
    if (params) await day.call(routes.setTitlePlans, { params, body: { plans, reason } })
  },
  async setLeavingDay(day) {
    const params = await title(day)
    const last = day.random.below(2) === 0 ? null : inDays(day, 5 + day.random.below(90))
    if (params) await day.call(routes.setLeavingDay, { params, body: { day: last, reason } })
  },
  async importTitleFields(day) {
    const params = await title(day)
    if (params) await day.call(routes.importTitleFields, { params, body: { fields: ['name', 'ageRating'] } })
  },
  async changeIssue(day) {
    const found = await issue(day)
    if (found) await day.call(routes.changeIssue, { params: { uid: found.uid }, body: { changes: { headline: fresh('Neu') } } })
  },
  async scheduleIssue(day) {
    const found = await issue(day)
    const at = day.random.below(3) === 0 ? null : `${inDays(day, 1 + day.random.below(3))}T06:00`
    if (found) await day.call(routes.scheduleIssue, { params: { uid: found.uid }, body: { at } })
  },
  async withdrawIssue(day) {
    const found = await issue(day)
    if (found) await day.call(routes.withdrawIssue, { params: { uid: found.uid }, body: { reason } })
  },
  async republishIssue(day) {
    const found = await foundOrMade(day, 'withdrawIssue', () =>
      any(
        day,
        sql<{ uid: string }>`select uid from all_issues i join titles t on t.id = i.title_id
      where t.key like 'day-%' and withdrawn_at is not null`,
      ),
    )
    if (found) await day.call(routes.republishIssue, { params: found, body: { reason } })
  },
  async setRelatedIssues(day) {
    const [found, other] = [await issue(day), await issue(day)]
    if (found && other && found.uid !== other.uid)
      await day.call(routes.setRelatedIssues, { params: { uid: found.uid }, body: { uids: [other.uid] } })
  },
  async importIssueFields(day) {
    const found = await issue(day)
    if (found) await day.call(routes.importIssueFields, { params: { uid: found.uid }, body: { fields: ['headline'] } })
  },
  createPublisher: (day) => day.call(routes.createPublisher, { body: { name: fresh('Verlag'), email: 'verlag@example.org' } }),
  async changePublisher(day) {
    const found = await foundOrMade(day, 'createPublisher', () =>
      any(day, sql<{ id: number }>`select id from publishers where name like 'Verlag-%'`),
    )
    if (found) await day.call(routes.changePublisher, { params: found, body: { name: fresh('Verlag') } })
  },
  async removePublisher(day) {
    const found = await foundOrMade(day, 'createPublisher', () =>
      any(day, sql<{ id: number }>`select id from publishers where name like 'Verlag-%'`),
    )
    if (found) await day.call(routes.removePublisher, { params: found })
  },

  // Readers
  async changeReader(day) {
    const found = await any(day, sql<{ id: number }>`select id from accounts where email like 'day-%'`)
    if (found) await day.call(routes.changeReader, { params: found, body: { change: day.random.of(READER_CHANGES)!, reason } })
  },
  async sendReaderEmail(day) {
    const found = await reader(day)
    if (found)
      await day.call(routes.sendReaderEmail, { params: found, body: { letter: day.random.of(['recovery', 'verification'])! } })
  },
  async addReaderNote(day) {
    const found = await reader(day)
    if (found)
      await day.call(routes.addReaderNote, { params: found, body: { noteId: randomUUID(), text: fresh('Hat angerufen') } })
  },
  async removeReaderNote(day) {
    const note = await foundOrMade(day, 'addReaderNote', () =>
      any(day, sql<{ id: number; note: string }>`select account_id as id, id as note from reader_notes`),
    )
    if (note) await day.call(routes.removeReaderNote, { params: note })
  },
  async requestView(day) {
    const found = await confirmedReader(day)
    if (found) await day.call(routes.requestView, { params: found, body: { requestId: randomUUID(), reason } })
  },
  openView: (day) => lookAtReader(day),
  lookAsReader: (day) => lookAtReader(day),
  async exportReader(day) {
    const found = await reader(day)
    if (found) await day.call(routes.exportReader, { params: found, body: { reason } })
  },
  async eraseReader(day) {
    const found = await reader(day)
    if (found) await day.call(routes.eraseReader, { params: found, body: { now: day.random.below(2) === 0, reason } })
  },
  async decideReaderMarket(day) {
    const found = await reader(day)
    const body = { decision: day.random.of(MARKET_DECISIONS)!, country: 'AT', reason }
    if (found) await day.call(routes.decideReaderMarket, { params: found, body })
  },
  async endReaderSubscription(day) {
    const params = await subscription(day)
    const on = day.random.of(['now', 'withdraw', inDays(day, 5)])!
    if (params)
      await day.call(routes.endReaderSubscription, { params, body: { actId: randomUUID(), reason, on, refund: 'pro-rata' } })
  },
  async changeReaderPlan(day) {
    const found = await any(
      day,
      sql<{ id: number; subscription: number; change: PlanChange }>`select s.account_id as id, s.id as subscription,
        case when exists (select from planned_plan_changes where subscription_id = s.id) then 'take-back-downgrade'
          when s.plan_id = any(${MAGZ}) then 'offer-upgrade' else 'downgrade' end as change
        from subscriptions s join accounts a on a.id = s.account_id where s.state = 'active' and a.firstname = 'day'`,
    )
    if (!found) return
    const { change, ...params } = found
    await day.call(routes.changeReaderPlan, { params, body: { actId: randomUUID(), reason, change } })
  },
  async decideDeclaration(day) {
    const about = await subscription(day)
    if (!about) return
    const { id: declaration } = await day.db
      .insertInto('termination_declarations')
      .values({
        kind: day.random.of(['cancel', 'withdraw'])!,
        name: 'day',
        email: 'day@example.org',
        language: 'de',
        outcome: day.random.of(['by-hand', 'unconfirmed'])!,
        received_at: day.now(),
        account_id: about.id,
        subscription_id: about.subscription,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = { actId: randomUUID(), reason, decision: day.random.of(DECISIONS), refund: 'pro-rata' }
    await day.call(routes.decideDeclaration, { params: { id: declaration }, body })
  },
  async grantReaderDays(day) {
    const params = await subscription(day)
    if (!params) return
    const { subscriptions } = (await day.call(routes.reader, { params: { id: params.id } })) as unknown as {
      subscriptions: { paidUntil: string }[]
    }
    const paidUntil = subscriptions[0]?.paidUntil
    if (paidUntil) await day.call(routes.grantReaderDays, { params, body: { actId: randomUUID(), reason, days: 3, paidUntil } })
  },
  async refundReader(day) {
    const paid = await any(
      day,
      sql<{ payment: string; id: number; refundable: number }>`
      select p.id as payment, s.account_id as id, p.amount - coalesce((select sum(amount) from refunds where attempt_id = p.id), 0)::int
        as refundable
      from payment_attempts p join invoices i on i.id = p.invoice_id join accounts a on a.id = i.account_id
      join subscriptions s on s.account_id = a.id where p.state = 'succeeded' and a.firstname = 'day'`,
    )
    if (!paid || paid.refundable < 100) return
    const { payment, id, refundable } = paid
    await day.call(routes.refundReader, { params: { id }, body: { payment, amount: 100, refundable, reason } })
  },

  // Money
  async assignSuspense(day) {
    const [entry, owner] = [await openSuspense(day), await subscription(day)]
    const of = owner && { subscription: subscriptionNumber(owner.subscription), reason }
    if (entry && of) await day.call(routes.assignSuspense, { params: entry, body: of })
  },
  async bookSuspense(day) {
    const entry = await openSuspense(day)
    if (entry) await day.call(routes.bookSuspense, { params: entry, body: { to: 'income', reason } })
  },
  async returnSuspense(day) {
    const entry = await openSuspense(day)
    if (entry) await day.call(routes.returnSuspense, { params: entry, body: { reason } })
  },
  async startPriceChange(day) {
    const change = { plan: 5, price: 1700 + day.random.below(100), fromDay: inDays(day, 40), kind: 'lower' }
    const { readers } = await day.call(routes.previewPriceChange, { query: change })
    await day.call(routes.startPriceChange, { body: { ...change, readers: readers ?? 0, reason } })
  },
  async stopPriceChange(day) {
    const running = await foundOrMade(day, 'startPriceChange', () =>
      any(day, sql<{ id: number }>`select id from price_campaigns where plan_id = 5 and stopped_at is null`),
    )
    if (running) await day.call(routes.stopPriceChange, { params: running, body: { reason } })
  },

  // Operations
  retryDeskJobs: async (day) => day.call(routes.retryDeskJobs, { body: { ids: [(await failedJob(day)).id] } }),
  dismissJob: async (day) => day.call(routes.dismissJob, { params: await failedJob(day), body: { reason } }),
  async dismissAlarm(day) {
    await raiseAlarm(day.db, day.api.ctx, { kind: 'wallet-amount', subject: fresh('paypal charge') })
    const alarm = await any(
      day,
      sql<{ id: number }>`select id from operator_alarms where kind = 'wallet-amount' and cleared_at is null`,
    )
    if (alarm) await day.call(routes.dismissAlarm, { params: alarm, body: { reason } })
  },
}

/** A job that has failed. */
async function failedJob(day: Day): Promise<{ id: number }> {
  await enqueue(day.db, 'certificates', {})
  const { rows } = await sql<{ id: number }>`update graphile_worker._private_jobs set attempts = max_attempts
    where id = (select max(id) from graphile_worker._private_jobs where locked_at is null) returning id`.execute(day.db)
  return { id: Number(rows[0]!.id) }
}

const confirmedReader = (day: Day) =>
  any(
    day,
    sql<{ id: number }>`select id from accounts
      where email like 'day-%' and deactivated_at is null and verified_at is not null`,
  )

/** A reader allows the owner of the desk to look at the account, who then does. */
async function lookAtReader(day: Day): Promise<void> {
  const params = await confirmedReader(day)
  if (!params) return
  const from = day.now()
  const until = new Date(from.getTime() + SUPPORT_GRANT_MS)
  await sql`insert into support_grants (account_id, granted_at, ends_at) values (${params.id}, ${from}, ${until})`.execute(day.db)
  const desk = day.deskOf('owner')
  day.made(routes.openView, await desk.call(routes.openView, { params, body: { reason } }))
  day.made(routes.lookAsReader, await desk.call(routes.lookAsReader, { params, body: {} }))
}

async function publishImprint(day: Day, isLater: boolean): Promise<void> {
  const { shown } = (await day.call(routes.textEditions, { params: { key: 'imprint' } })) as unknown as {
    shown: { de: { edition: number | null } | null }
  }
  const de = { title: fresh('Impressum'), description: '', markdown: '## Neu', before: shown.de?.edition ?? null }
  const shownFrom = isLater ? { shownFrom: inHours(day, 1 + day.random.below(30)) } : {}
  await day.call(routes.publishText, { params: { key: 'imprint' }, body: { texts: { de }, ...shownFrom } })
}

async function publishDraft(day: Day, isLater: boolean): Promise<void> {
  const draft = await draftUpload(day)
  if (!draft) return
  const body = { ...(await metadataOf(day, draft.id)), publishAt: isLater ? inHours(day, 1) : null }
  await day.call(routes.publishUpload, { params: draft, body })
}

async function onNewsletter(day: Day, route: Route, state: keyof typeof LEADS_TO): Promise<void> {
  const found = await newsletter(day, state)
  if (found) await day.call(route, { params: { id: found.id } })
}

const openSuspense = (day: Day) =>
  any(day, sql<{ id: number }>`select id from suspense where resolved_at is null and reference like 'day-%'`)
