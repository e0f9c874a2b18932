import { ACCOUNT_FIELD } from '@kiosk/domain/accounts/terms'
import { useVisitor } from './visitor.ts'

/** Says in a form whose account it shows, for `accountForm` to check. Every form that changes an account has one. */
export function AccountField() {
  const { account } = useVisitor()
  return account && <input type="hidden" name={ACCOUNT_FIELD} value={account} />
}
