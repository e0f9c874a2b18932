import { emailFault, type Fault, passwordFault, repeatFault } from '@kiosk/domain/accounts/rules'
import type { Rule, Rules } from '../shell/form-rules.ts'

const words = (fault: Fault | null) => fault && `VALIDATION.${fault}`

export const email: Rule = (value) => words(emailFault(value.trim()))
const newPassword: Rule = (value) => words(passwordFault(value))
const accepted: Rule = (value) => (value ? null : 'REGISTRATION.TERMS_REQUIRED')

/** The forms before an account (section 5), by the names that the API gives their fields. */
export const loginRules: Rules = { username: email, password: (value) => (value ? null : 'LOGIN.PASSWORD_EMPTY') }
export const recoveryRules: Rules = { email }
export const registrationRules: Rules = {
  email,
  password: newPassword,
  repeat: (value, all) => words(repeatFault(all.password ?? '', value)),
  terms: accepted,
}
export const newPasswordRules: Rules = {
  newPassword,
  repeat: (value, all) => words(repeatFault(all.newPassword ?? '', value)),
}
export const acceptTermsRules: Rules = { terms: accepted }
