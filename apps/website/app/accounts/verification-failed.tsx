import { Notice } from '@kiosk/ui/notice'
import type { ReactNode } from 'react'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'

type Props = {
  /** The reason. */
  children: ReactNode
  /** How to get another link; null = another link does not help. */
  help: ReactNode
  /** Leads to the page where another link is requested. */
  onward: ReactNode
}

/** Shown if verification failed: the reason, the way to another link, and the contact. */
export function VerificationFailed({ children, help, onward }: Props) {
  const t = useText()
  return (
    <Notice
      kind="error"
      title={children}
      actions={
        <>
          {onward}
          <Link plain to="feedback" className="button quiet">
            {t('VERIFICATION.SUPPORT_LINK')}
          </Link>
        </>
      }
    >
      {help && <p>{help}</p>}
    </Notice>
  )
}
