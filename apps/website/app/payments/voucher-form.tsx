import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { ApiError } from '../api-error.ts'
import { AccountField } from '../shell/account-field.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import type { Requested } from './requested-plan.ts'
import style from './voucher-form.module.css'

/** Form for a voucher code, opened by its link; a rejected code stays, with the reason. */
export function VoucherForm({ requested, apiError, typed }: { requested: Requested; apiError: ApiError | null; typed: string }) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'voucher'
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (apiError) details.current?.querySelector('input')?.focus()
  }, [apiError])
  const invalid = apiError?.code === 'voucher_invalid'
  return (
    <details ref={details} className={style.voucher} open={apiError !== null}>
      <summary>{t('CHECKOUT.VOUCHER_ASK')}</summary>
      <Form method="post" action={addressOf('paymentOverview', { id: requested.id })} className={style.form}>
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
          error={apiError && (invalid ? t('CHECKOUT.VOUCHER_INVALID') : (apiError.message ?? t(apiError.words as MessageKey)))}
          className={style.code}
        />
        <Button kind="quiet" busy={busy} busyWords={t('CHECKOUT.VOUCHER_BUSY')}>
          {t('CHECKOUT.VOUCHER_REDEEM')}
        </Button>
      </Form>
      {apiError?.code === 'second_special_offer' && (
        <p>
          <Link plain to="currentSubscription">
            {t('CHECKOUT.TO_MINE')}
          </Link>
        </p>
      )}
    </details>
  )
}
