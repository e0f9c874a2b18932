import { previewPriceChange, startPriceChange } from '@kiosk/contract/desk-routes'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { amountOf } from '@kiosk/domain/money'
import { PRICE_NOTICE_DAYS } from '@kiosk/domain/payments/limits'
import type { PlanPrice } from '@kiosk/domain/staff/price-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { textIn } from '../shell/form-dialog.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useDay, useMoney } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'
import { chargedKey, ruleKey } from './rule-key.ts'

const KINDS = ['raise', 'lower'] as const
type Change = { plan: number; price: number; fromDay: string; kind: (typeof KINDS)[number] }
type Preview = Awaited<ReturnType<typeof previewOf>>

const previewOf = (change: Change) => deskClient.call(previewPriceChange, { query: change })

/** Changes the price of running subscriptions. Says whom the change affects and when, before it can be started. */
export function PriceChangeDialog({ prices, onDone }: { prices: readonly PlanPrice[]; onDone(): void }) {
  const t = useText()
  const { run, error, isPending, clear } = useChange()
  const [plan, setPlan] = useState(String(prices[0]!.plan))
  const [kind, setKind] = useState<Change['kind']>('raise')
  const [shown, setShown] = useState<{ change: Change; preview: Preview } | null>(null)

  function changed(): void {
    setShown(null)
    clear()
  }
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (shown) {
      const body = { ...shown.change, reason: String(form.get('reason')), readers: shown.preview.readers }
      if (await run(() => deskClient.call(startPriceChange, { body }))) onDone()
      return
    }
    const price = amountOf(textIn(form, 'price')) ?? 0
    const change = { plan: Number(plan), price, fromDay: String(form.get('fromDay')), kind }
    await run(async () => setShown({ change, preview: await previewOf(change) }))
  }
  return (
    <Dialog title={t('DESK.PRICE.NEW')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <ErrorForm error={error} onSubmit={(event) => void submit(event)}>
        <Select
          label={t('DESK.PRICE.PLAN')}
          options={prices.map((each) => ({ id: String(each.plan), name: `${each.tier} ${each.country}` }))}
          selectedKey={plan}
          onSelectionChange={(key) => {
            setPlan(String(key))
            changed()
          }}
        />
        <Select
          label={t('DESK.PRICE.KIND')}
          options={KINDS.map((id) => ({ id, name: t(`DESK.PRICE.KIND.${id}`) }))}
          selectedKey={kind}
          onSelectionChange={(key) => {
            setKind(key as Change['kind'])
            changed()
          }}
        />
        <TextField
          label={t('DESK.PRICE.NEW_PRICE')}
          name="price"
          inputMode="decimal"
          pattern="\d{1,4}([.,]\d\d)?"
          isRequired
          onChange={changed}
        />
        <TextField
          type="date"
          label={t('DESK.PRICE.FROM_DAY')}
          name="fromDay"
          isRequired
          defaultValue={addDays(dayInVienna(new Date()), PRICE_NOTICE_DAYS + 1)}
          onChange={changed}
        />
        {shown && <Reach {...shown} />}
        {shown && shown.preview.readers > 0 && <ReasonField />}
        <FormFailure />
        {(!shown || shown.preview.readers > 0) && (
          <Buttons>
            <Button type="submit" isPending={isPending} kind={shown ? 'danger' : 'main'}>
              {shown ? t('DESK.PRICE.START', { count: shown.preview.readers }) : t('DESK.PRICE.PREVIEW')}
            </Button>
          </Buttons>
        )}
      </ErrorForm>
    </Dialog>
  )
}

/** Whom a change affects, and when. */
function Reach({ change, preview }: { change: Change; preview: Preview }) {
  const t = useText()
  const money = useMoney()
  const day = useDay()
  const { readers, byPrice, firstDay, lastDay, others, currency } = preview
  return (
    <div className={style.reach} role="status">
      <p>
        <strong>{t('DESK.PRICE.REACHES', { count: readers })}</strong>
      </p>
      {byPrice.length > 0 && (
        <ul>
          {byPrice.map(({ price, readers }) => (
            <li key={price}>
              {t('DESK.PRICE.REACHES_AT', { count: readers, old: money(price, currency), price: money(change.price, currency) })}
            </li>
          ))}
        </ul>
      )}
      {firstDay && lastDay && <p>{t(chargedKey({ firstDay, lastDay }), { first: day(firstDay), last: day(lastDay) })}</p>}
      {readers > 0 && <p>{t(`DESK.PRICE.RULE.${ruleKey(preview)}`)}</p>}
      {others > 0 && <p className={style.quiet}>{t('DESK.PRICE.OTHERS', { count: others })}</p>}
    </div>
  )
}
