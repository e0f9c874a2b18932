import { unsubscribeNewsletter, unsubscribeReleases } from '@kiosk/domain/accounts/registration-endpoints'
import { emailFault } from '@kiosk/domain/accounts/rules'
import { TEXT } from '@kiosk/domain/accounts/terms'
import { addressOf, type Page } from '@kiosk/domain/addresses'
import { accountWords } from '@kiosk/languages/account'
import { errorWords } from '@kiosk/languages/errors'
import { validationWords } from '@kiosk/languages/validation'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { refusalIn } from '../refusal.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { isFetchedAhead } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import style from './account-screen.module.css'
import { PressedForm } from './pressed-form.tsx'

/** Which mails end on which page. */
const kindOf = (page: Page | null): 'newsletter' | 'releases' => (page === 'releasesUnsubscribe' ? 'releases' : 'newsletter')
const calls = { newsletter: unsubscribeNewsletter, releases: unsubscribeReleases }
const errors = { newsletter: 'NEWSLETTER_UNSUBSCRIBE.ERROR', releases: 'RELEASENEWSLETTER_UNSUBSCRIBE.ERROR' }

export function loader({ context, request }: LoaderFunctionArgs) {
  const { page, words } = visitOf(context)
  const head: HeadData = { robots: 'noindex' }
  return {
    words: words(accountWords, validationWords),
    head,
    kind: kindOf(page),
    page: kindOf(page) === 'releases' ? ('releasesUnsubscribe' as const) : ('newsletterUnsubscribe' as const),
    email: new URL(request.url).searchParams.get('email')?.trim().slice(0, TEXT.email) ?? '',
    fetchedAhead: isFetchedAhead(request),
  }
}

/** The address is unsubscribed by a post alone: programs that only look at links end nothing (decision 10). */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const email = String((await request.formData()).get('email') ?? '').trim()
  return answerTo(visit, email)
}

async function answerTo(visit: Visit, email: string) {
  const fault = emailFault(email)
  if (fault) return data({ done: false, fault, message: null, email }, { status: 400 })
  try {
    await visit.call(calls[kindOf(visit.page)], { body: { email } })
    return data({ done: true, fault: null, message: null, email })
  } catch (thrown) {
    const refusal = refusalIn(thrown)
    if (!refusal) throw thrown
    const message = refusal.status === 406 ? null : (refusal.message ?? visit.words(errorWords)[refusal.words] ?? null)
    return data({ done: false, fault: null, message, email }, { status: refusal.status })
  }
}

/** Ends one kind of mail for an address: named by the link of a mail, or typed here. */
export default function UnsubscribeScreen() {
  const t = useText()
  const { kind, page, email, fetchedAhead } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const title = t(`UNSUBSCRIBE.${kind}`)
  if (answer?.done) {
    return (
      <TextPage title={t('UNSUBSCRIBE.DONE_TITLE')} lead={t(`UNSUBSCRIBE.${kind}_DONE`)}>
        <p className={style.buttons}>
          <Link plain to="catalogue" className="button">
            {t('ACCOUNT.TO_MAGAZINES')}
          </Link>
        </p>
      </TextPage>
    )
  }
  const failed = answer && !answer.fault
  if (email && !answer) {
    return (
      <TextPage title={title} lead={t('UNSUBSCRIBE.LEAD')}>
        <p>
          <strong>{email}</strong>
        </p>
        <PressedForm atOnce={!fetchedAhead} progress={t('UNSUBSCRIBE.BUSY')}>
          <input type="hidden" name="email" value={email} />
          <p className={style.buttons}>
            <Button>{t('UNSUBSCRIBE.BUTTON')}</Button>
            <a className="button quiet" href={addressOf(page)}>
              {t('UNSUBSCRIBE.ANOTHER')}
            </a>
          </p>
        </PressedForm>
      </TextPage>
    )
  }
  return (
    <TextPage title={title} lead={failed ? undefined : t('UNSUBSCRIBE.LEAD_EMPTY')}>
      {failed && (
        <Notice
          kind="error"
          actions={
            <>
              <Link plain to="account" values={{ edit: kind }} className="button">
                {t('UNSUBSCRIBE.ACCOUNT')}
              </Link>
              <Link plain to="feedback" className="button quiet">
                {t('UNSUBSCRIBE.CONTACT')}
              </Link>
            </>
          }
        >
          {answer.message ?? t(errors[kind])}
        </Notice>
      )}
      <form method="post" action={addressOf(page)} className={style.form}>
        <Field
          label={t('UNSUBSCRIBE.EMAIL')}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={TEXT.email}
          required
          defaultValue={answer?.email ?? ''}
          error={answer?.fault && t(`VALIDATION.${answer.fault}`)}
        />
        <p className={style.buttons}>
          <Button>{t('UNSUBSCRIBE.BUTTON')}</Button>
        </p>
      </form>
    </TextPage>
  )
}
