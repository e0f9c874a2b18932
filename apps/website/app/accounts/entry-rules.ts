import { emailError, passwordError, repeatError } from '@kiosk/domain/accounts/rules'
import { type Rule, type Rules, validationKey } from '../shell/form-rules.ts'

const email: Rule = (value) => validationKey(emailError(value.trim()))
const newPassword: Rule = (value) => validationKey(passwordError(value))
const accepted: Rule = (value) => (value ? null : 'REGISTRATION.TERMS_REQUIRED')

/** Rules of the signed-out forms, by the API's field names. */
export const loginRules: Rules = { username: email, password: (value) => (value ? null : 'LOGIN.PASSWORD_EMPTY') }
export const recoveryRules: Rules = { email }
export const registrationRules: Rules = {
  email,
  password: newPassword,
  repeat: (value, all) => validationKey(repeatError(all.password ?? '', value)),
  terms: accepted,
}
/** In the checkout the password is typed once: its field can show it. */
export const checkoutRegistrationRules: Rules = {
  email,
  password: newPassword,
  terms: accepted,
}
export const newPasswordRules: Rules = {
  newPassword,
  repeat: (value, all) => validationKey(repeatError(all.newPassword ?? '', value)),
}
export const acceptTermsRules: Rules = { terms: accepted }
