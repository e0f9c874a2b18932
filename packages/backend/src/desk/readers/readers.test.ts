import { randomUUID } from 'node:crypto'
import * as routes from '@kiosk/contract/desk-routes'
import { DAY_MS, SECOND_MS } from '@kiosk/domain/time'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAccount, signedIn } from '../../accounts/testing/accounts.ts'
import { openActions, subscriber } from '../../billing/operator-actions/testing/actions.ts'
import { sendEmail } from '../../emails/send-email.ts'
import { waitingEmails } from '../../jobs/testing/jobs.ts'
import { changesWithoutEntry, createStaff, fakeDesk } from '../../staff/testing/desk.ts'

const shop = await openActions()
const { db } = shop
const ctx = () => shop.api.ctx

async function deskOf(role: 'owner' | 'care' | 'finance' | 'auditor' | 'editor' = 'care') {
  const desk = fakeDesk(ctx())
  await desk.signedInAs(await createStaff(ctx(), { role, name: 'Nora Feld' }))
  return desk
}
const audited = async (action: string) =>
  db.selectFrom('audit_entries').selectAll().where('action', '=', action).orderBy('id').execute()
const reason = 'Anruf 17'

afterAll(async () => {
  expect(await changesWithoutEntry(ctx())).toEqual([])
})

test('finds a reader by everything that readers name, but not by a part from within it', async () => {
  const desk = await deskOf('auditor')
  const reader = await subscriber(shop)
  const [first, last] = [`Quirina${reader.id}`, `van der Moos${reader.id}`]
  const account = await db
    .updateTable('accounts')
    .set({ firstname: first, lastname: last })
    .where('id', '=', reader.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { number } = await db
    .selectFrom('invoices')
    .select('number')
    .where('account_id', '=', reader.id)
    .where('number', 'is not', null)
    .executeTakeFirstOrThrow()
  const { provider_reference: reference } = await db
    .selectFrom('payment_attempts')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select('provider_reference')
    .where('account_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('payment_methods').set({ masked: '•••• 9371' }).where('account_id', '=', reader.id).execute()
  await signedIn(db, account, { vendorId: `app-telephone-${reader.id}` })
  await db
    .updateTable('devices')
    .set({ custom_name: `Tablet ${last}` })
    .where('vendor_id', '=', `app-telephone-${reader.id}`)
    .execute()
  const number6 = String(reader.contract).padStart(6, '0')
  const searches = {
    email: [account.email, account.email.toUpperCase(), ` ${account.email} `, account.email.slice(0, -4)],
    name: [first, last.toLowerCase(), `${first} ${last}`, `${last}, ${first}`, `${last} ${first.slice(0, 4)}`],
    invoice: [number!],
    digits: ['9371'],
    subscription: [`V-${number6}`, `v-${reader.contract}`],
    account: [`#${reader.id}`],
    device: [`telephone-${reader.id}`, `tablet ${last}`],
    reference: [reference!],
  }
  for (const [by, texts] of Object.entries(searches))
    for (const search of texts) {
      const { readers } = (await desk.call(routes.findReaders, { query: { search } })) as unknown as {
        readers: { id: number; by: string }[]
      }
      expect([search, readers.find(({ id }) => id === reader.id)?.by]).toEqual([search, by])
    }
  for (const search of [
    '',
    ',',
    '%',
    '_',
    `%${last}`,
    '0000-0000',
    'V-999999999',
    'nobody@example.org',
    "'; drop table accounts",
  ])
    expect([search, await desk.call(routes.findReaders, { query: { search } })]).toMatchObject([search, { readers: [] }])
  expect(await desk.call(routes.findReaders, { query: { search: 'x'.repeat(201) } })).toMatchObject({ code: 'wrong_input' })
})

test('finds an address by its canonical form', async () => {
  const account = await createAccount(db, { email: 'mia@xn--mller-kva.example' })
  const desk = await deskOf()
  const found = await desk.call(routes.findReaders, { query: { search: 'Mia@Müller.example' } })
  expect(found).toMatchObject({ readers: [{ id: account.id, by: 'email', state: 'active', country: 'AT', tier: null }] })
})

test('shows a page per reader: who, what they may read and why, money, devices, history', async () => {
  const desk = await deskOf('auditor')
  const voucher = await shop.voucher()
  const reader = await subscriber(shop)
  const attribution = { utmSource: 'brief', utmCampaign: 'herbst' }
  await db
    .updateTable('subscriptions')
    .set({ voucher_code: voucher, attribution: JSON.stringify(attribution) })
    .where('id', '=', reader.contract)
    .execute()
  const page = await desk.call(routes.reader, { params: { id: reader.id } })
  expect(page).toMatchObject({
    status: 200,
    account: { id: reader.id, country: 'AT', hasSubscription: true, hasPassword: true, closedAt: null },
    rights: { tier: 'PREMIUM', because: 'subscription', name: expect.stringMatching(/^V-\d{6}$/), devices: 5 },
    subscriptions: [
      { id: reader.contract, tier: 'PREMIUM', state: 'active', isOwn: true, renews: true, dunning: null, voucher, attribution },
    ],
  })
  expect((page.rights as { kinds: unknown[] }).kinds).toEqual([
    { kind: 'magazine', online: 'all', offline: true, audio: true, ads: false },
    { kind: 'newspaper', online: 'all', offline: true, audio: true, ads: false },
  ])
  const money = (await desk.call(routes.readerMoney, { params: { id: reader.id } })) as unknown as {
    events: { kind: string; state: string; amount: number; refundable: number | null; reference: string | null }[]
  }
  expect(money.events.map(({ kind, state, amount, refundable }) => [kind, state, amount, refundable]).sort()).toEqual([
    ['charge', 'succeeded', 1999, 1999],
    ['invoice', 'paid', 1999, null],
  ])
  const free = await createAccount(db, { verified_at: null })
  expect(await desk.call(routes.reader, { params: { id: free.id } })).toMatchObject({
    rights: { tier: 'FREE', because: 'unverified', kinds: [{ online: 'first' }, { online: 'one' }] },
    subscriptions: [],
  })
  expect(await desk.call(routes.reader, { params: { id: 987_654_321 } })).toMatchObject({ status: 404, code: 'not_found' })
  expect(await desk.call(routes.readerMoney, { params: { id: 987_654_321 } })).toMatchObject({ status: 404 })
})

test('shows what staff changed, however often the reader has signed in since', async () => {
  const desk = await deskOf()
  const { id } = await createAccount(db, { verified_at: null })
  const body = { change: 'confirm-address', reason: 'By telephone' }
  expect(await desk.call(routes.changeReader, { params: { id }, body })).toEqual({ status: 204 })
  await sql`insert into security_events (kind, account_id, at)
    select 'sign-in.accepted', ${id}, ${shop.now()}::timestamptz + n * interval '1 minute' from generate_series(1, 60) n`.execute(
    db,
  )
  const page = await desk.call(routes.reader, { params: { id } })
  expect((page.history as { reason: string | null }[]).map((entry) => entry.reason)).toContain('By telephone')
})

test('keeps sent e-mails without links and codes, and sends one again once a minute', async () => {
  const desk = await deskOf()
  const account = await createAccount(db, { verified_at: null })
  await sendEmail({ letter: 'verification', accountId: account.id }, ctx(), { id: '1', lastTry: false })
  const page = await desk.call(routes.reader, { params: { id: account.id } })
  const [email] = page.emails as { id: number; letter: string; mayRepeat: boolean }[]
  expect(email).toMatchObject({ letter: 'verification', mayRepeat: true, recipient: account.email })
  const text = await desk.call(routes.readerEmail, { params: { id: account.id, email: email!.id } })
  expect(text.body).toMatch(/https?:\/\/[^\s/]+\/…/)
  expect(text.body).not.toMatch(/token=/)
  const other = await createAccount(db)
  expect(await desk.call(routes.readerEmail, { params: { id: other.id, email: email!.id } })).toMatchObject({ status: 404 })

  const again = () => desk.call(routes.sendReaderEmail, { params: { id: account.id }, body: { email: email!.id } })
  expect(await again()).toMatchObject({ code: 'changed_meanwhile' })
  shop.later((61 * SECOND_MS) / DAY_MS)
  const answers = await Promise.all([again(), again()])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await waitingEmails(db)).filter((job) => JSON.stringify(job).includes(String(account.id)))).toHaveLength(1)
  expect(await audited('account.email-sent')).toMatchObject([{ subject: String(account.id), after: { email: 'verification' } }])
})

test('confirms an address, ends sessions, closes and opens, each with an entry and without personal data in it', async () => {
  const desk = await deskOf()
  const account = await createAccount(db, { verified_at: null, firstname: 'Sabine' })
  const change = (name: string) => desk.call(routes.changeReader, { params: { id: account.id }, body: { change: name, reason } })
  expect(await change('confirm-address')).toEqual({ status: 204 })
  expect(await change('confirm-address')).toEqual({ status: 204 })
  const confirmed = await db.selectFrom('accounts').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow()
  expect(confirmed).toMatchObject({ verified_at: expect.any(Date), password_hash: null })
  await signedIn(db, account)
  expect(await change('end-sessions')).toEqual({ status: 204 })
  expect(await db.selectFrom('sessions').selectAll().where('account_id', '=', account.id).execute()).toEqual([])
  await Promise.all([change('close'), change('close')])
  await change('open')
  const entries = await db.selectFrom('audit_entries').selectAll().where('subject_id', '=', String(account.id)).execute()
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['account.address-confirmed', 'Nora Feld'],
    ['account.sessions-ended', 'Nora Feld'],
    ['account.deactivated', 'Nora Feld'],
    ['account.activated', 'Nora Feld'],
  ])
  expect(JSON.stringify(entries)).not.toContain(account.email)
  expect(await desk.call(routes.changeReader, { params: { id: account.id }, body: { change: 'close' } })).toMatchObject({
    code: 'wrong_input',
    field: 'reason',
  })
  // An account that waits for its erasure can be closed, too.
  const shown = async () => (await desk.call(routes.reader, { params: { id: account.id } })).account
  await desk.call(routes.eraseReader, { params: { id: account.id }, body: { now: false, reason } })
  expect(await shown()).toMatchObject({ closedAt: shop.now().toISOString(), isClosedByErasure: true })
  shop.later(SECOND_MS / DAY_MS)
  await change('close')
  expect(await shown()).toMatchObject({ closedAt: shop.now().toISOString(), isClosedByErasure: false })
})

test('removes the second factor of a reader who has lost app and codes, ends the sessions, and tells the reader, once', async () => {
  const desk = await deskOf()
  const account = await createAccount(db)
  await db
    .insertInto('totp_factors')
    .values({ account_id: account.id, secret: Buffer.from('sealed'), enabled_at: new Date() })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      account_id: account.id,
      credential_id: Buffer.from(`passkey of ${account.id}`),
      public_key: Buffer.from('key'),
      counter: 0,
      backup_eligible: false,
      backed_up: false,
      name: 'Phone',
    })
    .execute()
  await signedIn(db, account)
  const reset = (change: string) => desk.call(routes.changeReader, { params: { id: account.id }, body: { change, reason } })
  const twice = (change: string) => Promise.all([reset(change), reset(change)])
  const protection = async () => (await desk.call(routes.reader, { params: { id: account.id } })).account
  expect(await twice('reset-second-factor')).toEqual([{ status: 204 }, { status: 204 }])
  expect(await protection()).toMatchObject({ secondFactor: false, passkeys: 1 })
  expect(await db.selectFrom('sessions').selectAll().where('account_id', '=', account.id).execute()).toEqual([])
  // Passkeys that are lost, too, are removed with or without a second factor.
  await signedIn(db, account)
  expect(await twice('reset-second-factor-and-passkeys')).toEqual([{ status: 204 }, { status: 204 }])
  expect(await protection()).toMatchObject({ secondFactor: false, passkeys: 0 })
  expect(await db.selectFrom('sessions').selectAll().where('account_id', '=', account.id).execute()).toEqual([])
  const entries = await db.selectFrom('audit_entries').selectAll().where('subject_id', '=', String(account.id)).execute()
  const entry = { action: 'account.second-factor-reset', actor: 'Nora Feld', reason }
  expect(entries).toMatchObject([
    { ...entry, before: { secondFactor: true, passkeys: 1 }, after: { secondFactor: false, passkeys: 1 } },
    { ...entry, before: { secondFactor: false, passkeys: 1 }, after: { secondFactor: false, passkeys: 0 } },
  ])
  const letters = (await waitingEmails(db)).filter((job) => JSON.stringify(job).includes(String(account.id)))
  expect(letters).toMatchObject([
    { letter: 'protection-changed', change: 'second-factor-reset' },
    { letter: 'protection-changed', change: 'passkeys-reset' },
  ])
})

test('shows why an order would be rejected; care and finance decide, once, about the country that they saw', async () => {
  const care = await deskOf()
  const account = await createAccount(db, { market_assumed: true })
  const params = { id: account.id }
  await db
    .insertInto('payment_methods')
    .values({
      account_id: account.id,
      provider: 'sandbox',
      kind: 'CC',
      reference: `card-of-${account.id}`,
      brand: 'Visa',
      masked: '•••• 4242',
      country: 'US',
    })
    .execute()
  const at = new Date('2026-03-10T12:00:00Z')
  await db.insertInto('carts').values({ account_id: account.id, plan_id: 2, network_country: 'DE', updated_at: at }).execute()
  const market = async () => (await care.call(routes.reader, { params })).market
  const known = {
    country: 'AT',
    isAssumed: true,
    network: { country: 'DE', at: at.toISOString() },
    methods: [{ brand: 'Visa', masked: '•••• 4242', country: 'US' }],
    rejection: 'market_mismatch',
  }
  expect(await market()).toEqual({ ...known, decision: null, decisions: [] })

  const decide = (desk: typeof care, decision: string, sent: { country?: string; reason?: string } = {}) =>
    desk.call(routes.decideReaderMarket, { params, body: { decision, country: 'AT', reason: 'Mietvertrag', ...sent } })
  expect(await decide(care, 'allow', { reason: '' })).toMatchObject({ code: 'wrong_input', field: 'reason' })
  // The reader has moved since the page was opened: nobody has looked at a lease there.
  expect(await decide(care, 'allow', { country: 'DE' })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await Promise.all([decide(care, 'allow'), decide(care, 'allow')])).toEqual([{ status: 204 }, { status: 204 }])
  const allowed = { decision: 'allow', country: 'AT', actor: 'Nora Feld', why: 'Mietvertrag', at: expect.any(String) }
  expect(await market()).toEqual({ ...known, rejection: null, decision: 'allow', decisions: [allowed] })

  const finance = await deskOf('finance')
  expect(await decide(finance, 'refuse', { reason: 'Gefälscht' })).toEqual({ status: 204 })
  expect(await market()).toMatchObject({ rejection: 'market_unproved', decision: 'refuse' })
  expect(await decide(await deskOf('auditor'), 'clear')).toMatchObject({ status: 403 })
  expect(await decide(care, 'clear', { reason: 'Neue Karte' })).toEqual({ status: 204 })
  expect(await market()).toMatchObject({ ...known, decision: null, decisions: { length: 3 } })
  const entries = await db.selectFrom('audit_entries').selectAll().where('subject_id', '=', String(account.id)).execute()
  const entry = { action: 'account.market-decided', actor: 'Nora Feld' }
  expect(entries).toMatchObject([
    { ...entry, after: { country: 'AT', decision: 'allow' }, reason: 'Mietvertrag' },
    { ...entry, after: { country: 'AT', decision: 'refuse' }, reason: 'Gefälscht' },
    { ...entry, after: { country: 'AT', decision: 'clear' }, reason: 'Neue Karte' },
  ])
  const missing = { params: { id: 987_654_321 }, body: { decision: 'allow', country: 'AT', reason } }
  expect(await care.call(routes.decideReaderMarket, missing)).toMatchObject({ status: 404, code: 'not_found' })
})

test('writes a note once, hands it out with the export, and erases it with the account', async () => {
  const desk = await deskOf()
  const account = await createAccount(db)
  const noteId = randomUUID()
  const note = (text: string) => desk.call(routes.addReaderNote, { params: { id: account.id }, body: { noteId, text } })
  expect(await note('  ')).toMatchObject({ code: 'wrong_input', field: 'text' })
  await Promise.all([note('Hört schlecht,\nruft abends an'), note('Hört schlecht,\nruft abends an')])
  expect(await audited('account.noted')).toHaveLength(1)
  expect(JSON.stringify(await audited('account.noted'))).not.toContain('abends')
  const data = await desk.call(routes.exportReader, { params: { id: account.id }, body: { reason } })
  expect(data).toMatchObject({ notes: [{ text: 'Hört schlecht,\nruft abends an' }] })
  expect(await audited('account.exported')).toMatchObject([{ reason }])
  const erase = { params: { id: account.id }, body: { now: true, reason } }
  expect(await desk.call(routes.eraseReader, erase)).toEqual({ status: 204 })
  expect(await desk.call(routes.eraseReader, erase)).toMatchObject({ status: 404 })
  expect(await db.selectFrom('reader_notes').selectAll().where('id', '=', noteId).execute()).toEqual([])
})

test('an account with a running subscription is not erased', async () => {
  const desk = await deskOf()
  const reader = await subscriber(shop)
  const answer = await desk.call(routes.eraseReader, { params: { id: reader.id }, body: { now: false, reason } })
  expect(answer).toMatchObject({ status: 409, code: 'contract_active' })
  expect(await db.selectFrom('accounts').select('erase_at').where('id', '=', reader.id).executeTakeFirst()).toEqual({
    erase_at: null,
  })
})
