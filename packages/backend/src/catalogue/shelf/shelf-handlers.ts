import * as issueCalls from '@kiosk/domain/staff/shelf-issue-endpoints'
import * as titleCalls from '@kiosk/domain/staff/shelf-title-endpoints'
import type { Actor } from '../../audit/actor.ts'
import type { AppContext, ChangeContext } from '../../context.ts'
import { type DeskRoute, defineDeskHandler } from '../../staff/desk-handler.ts'
import { changeIssue, importIssueFields, setRelatedIssues } from './change-issue.ts'
import { changeTitle, createTitle, importTitleFields, setTitlePlans } from './change-title.ts'
import { findIssues, findPlaces, showIssue } from './find-issues.ts'
import { findTitles, showTitle, titleChoices } from './find-titles.ts'
import { republishIssue, scheduleIssue, withdrawIssue } from './issue-visibility.ts'
import { setLeavingDay } from './leaving.ts'
import { changePublisher, createPublisher, findPublishers, removePublisher } from './publishers.ts'

/** The context of a change by the signed-in person. */
const by = ({ ctx, actor }: { ctx: AppContext; actor: Actor }): ChangeContext => ({ db: ctx.db, now: ctx.now, actor })

/** Calls about titles, issues and publishers. */
export const shelfHandlers: readonly DeskRoute[] = [
  defineDeskHandler(titleCalls.shelfTitles, async ({ ctx, input }) => {
    const [found, choices] = await Promise.all([findTitles(ctx.db, input, ctx.now()), titleChoices(ctx.db)])
    return { ...found, ...choices }
  }),
  defineDeskHandler(titleCalls.shelfTitle, ({ ctx, input }) => showTitle(ctx.db, input.key)),
  defineDeskHandler(titleCalls.createTitle, async (call) => {
    await createTitle(by(call), call.input)
    return undefined
  }),
  defineDeskHandler(titleCalls.changeTitle, async (call) => {
    const { key, ...change } = call.input
    await changeTitle(by(call), key, change)
    return undefined
  }),
  defineDeskHandler(titleCalls.setTitlePlans, async (call) => {
    const { key, ...change } = call.input
    await setTitlePlans(by(call), key, change)
    return undefined
  }),
  defineDeskHandler(titleCalls.setLeavingDay, async (call) => {
    await setLeavingDay(by(call), call.input.key, call.input)
    return undefined
  }),
  defineDeskHandler(titleCalls.importTitleFields, async (call) => {
    await importTitleFields(by(call), call.input.key, call.input.fields)
    return undefined
  }),
  defineDeskHandler(titleCalls.publishers, ({ ctx, input }) => findPublishers(ctx.db, input)),
  defineDeskHandler(titleCalls.createPublisher, async (call) => ({ id: await createPublisher(by(call), call.input) })),
  defineDeskHandler(titleCalls.changePublisher, async (call) => {
    const { id, ...fields } = call.input
    await changePublisher(by(call), id, fields)
    return undefined
  }),
  defineDeskHandler(titleCalls.removePublisher, async (call) => {
    await removePublisher(by(call), call.input.id)
    return undefined
  }),
  defineDeskHandler(titleCalls.findOnShelf, ({ ctx, input }) => findPlaces(ctx.db, input.search)),
  defineDeskHandler(issueCalls.shelfIssues, async ({ ctx, input }) => {
    const key = input.title ?? ''
    const named = ctx.db.selectFrom('titles').select('name').where('key', '=', key).executeTakeFirst()
    const [found, title] = await Promise.all([findIssues(ctx.db, input), named])
    return { ...found, titleName: title?.name ?? null }
  }),
  defineDeskHandler(issueCalls.shelfIssue, ({ ctx, input }) => showIssue(ctx.db, input.uid)),
  defineDeskHandler(issueCalls.changeIssue, async (call) => {
    const { uid, ...change } = call.input
    await changeIssue(by(call), uid, change)
    return undefined
  }),
  defineDeskHandler(issueCalls.scheduleIssue, async (call) => {
    await scheduleIssue(by(call), call.input.uid, call.input.at)
    return undefined
  }),
  defineDeskHandler(issueCalls.withdrawIssue, async (call) => {
    await withdrawIssue(by(call), call.input.uid, call.input.reason)
    return undefined
  }),
  defineDeskHandler(issueCalls.republishIssue, async (call) => {
    await republishIssue(by(call), call.input.uid, call.input.reason)
    return undefined
  }),
  defineDeskHandler(issueCalls.setRelatedIssues, async (call) => {
    await setRelatedIssues(by(call), call.input.uid, call.input)
    return undefined
  }),
  defineDeskHandler(issueCalls.importIssueFields, async (call) => {
    await importIssueFields(by(call), call.input.uid, call.input.fields)
    return undefined
  }),
]
