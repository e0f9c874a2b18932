import { ApiError } from '@kiosk/api-client/api-error'
import { setCountryTax, setPlanPrice, withdrawPlanPrice } from '@kiosk/contract/desk-routes'
import { amountOf } from '@kiosk/domain/money'
import type { PlanPrices, TaxRate } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { CheckGroup } from '../pieces/check-group.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useDay, useHundredths } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'

type Country = 'AT' | 'DE' | 'CH' | 'LU'

/** Sets the price of a plan from a day on. */
export function PriceDialog({ plan, today, onDone }: { plan: PlanPrices; today: string; onDone(): void }) {
  const t = useText()
  const hundredths = useHundredths()
  const [isWalletMissing, setWalletMissing] = useState(false)
  async function send(form: FormData): Promise<void> {
    const price = amountOf(textIn(form, 'price'))
    if (price === null || price < 50) throw new FieldError(t('DESK.PRICES.AMOUNT_WRONG'), 'price')
    const body = {
      plan: plan.id,
      price,
      from: textIn(form, 'from'),
      reason: textIn(form, 'reason'),
      withoutWallet: form.get('withoutWallet') !== null,
    }
    try {
      await deskClient.call(setPlanPrice, { body })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wallet_plan_missing') setWalletMissing(true)
      throw error
    }
  }
  return (
    <FormDialog
      title={t('DESK.PRICES.SET_OF', { name: `${plan.tier} ${plan.country}` })}
      button={t('DESK.PRICES.SET')}
      send={send}
      onDone={onDone}
    >
      <p>{t('DESK.PRICES.SET_ABOUT')}</p>
      <TextField
        label={t('DESK.PRICES.PRICE_IN', { currency: plan.currency })}
        name="price"
        inputMode="decimal"
        defaultValue={hundredths(plan.price)}
        isRequired
        autoFocus
      />
      {isWalletMissing && (
        <CheckGroup
          label={t('DESK.PRICES.WALLET')}
          name="withoutWallet"
          options={[{ id: 'yes', name: t('DESK.PRICES.WITHOUT_WALLET') }]}
        />
      )}
      <TextField
        label={t('DESK.PRICES.FROM')}
        hint={t('DESK.PRICES.VIENNA')}
        name="from"
        type="date"
        defaultValue={today}
        isRequired
      />
      <ReasonField />
    </FormDialog>
  )
}

export function WithdrawPriceDialog({ plan, from, onDone }: { plan: PlanPrices; from: string; onDone(): void }) {
  const t = useText()
  const day = useDay()
  const name = { name: `${plan.tier} ${plan.country}`, day: day(from) }
  return (
    <FormDialog
      title={t('DESK.PRICES.WITHDRAW_OF', name)}
      button={t('DESK.PRICES.WITHDRAW')}
      kind="danger"
      send={(form) => deskClient.call(withdrawPlanPrice, { body: { plan: plan.id, from, reason: textIn(form, 'reason') } })}
      onDone={onDone}
    >
      <ReasonField />
    </FormDialog>
  )
}

/** Sets the tax rate of a market from a day on. */
export function TaxDialog({ tax, today, onDone }: { tax: TaxRate; today: string; onDone(): void }) {
  const t = useText()
  const hundredths = useHundredths()
  async function send(form: FormData): Promise<void> {
    const rate = amountOf(textIn(form, 'rate'))
    if (rate === null || rate > 5000) throw new FieldError(t('DESK.PRICES.RATE_WRONG'), 'rate')
    const body = { country: tax.country as Country, rate, from: textIn(form, 'from'), reason: textIn(form, 'reason') }
    await deskClient.call(setCountryTax, { body })
  }
  return (
    <FormDialog
      title={t('DESK.PRICES.SET_TAX_OF', { name: tax.country })}
      button={t('DESK.PRICES.SET_TAX')}
      send={send}
      onDone={onDone}
    >
      <TextField
        label={t('DESK.PRICES.RATE_IN')}
        name="rate"
        inputMode="decimal"
        defaultValue={hundredths(tax.rate)}
        isRequired
        autoFocus
      />
      <TextField
        label={t('DESK.PRICES.FROM')}
        hint={t('DESK.PRICES.TAX_HINT')}
        name="from"
        type="date"
        defaultValue={today}
        isRequired
      />
      <ReasonField />
    </FormDialog>
  )
}
