import { addVoucher, importVouchers } from '@kiosk/contract/desk-routes'
import { dayInUtc } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import type { VoucherInput } from '@kiosk/domain/staff/offer-endpoints'
import { useState } from 'react'
import { CheckGroup } from '../pieces/check-group.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import { faultText } from './import-dialog.tsx'
import { manyCodes } from './many-codes.ts'
import style from './offers.module.css'
import { planOptions } from './plan-names.ts'

const FIELDS = ['code', 'plans', 'price', 'days', 'from', 'until', 'most', 'count', 'title_de', 'reason']
const KINDS = ['voucher', 'special-offer'] as const

/** Adds a voucher, a special offer, or many vouchers that are alike. */
export function VoucherDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('voucher')
  async function send(form: FormData): Promise<void> {
    const price = amountOf(textIn(form, 'price'))
    if (price === null) throw new FieldError(t('DESK.PRICES.AMOUNT_WRONG'), 'price')
    const plans = form.getAll('plans').map(Number)
    if (plans.length === 0) throw new FieldError(t('DESK.VOUCHERS.NO_PLAN'), 'plans')
    const title = textIn(form, 'title_de')
    const voucher: VoucherInput = {
      ...{ code: textIn(form, 'code').toUpperCase(), kind, plans, price },
      ...{ days: numberIn(form, 'days'), from: textIn(form, 'from'), until: optionalIn(form, 'until') },
      most: numberIn(form, 'most'),
      titles: title === '' ? null : { de: title, en: textIn(form, 'title_en') || title, fr: textIn(form, 'title_fr') || title },
      background: optionalIn(form, 'background'),
      colour: optionalIn(form, 'colour'),
    }
    const reason = textIn(form, 'reason')
    const count = kind === 'voucher' ? (numberIn(form, 'count') ?? 1) : 1
    const { faults } =
      count > 1
        ? await deskClient.call(importVouchers, { body: { csv: manyCodes(voucher, count), reason } })
        : await deskClient.call(addVoucher, { body: { voucher, reason } })
    const [fault] = faults
    if (fault) throw new FieldError(faultText(fault, t), fault.column || 'code')
  }
  return (
    <FormDialog title={t('DESK.VOUCHERS.NEW')} button={t('DESK.VOUCHERS.ADD')} fields={FIELDS} send={send} onDone={onDone}>
      {(errorOf) => (
        <>
          <Select
            label={t('DESK.VOUCHERS.KIND')}
            options={KINDS.map((id) => ({ id, name: t(`DESK.VOUCHERS.KIND.${id}`), hint: t(`DESK.VOUCHERS.KIND_HINT.${id}`) }))}
            selectedKey={kind}
            onSelectionChange={(key) => setKind(key as typeof kind)}
          />
          <TextField
            label={t('DESK.CODES.CODE')}
            hint={t('DESK.CODES.CODE_HINT')}
            name="code"
            pattern="[A-Za-z0-9\-]{3,40}"
            isRequired
            autoFocus
            error={errorOf('code')}
          />
          {kind === 'voucher' && (
            <TextField
              label={t('DESK.VOUCHERS.COUNT')}
              hint={t('DESK.VOUCHERS.COUNT_HINT')}
              name="count"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,4}"
              defaultValue="1"
              error={errorOf('count')}
            />
          )}
          <CheckGroup label={t('DESK.VOUCHERS.PLANS')} name="plans" options={planOptions} error={errorOf('plans')} />
          <div className={style.fields}>
            <TextField label={t('DESK.VOUCHERS.PRICE')} name="price" inputMode="decimal" isRequired error={errorOf('price')} />
            <TextField
              label={t('DESK.VOUCHERS.DAYS')}
              hint={t('DESK.VOUCHERS.DAYS_HINT')}
              name="days"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,4}"
              error={errorOf('days')}
            />
            <TextField
              label={t('DESK.CODES.MOST')}
              hint={t('DESK.CODES.MOST_HINT')}
              name="most"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,5}"
              error={errorOf('most')}
            />
          </div>
          <div className={style.fields}>
            <TextField
              label={t('DESK.CODES.FROM')}
              name="from"
              type="date"
              defaultValue={dayInUtc(new Date())}
              isRequired
              error={errorOf('from')}
            />
            <TextField label={t('DESK.CODES.UNTIL')} name="until" type="date" error={errorOf('until')} />
          </div>
          {kind === 'special-offer' && (
            <>
              <TextField
                label={t('DESK.VOUCHERS.TITLE_DE')}
                hint={t('DESK.VOUCHERS.TITLE_HINT')}
                name="title_de"
                maxLength={60}
                error={errorOf('title_de')}
              />
              <div className={style.fields}>
                <TextField label={t('DESK.VOUCHERS.TITLE_EN')} name="title_en" maxLength={60} />
                <TextField label={t('DESK.VOUCHERS.TITLE_FR')} name="title_fr" maxLength={60} />
              </div>
              <div className={style.fields}>
                <TextField label={t('DESK.VOUCHERS.BACKGROUND')} name="background" type="color" defaultValue="#b3261e" />
                <TextField label={t('DESK.VOUCHERS.COLOUR')} name="colour" type="color" defaultValue="#ffffff" />
              </div>
            </>
          )}
          <ReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
