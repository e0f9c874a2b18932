import { emailFault, type Fault, passwordFault, repeatFault, textFault } from '@kiosk/domain/accounts/rules'
import { TEXT } from '@kiosk/domain/accounts/terms'
import type { Rules } from '../shell/form-rules.ts'
import type { DataField } from './account-view.ts'

const words = (fault: Fault | null) =>
  fault && (fault === 'minlength' ? 'ACCOUNT.PASSWORD_TOO_SHORT' : (`VALIDATION.${fault}` as const))

/** Key of what is wrong with a field of the personal data (section 5): all but the federal state are required. */
export function dataFault(field: DataField, value: string): string | null {
  if (field === 'email') return words(emailFault(value.trim()))
  return field === 'federalstate' ? null : words(textFault(value, TEXT.name))
}

/** The old password, a new one of 3 to 100 characters without white space, and the same once more (section 5). */
export const passwordRules: Rules = {
  oldPassword: (value) => (value ? null : 'VALIDATION.required'),
  newPassword: (value) => words(passwordFault(value, 'change')),
  repeat: (value, all) => words(passwordFault(value, 'change') ?? repeatFault(all.newPassword ?? '', value)),
}
