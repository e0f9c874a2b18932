import { oneClickUnsubscribe, unsubscribeNewsletter, unsubscribeReleases, unsubscribeSearches } from '@kiosk/contract/routes'
import { TEXT } from '@kiosk/domain/accounts/limits'
import { emailError } from '@kiosk/domain/accounts/rules'
import { addressOf, type Page } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { errorMessages } from '@kiosk/i18n/messages/errors'
import { validationMessages } from '@kiosk/i18n/messages/validation'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type ApiError, apiErrorIn } from '../api-error.ts'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import style from './account-screen.module.css'
import { AutoSubmitForm } from './auto-submit-form.tsx'

/** Returns the kind of e-mail that a page unsubscribes from. */
const kindOf = (page: Page | null): Kind =>
  page === 'releasesUnsubscribe' ? 'releases' : page === 'searchesUnsubscribe' ? 'searches' : 'newsletter'
const calls = { newsletter: unsubscribeNewsletter, releases: unsubscribeReleases, searches: unsubscribeSearches }
type Kind = keyof typeof calls
const LONGEST_TOKEN_CHARACTERS = 200
const errors = {
  newsletter: 'NEWSLETTER_UNSUBSCRIBE.ERROR',
  releases: 'RELEASENEWSLETTER_UNSUBSCRIBE.ERROR',
  searches: 'SEARCHES_UNSUBSCRIBE.ERROR',
}

/** Its address contains the reader's e-mail address, or a token. */
export const headers = () => secretAddress

export function loader({ context, request }: LoaderFunctionArgs) {
  const { page, words } = requestContext(context)
  const head: HeadData = { robots: 'noindex' }
  const { searchParams } = new URL(request.url)
  return {
    words: words(accountMessages, validationMessages),
    head,
    kind: kindOf(page),
    page: `${kindOf(page)}Unsubscribe` as const,
    email: searchParams.get('email')?.trim().slice(0, TEXT.email) ?? '',
    /** Token of the link in a newsletter, which stands for the e-mail address. */
    token: searchParams.get('token')?.slice(0, LONGEST_TOKEN_CHARACTERS) ?? '',
    fetchedAhead: isFetchedAhead(request.headers),
  }
}

/** Unsubscribes an address. Only a POST does, because link scanners send GET requests (ADR-0171). */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const form = await request.formData()
  const token = String(form.get('token') ?? '').slice(0, LONGEST_TOKEN_CHARACTERS)
  if (token !== '') return answerToLink(ctx, token)
  const email = String(form.get('email') ?? '').trim()
  return answerTo(ctx, email)
}

/** Unsubscribes by the link in a newsletter; if it is not one of ours, the address is asked for. */
async function answerToLink(ctx: RequestContext, token: string) {
  try {
    await ctx.call(oneClickUnsubscribe, { params: { token } })
    return data({ done: true, fault: null, message: null, email: '' })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    const message = apiError.status === 400 ? ctx.words(accountMessages)['UNSUBSCRIBE.WRONG_LINK'] : messageOf(ctx, apiError)
    return data({ done: false, fault: null, message, email: '' }, { status: apiError.status })
  }
}

async function answerTo(ctx: RequestContext, email: string) {
  const fault = emailError(email)
  if (fault) return data({ done: false, fault, message: null, email }, { status: 400 })
  try {
    await ctx.call(calls[kindOf(ctx.page)], { body: { email } })
    return data({ done: true, fault: null, message: null, email })
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    const message = apiError.status === 406 ? null : messageOf(ctx, apiError)
    return data({ done: false, fault: null, message, email }, { status: apiError.status })
  }
}

const messageOf = (ctx: RequestContext, { message, words }: ApiError) => message ?? ctx.words(errorMessages)[words] ?? null

/** Unsubscribes an address from one kind of e-mail; the address comes from the e-mail's link or is entered here. */
export default function UnsubscribeScreen() {
  const t = useText()
  const { kind, page, email, token, fetchedAhead } = useLoaderData<typeof loader>()
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
  if ((email || token) && !answer) {
    return (
      <TextPage title={title} lead={email ? t('UNSUBSCRIBE.LEAD') : undefined}>
        {email && (
          <p>
            <strong>{email}</strong>
          </p>
        )}
        <AutoSubmitForm atOnce={!fetchedAhead} progress={t('UNSUBSCRIBE.BUSY')}>
          {email ? <input type="hidden" name="email" value={email} /> : <input type="hidden" name="token" value={token} />}
          <p className={style.buttons}>
            <Button>{t('UNSUBSCRIBE.BUTTON')}</Button>
            <a className="button quiet" href={addressOf(page)}>
              {t('UNSUBSCRIBE.ANOTHER')}
            </a>
          </p>
        </AutoSubmitForm>
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
          {answer.message ?? t(errors[kind] as MessageKey)}
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
