import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { Button } from '@kiosk/ui/button'
import { Notice } from '@kiosk/ui/notice'
import { useFetcher } from 'react-router'
import { AccountField } from '../shell/account-field.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import type { AccountAnswer } from './account-action.ts'
import style from './account-screen.module.css'
import type { AccountView } from './account-view.ts'
import { AskingForm, QuestionForm } from './asking-form.tsx'
import { FreshPassword, LogInAgain } from './fresh-login.tsx'

/** Deletes the account, or explains why that is impossible at present. */
export function DeleteSection({ view, sent }: { view: AccountView; sent: AccountAnswer | undefined }) {
  const t = useText()
  const fetcher = useFetcher<AccountAnswer>()
  const answer = fetcher.data ?? sent
  const question = {
    title: t('ACCOUNT.DELETE_TITLE'),
    content: t('ACCOUNT.DELETE_ASK', { email: view.saved.email }),
    yes: t('ACCOUNT.DELETE_YES'),
    no: t('ACCOUNT.DELETE_NO'),
  }
  return (
    <section className={style.section} aria-labelledby="delete">
      <h2 id="delete">{t('ACCOUNT.DELETE')}</h2>
      {!view.canBeDeleted ? (
        <>
          <p>{t('ACCOUNT.DELETE_BLOCKED')}</p>
          <p>
            <Link to="currentSubscription">{t('SHELL.SUBSCRIPTION')}</Link> ·{' '}
            <Link plain to="cancel">
              {t('SHELL.CANCEL_CONTRACT')}
            </Link>
          </p>
        </>
      ) : answer?.requires === 'password' ? (
        <fetcher.Form method="post" action={addressOf('account')} className={style.form}>
          <AccountField />
          <input type="hidden" name="about" value="delete" />
          <input type="hidden" name="confirmed" value="yes" />
          <p>{question.content}</p>
          <FreshPassword apiError={answer.apiError} />
          <p className={style.buttons}>
            <Button kind="danger" busy={fetcher.state !== 'idle'}>
              {question.yes}
            </Button>
            <a className="button quiet" href={addressOf('account')}>
              {question.no}
            </a>
          </p>
        </fetcher.Form>
      ) : answer?.requires === 'login' ? (
        <LogInAgain back={addressOf('account')} />
      ) : answer?.requires === 'confirmation' ? (
        <QuestionForm action={addressOf('account')} fields={{ about: 'delete' }} question={question} />
      ) : (
        <>
          <p>{t('ACCOUNT.DELETE_BODY')}</p>
          {answer?.apiError && <Notice kind="error">{answer.apiError.message ?? t(answer.apiError.words as MessageKey)}</Notice>}
          <AskingForm fetcher={fetcher} action={addressOf('account')} question={question}>
            <input type="hidden" name="about" value="delete" />
            <Button kind="danger" busy={fetcher.state !== 'idle'}>
              {t('ACCOUNT.DELETE_BUTTON')}
            </Button>
          </AskingForm>
        </>
      )}
    </section>
  )
}
