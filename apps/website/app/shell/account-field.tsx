import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/limits'
import { useViewer } from './viewer.ts'

/**
 * Hidden field with the account that a form belongs to, checked by `accountForm`. Every form that changes an account needs
 * it.
 */
export function AccountField() {
  const { account } = useViewer()
  return account && <input type="hidden" name={ACCOUNT_FIELD} value={account} />
}
