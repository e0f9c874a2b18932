import { Refusal } from '@kiosk/domain/errors'
import { redeemVoucher as declared } from '@kiosk/domain/payments/endpoints'
import { type Asking, serve } from '../endpoint.ts'
import { networkAttempts } from '../session/network-attempts.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { launchOfferOf, placeLaunchVoucher } from '../subscriptions/launch-offer-of.ts'
import { demandCart, demandOnSale, type OnSale, putVoucher } from './carts.ts'
import { type Reduction, reductionBy } from './vouchers.ts'

export const redeemVoucher = serve(declared, 'personal', async (call) => {
  const { house, session, input } = call
  const account = session.account!
  const sale = await demandSale(call, input.subscription)
  const cart = await demandCart(house.db, account.id, input.subscription)
  if (cart.state !== 'open') throw new Refusal('voucher_invalid', 'voucher')
  const reduction = await reductionFor(call, sale, input.voucher)
  await putVoucher(house.db, cart.id, reduction.code, house.now())
  return undefined
})

/** Carts of elsewhere and of what one has already are unknown here: the cart itself says why. */
async function demandSale({ house, session }: Asking, tariff: number): Promise<OnSale> {
  try {
    return await demandOnSale(house.db, session.account!, tariff)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('not_found', 'subscription') : error
  }
}

/**
 * What a code that was typed gives the caller for a tariff; the launch offer is for those who may have it. Every path on which
 * codes can be tried leads through here, and is counted: by account, and what is rejected by network, too.
 * @throws Refusal voucher_invalid, second_special_offer, too_many_requests
 */
export async function reductionFor(call: Asking, sale: OnSale, typed: string): Promise<Reduction> {
  const { house, session, visitor } = call
  const accountId = session.account!.id
  const ofNetwork = networkAttempts(house.attempts, 'voucher-network', visitor.address)
  await house.attempts.admit('voucher', `account ${accountId}`)
  await ofNetwork.demandFew()
  try {
    return await reductionOfCode(call, sale, typed)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'voucher_invalid') {
      await ofNetwork.count()
      await recordSecurityEvent(house.db, call, {
        kind: 'voucher.rejected',
        accountId,
        details: { tariff: sale.tariff.subscriptionId },
      })
    }
    throw error
  }
}

/** The same for a code that is in the cart already, and was counted when it was put there. */
export async function reductionOfCode(call: Asking, { tariff, live }: OnSale, typed: string): Promise<Reduction> {
  const { house, session } = call
  const accountId = session.account!.id
  const code = typed.trim().toUpperCase()
  if (code.includes('\0')) throw new Refusal('voucher_invalid', 'voucher')
  await placeLaunchVoucher(house, code)
  const reduction = await reductionBy(house.db, house, { code, tariff: tariff.subscriptionId, accountId, now: house.now() })
  if (reduction.kind === 'launch') await demandLaunchOffer(call, reduction.code)
  if (live && live.reduced_left > 0) throw new Refusal('second_special_offer', 'voucher')
  return reduction
}

async function demandLaunchOffer(call: Asking, code: string): Promise<void> {
  try {
    if ((await launchOfferOf(call)).code === code) return
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  throw new Refusal('voucher_invalid', 'voucher')
}
