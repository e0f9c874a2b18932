import {
  restore as restoreDeclared,
  takeDown as takeDownDeclared,
  takedownArticles,
  takedownIssues,
  takedowns,
} from '@kiosk/domain/staff/takedown-endpoints'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { articlesOfIssue, findIssues, findTakedowns } from './find-takedowns.ts'
import { takeBack, takeDown } from './take-down.ts'

export const list = defineDeskHandler(takedowns, ({ ctx, input }) => findTakedowns(ctx.db, input))

export const issues = defineDeskHandler(takedownIssues, async ({ ctx, input }) => ({
  issues: await findIssues(ctx.db, input.search),
}))

export const articles = defineDeskHandler(takedownArticles, async ({ ctx, input }) => ({
  articles: await articlesOfIssue(ctx.db, input.uid),
}))

export const down = defineDeskHandler(takeDownDeclared, async ({ ctx, actor, input }) => ({
  id: await takeDown(ctx, actor, input),
}))

export const back = defineDeskHandler(restoreDeclared, async ({ ctx, actor, input }) => {
  await takeBack(ctx, actor, input)
  return undefined
})
