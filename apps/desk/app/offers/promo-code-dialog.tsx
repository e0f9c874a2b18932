import { addPromoCode } from '@kiosk/contract/desk-routes'
import { FieldRow } from '../pieces/field-row.tsx'
import { MarketsField, marketsIn } from '../pieces/markets-field.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { TermFields } from '../pieces/term-fields.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import { CodeField, MostField, TitleFields, titlesIn } from './code-fields.tsx'
import { faultText } from './import-dialog.tsx'

const DEFAULT_DURATION_DAYS = 30

export function PromoCodeDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const code = textIn(form, 'code').toUpperCase()
    const promoCode = {
      code,
      days: numberIn(form, 'days') ?? DEFAULT_DURATION_DAYS,
      from: textIn(form, 'from'),
      until: textIn(form, 'until'),
      most: numberIn(form, 'most'),
      markets: marketsIn(form),
      titles: titlesIn(form, code),
    }
    const { faults } = await deskClient.call(addPromoCode, { body: { promoCode, reason: textIn(form, 'reason') } })
    const [fault] = faults
    if (fault) throw new FieldError(faultText(fault, t), fault.column || 'code')
  }
  return (
    <FormDialog title={t('DESK.PROMO.NEW')} button={t('DESK.PROMO.ADD')} send={send} onDone={onDone}>
      <CodeField />
      <FieldRow>
        <TextField
          label={t('DESK.PROMO.DAYS')}
          name="days"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,4}"
          defaultValue={String(DEFAULT_DURATION_DAYS)}
          isRequired
        />
        <MostField />
      </FieldRow>
      <TermFields hasEnd />
      <MarketsField />
      <TitleFields label={t('DESK.PROMO.TITLE_DE')} hint={t('DESK.PROMO.TITLE_HINT')} />
      <ReasonField />
    </FormDialog>
  )
}
