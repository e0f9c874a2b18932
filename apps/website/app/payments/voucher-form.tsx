import { addressOf } from '@kiosk/domain/addresses'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import type { Asked } from './asked-tariff.ts'
import style from './voucher-form.module.css'

/** Opens by its link (section 4); a code that was refused stays, with the reason. */
export function VoucherForm({ asked, refusal, typed }: { asked: Asked; refusal: Refusal | null; typed: string }) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'voucher'
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (refusal) details.current?.querySelector('input')?.focus()
  }, [refusal])
  const invalid = refusal?.code === 'voucher_invalid'
  return (
    <details ref={details} className={style.voucher} open={refusal !== null}>
      <summary>{t('CHECKOUT.VOUCHER_ASK')}</summary>
      <Form method="post" action={addressOf('paymentOverview', { id: asked.id })} className={style.form}>
        <AccountField />
        <input type="hidden" name="intent" value="voucher" />
        <Field
          label={t('CHECKOUT.VOUCHER_CODE')}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          defaultValue={typed}
          error={refusal && (invalid ? t('VALIDATION.voucherCodeInvalid') : (refusal.message ?? t(refusal.words)))}
          className={style.code}
        />
        <Button kind="quiet" busy={busy} busyWords={t('CHECKOUT.VOUCHER_BUSY')}>
          {t('CHECKOUT.VOUCHER_REDEEM')}
        </Button>
      </Form>
      {refusal?.code === 'second_special_offer' && (
        <p>
          <Link plain to="currentSubscription">
            {t('CHECKOUT.TO_MINE')}
          </Link>
        </p>
      )}
    </details>
  )
}
