import { PASSWORD, TEXT } from '@kiosk/domain/accounts/limits'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { PasswordField } from '@kiosk/ui/password-field'
import { Form, useNavigation } from 'react-router'
import { AttributionFields } from '../shell/attribution-fields.tsx'
import { Link } from '../shell/link.tsx'
import { useCheckedForm } from '../shell/use-checked-form.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { checkoutRegistrationRules, registrationRules } from './entry-rules.ts'
import { passwordWords } from './password-messages.ts'
import type { RegistrationAnswer } from './registration-action.ts'
import { TermsBox } from './terms-box.tsx'

type Props = {
  /** The checkout asks for less: the password once, and no newsletter (ADR-0196). */
  inCheckout: boolean
  redirect: string | null
  answer: RegistrationAnswer | undefined
}

/** Registration by e-mail and password, with the notices about region and errors above it. */
export function RegistrationForm({ inCheckout, redirect, answer }: Props) {
  const t = useText()
  const { regionActive, countryName, attribution } = useViewer()
  const busy = useNavigation().formData?.get('intent') === 'register'
  const apiError = answer?.apiError ?? null
  const form = useCheckedForm(inCheckout ? checkoutRegistrationRules : registrationRules, apiError)
  const action = addressOf(inCheckout ? 'login' : 'register', { ...attribution, redirect })
  return (
    <>
      {!regionActive && (
        <Notice kind="warning">
          {t(countryName ? 'REGISTRATION.REGION_INACTIVE' : 'REGISTRATION.REGION_INACTIVE_HERE', { country: countryName })}
        </Notice>
      )}
      {apiError && !apiError.field && <Notice kind="error">{apiError.message ?? t(apiError.words as MessageKey)}</Notice>}
      <Form method="post" action={action} {...form.props}>
        <input type="hidden" name="intent" value="register" />
        <input type="hidden" name="verificationTarget" value={redirect ?? ''} />
        <AttributionFields />
        <Field
          label={t('LOGIN.EMAIL')}
          hint={t(inCheckout ? 'CHECKOUT.EMAIL_HINT' : 'REGISTRATION.EMAIL_HINT')}
          {...form.field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={TEXT.email}
          defaultValue={answer?.email}
        />
        {apiError?.status === 409 && (
          <p>
            <Link to="login" values={redirect ? { redirect } : {}}>
              {t('REGISTRATION.TAKEN_LOGIN')}
            </Link>
          </p>
        )}
        <PasswordField
          label={t('LOGIN.PASSWORD')}
          hint={t('PASSWORD.HINT', { min: PASSWORD.registration.min })}
          {...form.field('password')}
          autoComplete="new-password"
          required
          {...passwordWords(t, true)}
        />
        {!inCheckout && (
          <PasswordField
            label={t('REGISTRATION.REPEAT')}
            {...form.field('repeat')}
            autoComplete="new-password"
            required
            {...passwordWords(t)}
          />
        )}
        <TermsBox {...form.field('terms')} />
        {!inCheckout && (
          <Checkbox
            name="newsletter"
            value="true"
            defaultChecked={answer?.newsletter ?? true}
            label={t('REGISTRATION.NEWSLETTER')}
            hint={t('REGISTRATION.NEWSLETTER_HINT')}
          />
        )}
        <Button wide busy={busy} busyWords={t('REGISTRATION.BUSY')} aria-disabled={form.invalid}>
          {t(inCheckout ? 'CHECKOUT.ACCOUNT_CREATE' : 'REGISTRATION.SUBMIT')}
        </Button>
      </Form>
    </>
  )
}
