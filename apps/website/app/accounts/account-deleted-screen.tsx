import { accountMessages } from '@kiosk/i18n/messages/account'
import type { LoaderFunctionArgs } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const head: HeadData = { robots: 'noindex' }
  return { words: requestContext(context).words(accountMessages), head }
}

/** Public page after the deletion of an account. */
export default function AccountDeletedScreen() {
  const t = useText()
  return (
    <TextPage title={t('ACCOUNT.DELETED_TITLE')} lead={t('ACCOUNT.DELETED_BODY')}>
      <p>
        <Link plain to="catalogue" className="button">
          {t('ACCOUNT.TO_MAGAZINES')}
        </Link>
      </p>
    </TextPage>
  )
}
