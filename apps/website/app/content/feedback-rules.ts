import { TEXT } from '@kiosk/domain/accounts/limits'
import { emailError, textError } from '@kiosk/domain/accounts/rules'
import { type Rules, validationKey } from '../shell/form-rules.ts'

/** Rules of the feedback form on the home page. */
export const feedbackRules: Rules = {
  name: (value) => validationKey(textError(value, TEXT.name)),
  email: (value) => validationKey(emailError(value.trim())),
  title: (value) => validationKey(textError(value, TEXT.name)),
  content: (value) => validationKey(textError(value, TEXT.message)),
}

/** Rules of the form on the feedback page, which also requires consent. */
export const feedbackRulesOfPage: Rules = {
  ...feedbackRules,
  consent: (value) => (value ? null : 'FEEDBACK.CONSENT_MISSING'),
}
