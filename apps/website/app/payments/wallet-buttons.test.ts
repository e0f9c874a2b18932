import { describe, expect, test, vi } from 'vitest'
import type { WalletAnswer } from './wallet-action.ts'
import { type WalletTill, walletButtons } from './wallet-buttons.ts'

/** The wallet's script, as far as it is used: notes whether its button is open. */
function wallet(given: Partial<WalletTill> = {}) {
  const till = {
    planId: 'P-1',
    failed: '/failed',
    waiting: (approval: string) => `/waiting/${approval}`,
    tell: vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' })),
    onUnaccepted: vi.fn(),
    onRefused: vi.fn(),
    onBroken: vi.fn(),
    lead: vi.fn(),
    ...given,
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

  test('is enabled from the start where the box was checked before the wallet’s script came', () => {
    const { begin, isOpen, accept } = wallet()
    accept(true)
    begin()
    expect(isOpen()).toBe(true)
  })

  test('opens nothing without acceptance, and asks us nothing: the box says what is missing', async () => {
    const { begin, press, till } = wallet()
    begin()
    expect(await press()).toBe('stays')
    expect(till.onUnaccepted).toHaveBeenCalledOnce()
    expect(till.tell).not.toHaveBeenCalled()
  })

  test('opens with acceptance, for the plan of the cart and for this buyer', async () => {
    const { begin, press, accept, buttons, till } = wallet()
    begin()
    accept(true)
    expect(await press()).toBe('opens')
    expect(till.onRefused).toHaveBeenLastCalledWith(null)
    const create = vi.fn(async () => 'I-9')
    expect(await buttons.createSubscription({}, { subscription: { create } })).toBe('I-9')
    expect(create).toHaveBeenCalledWith({ plan_id: 'P-1', custom_id: '12' })
  })

  test('stays closed where we refuse, and says why', async () => {
    const { begin, press, accept, till } = wallet({ tell: async () => ({ refused: 'Heute nicht.' }) })
    begin()
    accept(true)
    expect(await press()).toBe('stays')
    expect(till.onRefused).toHaveBeenCalledWith('Heute nicht.')
  })

  test.each([
    ['where we say', async () => ({ way: '/success' }), '/success'],
    ['to the failed page, where we do not say', async () => ({ refused: 'no' }), '/failed'],
  ])('leads, once approved, %s', async (_, tell, way) => {
    const { buttons, till } = wallet({ tell })
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(till.lead).toHaveBeenCalledExactlyOnceWith(way)
  })

  test('leads to the page that waits for what was approved, where the line breaks afterwards', async () => {
    const tell = vi.fn(async (): Promise<WalletAnswer> => ({ customId: '12' }))
    const { press, accept, buttons, till } = wallet({ tell })
    accept(true)
    await press()
    tell.mockRejectedValueOnce(new Error('no line'))
    await buttons.onApprove({ subscriptionID: 'I-9', orderID: 'O-1' })
    expect(tell).toHaveBeenLastCalledWith({ step: 'approved', reference: 'I-9', order: 'O-1', approval: '12' })
    expect(till.lead).toHaveBeenCalledExactlyOnceWith('/waiting/12')
  })
})
