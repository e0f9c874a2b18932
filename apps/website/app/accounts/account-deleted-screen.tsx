import { accountWords } from '@kiosk/languages/account'
import type { LoaderFunctionArgs } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'

export function loader({ context }: LoaderFunctionArgs) {
  const head: HeadData = { robots: 'noindex' }
  return { words: visitOf(context).words(accountWords), head }
}

/** After an account was deleted: said to somebody who is nobody here any more. */
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
