import { describe, expect, test, vi } from 'vitest'
import type { WalletAnswer } from './wallet-action.ts'
import { type WalletTill, walletButtons } from './wallet-buttons.ts'

/** Fakes the wallet's script; records whether its button is enabled. */
function wallet(options: Partial<WalletTill> = {}) {
  const till = {
    planId: 'P-1',
    failed: '/failed',
    waiting: (approval: string) => `/waiting/${approval}`,
    report: vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' })),
    onUnaccepted: vi.fn(),
    onRefused: vi.fn(),
    onBroken: vi.fn(),
    lead: vi.fn(),
    ...options,
  }
  const { buttons, accept } = walletButtons(till)
  let open: boolean | null = null
  const actions = {
    enable: () => {
      open = true
    },
    disable: () => {
      open = false
    },
  }
  return {
    till,
    buttons,
    accept,
    begin: () => buttons.onInit({}, actions),
    isOpen: () => open,
    press: () => buttons.onClick({}, { resolve: () => 'opens', reject: () => 'stays' }),
  }
}

describe('the wallet’s button', () => {
  test('is disabled until the acceptance box is checked, and again when it is unchecked', () => {
    const { begin, isOpen, accept } = wallet()
    begin()
    expect(isOpen()).toBe(false)
    accept(true)
    expect(isOpen()).toBe(true)
    accept(false)
    expect(isOpen()).toBe(false)
  })

  test("is enabled at the start when the box was checked before the wallet's script loaded", () => {
    const { begin, isOpen, accept } = wallet()
    accept(true)
    begin()
    expect(isOpen()).toBe(true)
  })

  test('does not open without acceptance, sends no request and shows what is missing', async () => {
    const { begin, press, till } = wallet()
    begin()
    expect(await press()).toBe('stays')
    expect(till.onUnaccepted).toHaveBeenCalledOnce()
    expect(till.report).not.toHaveBeenCalled()
  })

  test("opens with acceptance for the cart's plan and this buyer", async () => {
    const { begin, press, accept, buttons, till } = wallet()
    begin()
    accept(true)
    expect(await press()).toBe('opens')
    expect(till.onRefused).toHaveBeenLastCalledWith(null)
    const create = vi.fn(async () => 'I-9')
    expect(await buttons.createSubscription({}, { subscription: { create } })).toBe('I-9')
    expect(create).toHaveBeenCalledWith({ plan_id: 'P-1', custom_id: '12' })
  })

  test('stays closed and shows the reason when the server rejects it', async () => {
    const { begin, press, accept, till } = wallet({ report: async () => ({ refused: 'Heute nicht.' }) })
    begin()
    accept(true)
    expect(await press()).toBe('stays')
    expect(till.onRefused).toHaveBeenCalledWith('Heute nicht.')
  })

  test.each([
    ['where we say', async () => ({ way: '/success' }), '/success'],
    ['to the failed page, where we do not say', async () => ({ refused: 'no' }), '/failed'],
  ])('redirects after approval %s', async (_, report, way) => {
    const { buttons, till } = wallet({ report })
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(till.lead).toHaveBeenCalledExactlyOnceWith(way)
  })

  test('redirects to the waiting page when the connection breaks after the approval', async () => {
    const report = vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' }))
    const { press, accept, buttons, till } = wallet({ report })
    accept(true)
    await press()
    report.mockRejectedValueOnce(new Error('no line'))
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(report).toHaveBeenLastCalledWith({ step: 'approved', reference: 'I-9', order: 'O-1', approval: '12' })
    expect(till.lead).toHaveBeenCalledExactlyOnceWith('/waiting/12')
  })
})
