import { Notice } from '@kiosk/ui/notice'
import type { ReactNode } from 'react'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'

/** Shown if verification failed: the reason and the contact. */
export function VerificationFailed({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <Notice
      kind="error"
      title={children}
      actions={
        <>
          <Link to="login" className="button">
            {t('REGISTRATION.TO_LOGIN')}
          </Link>
          <Link plain to="feedback" className="button quiet">
            {t('VERIFICATION.SUPPORT_LINK')}
          </Link>
        </>
      }
    >
      <p>{t('VERIFICATION.SUPPORT')}</p>
    </Notice>
  )
}
