// Changes at the desk of what the website says about the operator.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as routes from '@kiosk/contract/desk-routes'
import { textDocument } from '@kiosk/domain/content/endpoints'
import { publishedValuesOf } from '@kiosk/domain/operator'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lastEntry } from '../audit/testing/last-entry.ts'
import { configuredMailer, mailFolder } from '../create-context.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { testApi, within } from '../testing/api.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { readSavedValues } from './published-values.ts'

const { connection, api } = await openTestApi({ requestsPerMinute: 0 })
const other = await testApi(connection, { requestsPerMinute: 0 })
afterAll(() => other.close())
const { ctx } = api
const owner = await createStaff(ctx, { role: 'owner', name: 'Nora Feld' })
const editor = await createStaff(ctx, { role: 'editor', name: 'Ida Moos' })
const desk = fakeDesk(ctx)
const ofFile = structuredClone(publishedValuesOf(ctx.operator))

beforeEach(async () => {
  await connection.db.deleteFrom('app_settings').where('key', '=', 'published-values').execute()
  await ctx.catalogueCache.reload()
  await other.ctx.catalogueCache.reload()
  await desk.signedInAs(owner)
})
const save = (values: object, before = 0) => desk.call(routes.saveCompanyDetails, { body: { ...ofFile, ...values, before } })
const imprintOf = async (server: typeof api) => (await server.answer(textDocument, 'content/imprint')).content

test('an owner moves the company: the imprint of every server says so, and the log which line has changed', async () => {
  expect(await desk.call(routes.companyDetails)).toMatchObject({ status: 200, version: 0, values: ofFile })
  expect(await save({ company: { ...ofFile.company, street: 'Neugasse 7' } })).toMatchObject({ status: 204 })
  for (const server of [api, other]) await within(2000, async () => (await imprintOf(server)).includes('Neugasse 7'))
  expect(ctx.operator.company.street).toBe('Neugasse 7')
  expect(await desk.call(routes.companyDetails)).toMatchObject({ version: 1, values: { company: { street: 'Neugasse 7' } } })
  const entry = await lastEntry(connection.db)
  expect(entry).toMatchObject({
    action: 'company.changed',
    actor: 'Nora Feld',
    before: { 'company.street': ofFile.company.street },
    after: { 'company.street': 'Neugasse 7' },
  })
})

test('an owner changes the name of the website and the sender of e-mails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mails-'))
  const mailer = configuredMailer({
    smtpUrl: undefined,
    operator: ctx.operator,
    publicUrl: ctx.publicUrl,
    dataDir: folder,
  } as never)
  ctx.operator.mail.bounces = 'bounces@example.org'
  await save({ siteName: 'Kiosk am Eck', mail: { from: 'post@eck.example.org' } })
  await within(2000, async () => ctx.operator.siteName === 'Kiosk am Eck')
  expect(ctx.operator.mail).toEqual({ from: 'post@eck.example.org', bounces: 'bounces@example.org' })
  await mailer.send({ to: 'mara@example.org', messageId: '<1@example.org>', subject: 'Hallo', html: '', text: '' })
  const [file] = await readdir(mailFolder({ dataDir: folder }))
  const sent = await readFile(join(mailFolder({ dataDir: folder }), file!), 'utf8')
  expect(sent).toMatch(/^From: "?Kiosk am Eck"? <post@eck\.example\.org>/m)
  await rm(folder, { recursive: true })
  delete ctx.operator.mail.bounces
})

test('what a version saved that did not know them keeps the name and the sender of operator.json', async () => {
  const { siteName: _, mail: __, ...values } = { ...ofFile, audience: { de: 'Viele.', en: 'Many.', fr: 'Beaucoup.' } }
  const value = JSON.stringify({ version: 2, values })
  await connection.db.insertInto('app_settings').values({ key: 'published-values', value }).execute()
  await ctx.catalogueCache.reload()
  expect(ctx.operator).toMatchObject({ siteName: ofFile.siteName, mail: ofFile.mail, audience: { de: 'Viele.' } })
  expect(await desk.call(routes.companyDetails)).toMatchObject({ version: 2, values: { siteName: ofFile.siteName } })
})

test('a person who saw older details does not overwrite newer ones', async () => {
  await save({ audience: { de: 'Eins.', en: 'One.', fr: 'Un.' } })
  expect(await save({ audience: { de: 'Zwei.', en: 'Two.', fr: 'Deux.' } })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  expect((await readSavedValues(connection.db, ctx.operator))?.values.audience.de).toBe('Eins.')
})

test('only owners change them', async () => {
  await desk.signedInAs(editor)
  expect(await desk.call(routes.companyDetails)).toMatchObject({ status: 200 })
  expect(await save({})).toMatchObject({ status: 403, code: 'not_permitted' })
})

test('outside of the demonstration, neither samples nor gaps that the law forbids are accepted', async () => {
  ctx.operator.demonstration = false
  try {
    expect(await save({})).toMatchObject({ status: 400, code: 'wrong_input', field: 'company.name' })
    const company = { ...ofFile.company, director: ' ' }
    expect(await save({ company })).toMatchObject({ status: 400, code: 'wrong_input', field: 'company.director' })
  } finally {
    ctx.operator.demonstration = true
  }
})

test('a wrong address is rejected by the name of its field', async () => {
  const wrong = await save({ contacts: { ...ofFile.contacts, press: 'javascript:alert(1)' } })
  expect(wrong).toMatchObject({ status: 400, code: 'wrong_input', field: 'contacts.press' })
})

test.each<[string, string, Parameters<typeof save>[0]]>([
  ['a name of several lines', 'siteName', { siteName: 'Kiosk\r\nBcc: someone@example.org' }],
  ['a name that is longer than a page', 'siteName', { siteName: 'x'.repeat(100_000) }],
  ['a name of blanks', 'siteName', { siteName: '  ' }],
  ['text that turns the direction', 'company.name', { company: { ...ofFile.company, name: '\u202eHbmG' } }],
  ['a text without end', 'audience.fr', { audience: { de: '', en: '', fr: 'x'.repeat(5001) } }],
])('rejects %s', async (_, field, values) => {
  expect(await save(values)).toMatchObject({ status: 400, code: 'wrong_input', field })
})

test('values that this version cannot read are left out, and those of operator.json hold', async () => {
  const value = JSON.stringify({ version: 3, values: { company: 'of a later version' } })
  await connection.db.insertInto('app_settings').values({ key: 'published-values', value }).execute()
  await ctx.catalogueCache.reload()
  expect(ctx.operator.company).toEqual(ofFile.company)
})
