import { addPromoCode } from '@kiosk/contract/desk-routes'
import { dayInUtc } from '@kiosk/domain/day'
import { regions } from '@kiosk/domain/regions'
import { CheckGroup } from '../pieces/check-group.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, numberIn, textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import { faultText } from './import-dialog.tsx'
import style from './offers.module.css'

const DAYS = 30
const FIELDS = ['code', 'days', 'from', 'until', 'most', 'reason']
const markets = regions.map(({ id, country }) => ({ id: String(id), name: country }))

export function PromoCodeDialog({ onDone }: { onDone(): void }) {
  const t = useText()
  async function send(form: FormData): Promise<void> {
    const code = textIn(form, 'code').toUpperCase()
    const title = textIn(form, 'title_de') || code
    const chosen = form.getAll('markets').map(Number)
    const promoCode = {
      ...{ code, days: numberIn(form, 'days') ?? DAYS, from: textIn(form, 'from'), until: textIn(form, 'until') },
      most: numberIn(form, 'most'),
      markets: chosen.length === 0 || chosen.length === markets.length ? null : chosen,
      titles: { de: title, en: textIn(form, 'title_en') || title, fr: textIn(form, 'title_fr') || title },
    }
    const { faults } = await deskClient.call(addPromoCode, { body: { promoCode, reason: textIn(form, 'reason') } })
    const [fault] = faults
    if (fault) throw new FieldError(faultText(fault, t), fault.column || 'code')
  }
  return (
    <FormDialog title={t('DESK.PROMO.NEW')} button={t('DESK.PROMO.ADD')} fields={FIELDS} send={send} onDone={onDone}>
      {(errorOf) => (
        <>
          <TextField
            label={t('DESK.CODES.CODE')}
            hint={t('DESK.CODES.CODE_HINT')}
            name="code"
            pattern="[A-Za-z0-9\-]{3,40}"
            isRequired
            autoFocus
            error={errorOf('code')}
          />
          <div className={style.fields}>
            <TextField
              label={t('DESK.PROMO.DAYS')}
              name="days"
              inputMode="numeric"
              pattern="[1-9][0-9]{0,4}"
              defaultValue={String(DAYS)}
              isRequired
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
            <TextField label={t('DESK.CODES.UNTIL')} name="until" type="date" isRequired error={errorOf('until')} />
          </div>
          <CheckGroup label={t('DESK.PROMO.MARKETS_ALL')} name="markets" options={markets} />
          <TextField label={t('DESK.PROMO.TITLE_DE')} hint={t('DESK.PROMO.TITLE_HINT')} name="title_de" maxLength={60} />
          <div className={style.fields}>
            <TextField label={t('DESK.VOUCHERS.TITLE_EN')} name="title_en" maxLength={60} />
            <TextField label={t('DESK.VOUCHERS.TITLE_FR')} name="title_fr" maxLength={60} />
          </div>
          <ReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
