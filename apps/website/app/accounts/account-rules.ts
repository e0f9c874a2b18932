import { TEXT } from '@kiosk/domain/accounts/limits'
import { emailError, passwordError, repeatError, textError, type ValidationError } from '@kiosk/domain/accounts/rules'
import type { Rules } from '../shell/form-rules.ts'
import type { DataField } from './account-view.ts'

const words = (fault: ValidationError | null) =>
  fault && (fault === 'minlength' ? 'ACCOUNT.PASSWORD_TOO_SHORT' : (`VALIDATION.${fault}` as const))

/** Returns the message key of the error in a personal data field, or null. All fields except the federal state are required. */
export function dataError(field: DataField, value: string): string | null {
  if (field === 'email') return words(emailError(value.trim()))
  return field === 'federalstate' ? null : words(textError(value, TEXT.name))
}

/** Rules for changing the password: the old one, and a new one of 3 to 100 characters without white space, entered twice. */
export const passwordRules: Rules = {
  oldPassword: (value) => (value ? null : 'VALIDATION.required'),
  newPassword: (value) => words(passwordError(value, 'change')),
  repeat: (value, all) => words(passwordError(value, 'change') ?? repeatError(all.newPassword ?? '', value)),
}
