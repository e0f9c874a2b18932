import { describe, expect, test, vi } from 'vitest'
import type { WalletAnswer } from './wallet-action.ts'
import { type WalletOptions, walletButtons } from './wallet-buttons.ts'

/** Fakes the wallet's script; records whether its button is enabled. */
function wallet(more: Partial<WalletOptions> = {}) {
  const options = {
    planId: 'P-1',
    waiting: (approval: string) => `/waiting/${approval}`,
    report: vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' })),
    onUnaccepted: vi.fn(),
    onRejected: vi.fn(),
    onApproved: vi.fn(),
    onLeft: vi.fn(),
    onBroken: vi.fn(),
    goTo: vi.fn(),
    ...more,
  }
  const { buttons, accept } = walletButtons(options)
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
    options,
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
    const { begin, press, options } = wallet()
    begin()
    expect(await press()).toBe('stays')
    expect(options.onUnaccepted).toHaveBeenCalledOnce()
    expect(options.report).not.toHaveBeenCalled()
  })

  test("opens with acceptance for the cart's plan and this buyer", async () => {
    const { begin, press, accept, buttons, options } = wallet()
    begin()
    accept(true)
    expect(await press()).toBe('opens')
    expect(options.onRejected).toHaveBeenLastCalledWith(null)
    const create = vi.fn(async () => 'I-9')
    expect(await buttons.createSubscription({}, { subscription: { create } })).toBe('I-9')
    expect(create).toHaveBeenCalledWith({ plan_id: 'P-1', custom_id: '12' })
  })

  test('stays closed and shows the reason when the server rejects it', async () => {
    const { begin, press, accept, options } = wallet({ report: async () => ({ error: 'Heute nicht.' }) })
    begin()
    accept(true)
    expect(await press()).toBe('stays')
    expect(options.onRejected).toHaveBeenCalledWith('Heute nicht.')
  })

  test('reports the approval at once, and redirects to the path of the answer', async () => {
    const answer = Promise.withResolvers<WalletAnswer>()
    const { buttons, options } = wallet({ report: () => answer.promise })
    const approved = buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(options.onApproved).toHaveBeenCalledOnce()
    answer.resolve({ way: '/success' })
    await approved
    expect(options.goTo).toHaveBeenCalledExactlyOnceWith('/success')
  })

  test('says in place if another account has signed in before the approval, which counts for the first one', async () => {
    const { buttons, options } = wallet({ report: async () => ({ error: 'Anderes Konto.' }) })
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(options.onRejected).toHaveBeenCalledExactlyOnceWith('Anderes Konto.')
    expect(options.goTo).not.toHaveBeenCalled()
  })

  test('tells the page when its window was closed or the payment cancelled, and goes nowhere', () => {
    const { buttons, options } = wallet()
    buttons.onCancel()
    expect(options.onLeft).toHaveBeenCalledOnce()
    expect(options.goTo).not.toHaveBeenCalled()
  })

  test('redirects to the waiting page when the connection breaks after the approval', async () => {
    const report = vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' }))
    const { press, accept, buttons, options } = wallet({ report })
    accept(true)
    await press()
    report.mockRejectedValueOnce(new Error('no connection'))
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(report).toHaveBeenLastCalledWith({ step: 'approved', reference: 'I-9', order: 'O-1', approval: '12' })
    expect(options.goTo).toHaveBeenCalledExactlyOnceWith('/waiting/12')
  })
})
