import { ApiError } from '@kiosk/domain/errors'
import { isLanguage } from '@kiosk/domain/locale'
import * as declared from '@kiosk/domain/staff/reader-endpoints'
import { accountById } from '../../accounts/queries.ts'
import { supportAccessOf } from '../../accounts/support-access.ts'
import { defineDeskHandler } from '../../staff/desk-handler.ts'
import { findReaders } from './find-readers.ts'
import { consentsOfReader, devicesOfReader, emailsOfReader, historyOfReader, notesOfReader } from './reader-lists.ts'
import { moneyOfReader } from './reader-money.ts'
import { accountOfReader, marketOfReader, rightsOfReader } from './reader-page.ts'
import { subscriptionsOfReader } from './reader-subscriptions.ts'

export const find = defineDeskHandler(declared.findReaders, ({ ctx, input }) => findReaders(ctx.db, input.search))

export const show = defineDeskHandler(declared.reader, async ({ ctx, input: { id } }) => {
  const { db } = ctx
  const { row, account } = await accountOfReader(ctx, id)
  const [rights, market, subscriptions, emails, devices, consents, support, notes, history] = await Promise.all([
    rightsOfReader(db, row, ctx.now()),
    marketOfReader(db, id),
    subscriptionsOfReader(ctx, id),
    emailsOfReader(db, id),
    devicesOfReader(db, id, ctx.now()),
    consentsOfReader(db, id),
    supportAccessOf(db, id, ctx.now()),
    notesOfReader(db, id),
    historyOfReader(db, id),
  ])
  return { account, rights, market, subscriptions, emails, ...devices, consents, support, notes, history }
})

export const money = defineDeskHandler(declared.readerMoney, async ({ ctx, input: { id, all } }) => {
  if (!(await accountById(ctx.db, id))) throw new ApiError('not_found', 'id')
  return moneyOfReader(ctx.db, id, { all: all === '1' })
})

export const showEmail = defineDeskHandler(declared.readerEmail, async ({ ctx, input: { id, email } }) => {
  const found = await ctx.db
    .selectFrom('sent_emails')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select(['subject', 'recipient', 'body', 'sent_at', 'language'])
    .where('sent_emails.id', '=', email)
    .where('account_id', '=', id)
    .executeTakeFirst()
  if (!found) throw new ApiError('not_found', 'email')
  const { sent_at, language, ...rest } = found
  return { ...rest, sentAt: sent_at.toISOString(), language: isLanguage(language) ? language : 'de' }
})
