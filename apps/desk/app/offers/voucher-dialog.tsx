import { addVoucher, importVouchers } from '@kiosk/contract/desk-routes'
import { amountOf } from '@kiosk/domain/money'
import type { VoucherInput } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { CheckGroup } from '../pieces/check-group.tsx'
import { FieldRow } from '../pieces/field-row.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TermFields } from '../pieces/term-fields.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import { CodeField, MostField, TitleFields, titlesIn } from './code-fields.tsx'
import { faultText } from './import-dialog.tsx'
import { manyCodes } from './many-codes.ts'
import { planOptions } from './plan-names.ts'

const KINDS = ['voucher', 'special-offer'] as const
type Kind = (typeof KINDS)[number]

/** Adds a voucher, a special offer, or many vouchers that are alike. */
export function VoucherDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  const [kind, setKind] = useState<Kind>('voucher')
  async function send(form: FormData): Promise<void> {
    const voucher = voucherIn(form, kind, t)
    const reason = textIn(form, 'reason')
    const count = numberIn(form, 'count') ?? 1
    const { faults } =
      count > 1
        ? await deskClient.call(importVouchers, { body: { csv: manyCodes(voucher, count), reason } })
        : await deskClient.call(addVoucher, { body: { voucher, reason } })
    const [fault] = faults
    if (fault) throw new FieldError(faultText(fault, t), fault.column || 'code')
  }
  return (
    <FormDialog title={t('DESK.VOUCHERS.NEW')} button={t('DESK.VOUCHERS.ADD')} send={send} onDone={onDone}>
      <Select
        label={t('DESK.VOUCHERS.KIND')}
        options={KINDS.map((id) => ({ id, name: t(`DESK.VOUCHERS.KIND.${id}`), hint: t(`DESK.VOUCHERS.KIND_HINT.${id}`) }))}
        selectedKey={kind}
        onSelectionChange={(key) => setKind(key as Kind)}
      />
      <CodeField />
      {kind === 'voucher' && <CountField />}
      <CheckGroup label={t('DESK.VOUCHERS.PLANS')} name="plans" options={planOptions} />
      <FieldRow>
        <TextField label={t('DESK.VOUCHERS.PRICE')} name="price" inputMode="decimal" isRequired />
        <TextField
          label={t('DESK.VOUCHERS.DAYS')}
          hint={t('DESK.VOUCHERS.DAYS_HINT')}
          name="days"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,4}"
        />
        <MostField />
      </FieldRow>
      <TermFields />
      {kind === 'special-offer' && <OfferFields />}
      <ReasonField />
    </FormDialog>
  )
}

/** Reads the voucher from the form. @throws FieldError */
function voucherIn(form: FormData, kind: Kind, t: ReturnType<typeof useText>): VoucherInput {
  const price = amountOf(textIn(form, 'price'))
  if (price === null) throw new FieldError(t('DESK.PRICES.AMOUNT_WRONG'), 'price')
  const plans = form.getAll('plans').map(Number)
  if (plans.length === 0) throw new FieldError(t('DESK.VOUCHERS.NO_PLAN'), 'plans')
  return {
    code: textIn(form, 'code').toUpperCase(),
    kind,
    plans,
    price,
    titles: titlesIn(form),
    days: numberIn(form, 'days'),
    from: textIn(form, 'from'),
    until: optionalIn(form, 'until'),
    most: numberIn(form, 'most'),
    background: optionalIn(form, 'background'),
    colour: optionalIn(form, 'colour'),
  }
}

/** How many vouchers are added. */
function CountField() {
  const t = useText()
  return (
    <TextField
      label={t('DESK.VOUCHERS.COUNT')}
      hint={t('DESK.VOUCHERS.COUNT_HINT')}
      name="count"
      inputMode="numeric"
      pattern="[1-9][0-9]{0,4}"
      defaultValue="1"
    />
  )
}

/** How a special offer is shown to everybody. */
function OfferFields() {
  const t = useText()
  return (
    <>
      <TitleFields label={t('DESK.VOUCHERS.TITLE_DE')} hint={t('DESK.VOUCHERS.TITLE_HINT')} />
      <FieldRow>
        <TextField label={t('DESK.VOUCHERS.BACKGROUND')} name="background" type="color" defaultValue="#b3261e" />
        <TextField label={t('DESK.VOUCHERS.COLOUR')} name="colour" type="color" defaultValue="#ffffff" />
      </FieldRow>
    </>
  )
}
