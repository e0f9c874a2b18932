import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { within } from '../../../testing/api.ts'
import type { LeftMethod } from '../port.ts'
import { providerContract } from '../testing/card-provider-contract.ts'
import { fakeCardProvider, outcome } from '../testing/fake-card-provider.ts'
import { RETURN_URL, type TestSandbox, testSandbox, WEBHOOK_SECRET } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await testSandbox()
})
afterAll(() => sandbox.close())

providerContract('the sandbox', () => ({
  provider: sandbox.provider,
  leave: (how) =>
    sandbox.leave(
      ({ asks: 'asks-at-charges', 'asks-unattended': 'asks-at-renewals', debit: 'debit-succeeds' } as const)[how as 'asks'] ??
        how,
    ),
  answer: (_, { params }, decision) => sandbox.answer(params, decision),
  ripen: () => sandbox.forward(3),
}))

const psp = fakeCardProvider()
let count = 0
const fakeMethod = (kind: 'CC' | 'DD', how: string): LeftMethod => ({
  kind,
  reference: `card-${how}-${++count}`,
  customerReference: null,
  brand: 'Visa',
  masked: '•••• 4242',
  mandate: null,
})
providerContract('the fake provider', () => ({
  provider: psp.provider,
  leave: async (how) =>
    fakeMethod(
      how === 'debit' ? 'DD' : 'CC',
      { succeeds: 'succeeded', declined: 'declined', asks: 'action', 'asks-unattended': 'asks', debit: 'processing' }[how],
    ),
  answer: async (attemptId, _, decision) => psp.answer(attemptId, decision),
  ripen: async (attemptId) => psp.becomes(attemptId, outcome('succeeded', attemptId).state),
}))

const requested = (method: LeftMethod, attemptId: string = randomUUID(), initiator: 'customer' | 'merchant' = 'customer') => ({
  attemptId,
  money: { minor: 1999, currency: 'EUR' as const },
  methodReference: method.reference,
  customerReference: null,
  kind: method.kind,
  initiator,
  returnUrl: RETURN_URL,
  description: 'Kiosk 1',
})

describe('the payment page of the sandbox', () => {
  test('can be framed by its merchant only, runs only its own script and stores no number', async () => {
    const { path, reference } = await sandbox.open()
    const page = await fetch(sandbox.url + path)
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain('frame-ancestors https://kiosk.example.org;')
    expect(policy).not.toContain('unsafe')
    const answer = await sandbox.type(path, 'succeeds')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN_URL])
    const state = await sandbox.provider.setupState(reference)
    expect(JSON.stringify(state)).not.toContain('42424242')
    expect(state).toMatchObject({ state: 'done', method: { brand: 'Visa', masked: '•••• 4242', mandate: null } })
  })

  test('shows errors beside their field and rejects numbers that could be real', async () => {
    const { path, reference } = await sandbox.open()
    const wrong = await sandbox.form(path, { kind: 'CC', number: '4111 1111 1111 1111', expiry: '01/20', code: 'x' })
    const page = await wrong.text()
    for (const field of ['number', 'expiry', 'code']) expect(page).toContain(`id="${field}-wrong"`)
    expect(await (await sandbox.type(path, 'refused-when-left')).text()).toContain('refused this card')
    expect(await sandbox.provider.setupState(reference)).toEqual({ state: 'open' })
  })

  test('asks the bank when the card requires it; no returns to the form and yes saves the card', async () => {
    const { path, reference } = await sandbox.open()
    for (const decision of ['fail', 'abandon', 'pass'] as const) {
      const next = (await sandbox.type(path, 'asks-when-left')).headers.get('location')!
      const params = Object.fromEntries(new URLSearchParams(next.split('?')[1]))
      const answered = await sandbox.answer(params, decision)
      expect(answered.headers.get('location')).toBe(
        { fail: `${path}?problem=authentication_failed`, abandon: `${path}?problem=abandoned`, pass: RETURN_URL }[decision],
      )
    }
    expect(await sandbox.provider.setupState(reference)).toMatchObject({ state: 'done' })
  })

  test('reserves no money during bank authentication, whatever its result', async () => {
    const movements = async () => {
      let count = 0
      for await (const _ of sandbox.provider.movements(new Date(0), new Date('2100-01-01'))) count++
      return count
    }
    const before = await movements()
    const { path, reference } = await sandbox.open()
    for (const decision of ['fail', 'pass'] as const) {
      const next = (await sandbox.type(path, 'asks-when-left')).headers.get('location')!
      expect(next).toMatch(/^\/acs\?challenge=/)
      await sandbox.answer(Object.fromEntries(new URLSearchParams(next.split('?')[1])), decision)
    }
    expect(await sandbox.provider.setupState(reference)).toMatchObject({ state: 'done', method: { kind: 'CC' } })
    expect(await movements()).toBe(before)
  })

  test('ends when it is abandoned', async () => {
    const { path, reference } = await sandbox.open()
    await sandbox.form(path, { cancel: '1' })
    expect(await sandbox.provider.setupState(reference)).toMatchObject({ state: 'failed', code: 'abandoned' })
    expect((await sandbox.type(path, 'succeeds')).headers.get('location')).toBe(RETURN_URL)
    expect(await sandbox.provider.setupState(reference)).toMatchObject({ state: 'failed' })
  })

  test('shows the mandate text and returns the mandate with its reference', async () => {
    const { path } = await sandbox.open()
    expect(await (await fetch(sandbox.url + path)).text()).toContain('I authorise Kiosk to collect')
    const { kind, masked, mandate } = await sandbox.leave('debit-succeeds')
    expect({ kind, masked }).toEqual({ kind: 'DD', masked: 'AT•• •••• 0101' })
    expect(mandate).toEqual({ reference: expect.stringMatching(/^MND_/), text: expect.stringContaining('I authorise Kiosk') })
  })

  test('returns the same fingerprint for the same number and another one otherwise', async () => {
    const marks = []
    for (const number of [
      'succeeds',
      'succeeds',
      'declined',
      'asks-when-left',
      'debit-succeeds',
      'debit-succeeds',
      'debit-fails',
    ] as const)
      marks.push((await sandbox.leave(number)).fingerprint)
    const [card, same, other, requested, account, sameAccount, otherAccount] = marks
    expect([same, sameAccount]).toEqual([card, account])
    expect(new Set([card, other, requested, account, otherAccount]).size).toBe(5)
    for (const mark of marks) expect(mark).toMatch(/^fp_[0-9a-f]{24}$/)
  })

  test('rejects debits when only cards are accepted', async () => {
    const { path, reference } = await sandbox.open('cards-only', ['CC'])
    expect(await (await fetch(sandbox.url + path)).text()).not.toContain('IBAN')
    await sandbox.type(path, 'debit-succeeds')
    expect(await sandbox.provider.setupState(reference)).toEqual({ state: 'open' })
  })
})

describe('a charge at the sandbox', () => {
  test.each([
    ['insufficient-funds', { code: 'insufficient_funds', retryable: true }],
    ['account-validation', { code: 'CC_ACCOUNT_VALIDATION', retryable: false }],
  ] as const)('of a card that is %s says so', async (number, why) => {
    expect(await sandbox.provider.charge(requested(await sandbox.leave(number)))).toMatchObject({ state: 'declined', ...why })
  })

  test('may fail before or after it is recorded; a status query tells which', async () => {
    const before = requested(await sandbox.leave('breaks-before'))
    expect(await sandbox.provider.charge(before)).toEqual({ state: 'unknown' })
    expect(await sandbox.provider.fetchState(before.attemptId, null)).toEqual({ state: 'absent' })
    expect(await sandbox.provider.charge(before)).toMatchObject({ state: 'succeeded' })

    const after = requested(await sandbox.leave('breaks-after'))
    expect(await sandbox.provider.charge(after)).toEqual({ state: 'unknown' })
    expect(await sandbox.provider.fetchState(after.attemptId, null)).toMatchObject({ state: 'succeeded' })
  })

  test('off-session is declined when the card requires the customer, and on-session is challenged', async () => {
    const card = await sandbox.leave('declines-renewals')
    expect(await sandbox.provider.charge(requested(card))).toMatchObject({ state: 'succeeded' })
    expect(await sandbox.provider.charge(requested(card, randomUUID(), 'merchant'))).toMatchObject({ state: 'declined' })
    const req = await sandbox.leave('asks-at-charges')
    expect(await sandbox.provider.charge(requested(req, randomUUID(), 'merchant'))).toMatchObject({ state: 'succeeded' })
  })

  test('with another amount for the same attempt is an error', async () => {
    const options = requested(await sandbox.leave('succeeds'))
    await sandbox.provider.charge(options)
    await expect(sandbox.provider.charge({ ...options, money: { minor: 100, currency: 'EUR' } })).rejects.toThrow('409')
  })

  test('with a deleted method is declined', async () => {
    const card = await sandbox.leave('succeeds')
    await sandbox.provider.forgetMethod(card.reference)
    expect(await sandbox.provider.charge(requested(card))).toMatchObject({ state: 'declined', retryable: false })
  })

  test('survives a provider killed during the call', async () => {
    const options = requested(await sandbox.leave('slow'))
    const calling = sandbox.provider.charge(options)
    await within(5000, async () => (await sandbox.provider.fetchState(options.attemptId, null)).state === 'succeeded')
    await sandbox.fall('SIGKILL')
    expect(await calling).toEqual({ state: 'unknown' })
    await sandbox.rise()
    expect(await sandbox.provider.fetchState(options.attemptId, null)).toMatchObject({ state: 'succeeded' })
  })

  test('by debit fails after a week or is returned after twenty days', async () => {
    const [fails, returns] = [requested(await sandbox.leave('debit-fails')), requested(await sandbox.leave('debit-returns'))]
    const debitOn = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    for (const each of [fails, returns])
      expect(await sandbox.provider.charge(each)).toMatchObject({ state: 'processing', debitOn })
    await sandbox.forward(8)
    expect(await sandbox.provider.fetchState(fails.attemptId, null)).toMatchObject({
      state: 'declined',
      code: 'insufficient_funds',
    })
    expect(await sandbox.provider.fetchState(returns.attemptId, null)).toMatchObject({ state: 'succeeded' })
    await sandbox.forward(13)
    expect(await sandbox.provider.fetchState(returns.attemptId, null)).toMatchObject({ state: 'returned', code: 'returned' })
  })

  test('refunds at most the amount charged', async () => {
    const { reference } = (await sandbox.provider.charge(requested(await sandbox.leave('succeeds')))) as { reference: string }
    const back = (minor: number) =>
      sandbox.provider.refund({ refundId: randomUUID(), attemptReference: reference, money: { minor, currency: 'EUR' } })
    expect((await back(1500)).state).toBe('succeeded')
    expect((await back(500)).state).toBe('failed')
    expect((await back(499)).state).toBe('succeeded')
  })
})

describe('a webhook of the sandbox', () => {
  const body = JSON.stringify({ id: 'evt_1', kind: 'setup.done', data: { setupId: 'setup-1' } })
  const signed = (seconds: number, text = body, secret = WEBHOOK_SECRET) =>
    new Headers({
      'sandbox-signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${text}`).digest('hex')}`,
    })
  const now = () => Math.floor(Date.now() / 1000)

  test('is accepted with a valid signature', async () => {
    expect(await sandbox.provider.readWebhook(body, signed(now()))).toEqual([
      { id: 'evt_1', kind: 'setup.done', about: { what: 'setup', setupId: 'setup-1' } },
    ])
  })
  test.each([
    ['of another secret', signed(now(), body, 'other')],
    ['of another text', signed(now(), '{}')],
    ['that is an hour old', signed(now() - 3600)],
    ['from the future', signed(now() + 3600)],
    ['without a signature', new Headers()],
  ])('%s is rejected', async (_, headers) => {
    expect(await sandbox.provider.readWebhook(body, headers)).toBeNull()
  })
})

test('rejects callers without the key', async () => {
  for (const path of ['charges/x', 'movements', 'setups/x']) expect((await fetch(`${sandbox.url}/v1/${path}`)).status).toBe(401)
})
