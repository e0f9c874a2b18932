import * as routes from '@kiosk/contract/desk-routes'
import { deskErrors } from '@kiosk/domain/errors'
import { languages } from '@kiosk/domain/locale'
import { permissions, ROLES } from '@kiosk/domain/staff/roles'
import { deskErrorMessages } from '@kiosk/i18n/messages/desk-errors'
import { describe, expect, test } from 'vitest'
import { createAccount, signedIn } from '../accounts/testing/accounts.ts'
import { createStaff, fakeDesk } from '../staff/testing/desk.ts'
import { openTestApi } from '../testing/open-test-api.ts'
import { deskEndpoints } from './desk-endpoints.ts'

const { connection, api } = await openTestApi()
const { ctx } = api
const params = { id: 987_654_321 }
/** Input that no schema accepts shows that the permission was checked before the input. */
const send = (desk: ReturnType<typeof fakeDesk>, route: (typeof deskEndpoints)[number]['declared'], headers = {}) =>
  desk.call(route, { params, headers, ...(route.method !== 'GET' && { body: { nonsense: true } }) })

describe('who may call what', () => {
  const open = deskEndpoints.filter(({ declared }) => declared.access === 'anyone').map(({ declared }) => declared.path)

  test('only sign-in and invitations are open to anybody', () => {
    expect([...new Set(open)].sort()).toEqual([
      'invitation',
      'invitation/accept',
      'session',
      'session/passkey',
      'session/passkey-options',
    ])
  })

  test.each(ROLES)('%s: every call is permitted or rejected as in the table', async (role) => {
    const staff = await createStaff(ctx, { role })
    const wrong = []
    for (const { declared } of deskEndpoints) {
      const desk = fakeDesk(ctx)
      await desk.signedInAs(staff)
      const { status, code } = await send(desk, declared)
      const may =
        declared.access === 'anyone' ||
        declared.access === 'staff' ||
        (permissions[declared.access] as readonly string[]).includes(role)
      if (may ? code === 'not_permitted' || code === 'not_signed_in' : status !== 403 || code !== 'not_permitted')
        wrong.push({ call: `${declared.method} ${declared.path}`, status, code })
    }
    expect(wrong).toEqual([])
  })

  test('a tab that was opened with another role has the rights of the present one, and none once the person is disabled', async () => {
    const staff = await createStaff(ctx, { role: 'owner' })
    const desk = fakeDesk(ctx)
    await desk.signedInAs(staff)
    const ofOwners = deskEndpoints.filter(
      ({ declared: { access } }) =>
        access !== 'anyone' && access !== 'staff' && !(permissions[access] as readonly string[]).includes('auditor'),
    )
    const answers = async () =>
      new Set(await Promise.all(ofOwners.map(async ({ declared }) => (await send(desk, declared)).code as string)))
    expect([...(await answers())].filter((code) => code === 'not_permitted' || code === 'not_signed_in')).toEqual([])
    await connection.db.updateTable('staff').set({ role: 'auditor' }).where('email', '=', staff.email).execute()
    expect([...(await answers())]).toEqual(['not_permitted'])
    await connection.db.updateTable('staff').set({ disabled_at: new Date() }).where('email', '=', staff.email).execute()
    expect([...(await answers())]).toEqual(['not_signed_in'])
  })

  test.each(['nobody', 'a reader'])('%s gets an answer of sign-in and invitations only', async (who) => {
    const { cookie } = await signedIn(connection.db, await createAccount(connection.db))
    const headers = who === 'nobody' ? {} : { cookie, authorization: 'Bearer something' }
    const wrong = []
    for (const { declared } of deskEndpoints) {
      if (declared.access === 'anyone') continue
      const { status, code } = await send(fakeDesk(ctx), declared, headers)
      if (status !== 401 || code !== 'not_signed_in') wrong.push({ path: declared.path, status, code })
    }
    expect(wrong).toEqual([])
  })

  test("a reader's session is not valid at the desk, whatever its cookie is called", async () => {
    const { cookie } = await signedIn(connection.db, await createAccount(connection.db))
    const token = cookie.match(/(?:session|__Host-session)=([^;]+)/)?.[1]
    const { declared } = deskEndpoints[0]!
    for (const name of ['desk', '__Host-desk'])
      expect((await send(fakeDesk(ctx), declared, { cookie: `${name}=${token}` })).status).toBe(401)
  })

  test('a session of the desk is not valid for the API', async () => {
    const desk = fakeDesk(ctx)
    await desk.signedInAs(await createStaff(ctx))
    const token = desk.cookie().split('=')[1]
    for (const name of ['session', '__Host-session'])
      expect((await api.ask('user/security', { headers: { cookie: `${name}=${token}` } })).status).toBe(401)
  })
})

describe('a request that changes something', () => {
  const write = deskEndpoints.find(({ declared }) => declared.path === 'session' && declared.method === 'POST')!.declared

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another origin of the same site', { origin: 'https://other.kiosk.example.org', 'sec-fetch-site': 'same-site' }],
    ['an unknown origin', { origin: 'null' }],
  ])('is rejected from %s', async (_, headers) => {
    expect(await send(fakeDesk(ctx), write, headers)).toMatchObject({ status: 403, code: 'foreign_origin' })
  })

  test.each(ROLES)('is rejected from another origin with the session of %s, whatever it changes', async (role) => {
    const desk = fakeDesk(ctx)
    await desk.signedInAs(await createStaff(ctx, { role }))
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const wrong = []
    for (const { declared } of deskEndpoints) {
      if (declared.method === 'GET') continue
      const { status, code } = await send(desk, declared, headers)
      if (status !== 403 || code !== 'foreign_origin') wrong.push({ path: declared.path, status, code })
    }
    expect(wrong).toEqual([])
  })

  test.each(['\u0000', '\ud83d', '\ude00', '\ude00\ud83d'])(
    'is rejected with a character that cannot be stored: %j',
    async (part) => {
      const desk = fakeDesk(ctx)
      await desk.signedInAs(await createStaff(ctx, { role: 'editor' }))
      const create = (name: string) => desk.call(routes.createPublisher, { body: { name } })
      expect(await create(`Verlag ${part}`)).toMatchObject({ status: 400, code: 'wrong_input' })
      expect((await create('Verlag \ud83d\ude00')).status).toBeLessThan(300)
      await connection.db.deleteFrom('publishers').execute()
    },
  )

  test.each([
    [
      'a draft of a campaign',
      routes.saveCampaignDraft,
      { key: 'deep' },
      (deep: unknown) => ({ campaign: { key: 'deep', deep }, revision: 0 }),
      'campaign',
    ],
    ['a topic', routes.publishTopic, {}, (deep: unknown) => ({ uid: deep }), 'uid'],
    ['a text', routes.publishText, { key: 'terms' }, (deep: unknown) => ({ texts: deep }), 'texts'],
    ['a newsletter', routes.changeNewsletter, { id: 1 }, (deep: unknown) => ({ texts: deep }), 'texts'],
    ['articles', routes.correctArticles, { uid: 'x' }, (deep: unknown) => ({ articles: deep }), 'articles'],
  ])('is rejected with a clear message if it is nested very deeply: %s', async (_, route, where, bodyWith, field) => {
    const desk = fakeDesk(ctx)
    await desk.signedInAs(await createStaff(ctx))
    const json = JSON.stringify(bodyWith('DEEP'))
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' }
    for (const levels of [31, 50_000]) {
      const body = json.replace('"DEEP"', '['.repeat(levels) + ']'.repeat(levels))
      const answer = await desk.call(route, { params: where, headers, text: body })
      expect(answer).toMatchObject({ status: 400, code: 'wrong_input', field })
      expect(answer.message).toBe('The data is nested too deeply.')
    }
  })

  test('is rejected if its body is not JSON', async () => {
    const form = { 'content-type': 'text/plain' }
    expect(await send(fakeDesk(ctx), write, form)).toMatchObject({ code: 'unsupported_body' })
  })
})

test('every call of the desk has a declaration of its own, and unknown ones are not found', async () => {
  const keys = deskEndpoints.map(({ declared }) => `${declared.method} ${declared.path}`)
  expect(new Set(keys).size).toBe(keys.length)
  const unknown = { base: '/desk/api/', method: 'GET', path: 'nothing' } as const
  expect(await fakeDesk(ctx).call(unknown)).toMatchObject({ status: 404, code: 'not_found' })
})

test('every error of the desk has a message in three languages', () => {
  for (const { words } of Object.values(deskErrors))
    for (const language of languages) expect(deskErrorMessages[language]).toHaveProperty([words])
})
