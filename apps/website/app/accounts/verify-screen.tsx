import type { Output } from '@kiosk/api-client/call-types'
import { launchOffer, sessionTokenOwner, verification } from '@kiosk/contract/routes'
import type { WaitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { isFetchedAhead } from '@kiosk/domain/fetched-ahead'
import { formatMoney } from '@kiosk/domain/money'
import { reducedCharges } from '@kiosk/domain/payments/rules'
import { regionById } from '@kiosk/domain/regions'
import { returnPath } from '@kiosk/domain/return-path'
import { linkIdentityMessages } from '@kiosk/i18n/messages/link-identity'
import { loginMessages } from '@kiosk/i18n/messages/login'
import { verificationMessages } from '@kiosk/i18n/messages/verification'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Notice } from '@kiosk/ui/notice'
import { useEffect } from 'react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import { isBuying } from '../payments/is-buying.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { type RequestContext, requestContext } from '../shell/request-context.ts'
import { isOwnNavigation, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { useViewer } from '../shell/viewer.ts'
import { AutoSubmitForm } from './auto-submit-form.tsx'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { showLoginNotice } from './login-notice.ts'
import { VerificationFailed } from './verification-failed.tsx'
import style from './verify-screen.module.css'

export const headers = () => secretAddress

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { searchParams } = new URL(request.url)
  const verified = searchParams.get('verified')
  const onward = returnPath(searchParams.get('to'))
  return data({
    words: ctx.words(loginMessages, verificationMessages, linkIdentityMessages),
    head: { robots: 'noindex' } satisfies HeadData,
    verified: verified === 'new' || verified === 'already' ? verified : null,
    token: searchParams.get('token') ?? '',
    newsletter: searchParams.get('newsletter') === '1',
    ...(await ofToken(ctx, request)),
    onward,
    // An order already has its own price.
    offer: verified === 'new' && !isBuying(onward) ? await offerOf(ctx) : null,
  })
}

/**
 * Returns whether an e-mail's link signs in without a click: only if no other site led here, or in the browser of the
 * registration; otherwise another site could sign visitors in to its own account. `account` is the account to ask about.
 */
async function ofToken(
  ctx: RequestContext,
  request: Request,
): Promise<{ account: string; atOnce: boolean; waiting: WaitingIdentity | null }> {
  const token = new URL(request.url).searchParams.get('token')
  if (!token || request.method !== 'GET') return { account: '', atOnce: false, waiting: null }
  const { answer } = await orApiError(ctx.call(sessionTokenOwner, { body: { token } }))
  const own = isOwnNavigation(request) || (answer?.thisBrowser ?? false)
  const waiting = answer?.waitingIdentity ?? null
  // The user has to decide whether the sign-in method pending in this browser is theirs.
  const undoubted = own && !answer?.other && !isFetchedAhead(request.headers)
  return { account: undoubted ? '' : (answer?.account ?? ''), atOnce: undoubted && waiting === null, waiting }
}

/** Returns the launch offer for a new reader; null on any failure. */
async function offerOf(ctx: RequestContext) {
  if ((await ctx.who()).state === 'anonymous') return null
  return (await orApiError(ctx.call(launchOffer))).answer
}

/**
 * Returns the path after verification. In another browser than that of the registration, a password must be chosen first,
 * because someone else may have set the existing one.
 */
function addressAfter({ verificationTarget, choosePassword }: Output<typeof verification>, newsletter: boolean): string {
  const to = returnPath(verificationTarget)
  if (choosePassword) return addressOf('newPassword', { token: choosePassword, after: 'verification', to })
  return addressOf('verify', { verified: 'new', to, newsletter: newsletter ? 1 : null })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '', newsletter, link } = valuesOf(await request.formData())
  const ordered = newsletter === 'true'
  const query = { token, newsletter: String(ordered), ...(link === 'true' && { link }) }
  const { answer, apiError } = await orApiError(requestContext(context).call(verification, { query }))
  if (!apiError) return redirect(addressAfter(answer, ordered), 303)
  if (apiError.status === 409) return redirect(addressOf('verify', { verified: 'already', newsletter: ordered ? 1 : null }), 303)
  return formError(apiError)
}

/** Target of the verification e-mail's link: progress, then success or the error. */
export default function VerifyScreen() {
  const t = useText()
  const { verified, token, newsletter, account, atOnce, waiting } = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
  if (verified) return <Verified already={verified === 'already'} newsletter={newsletter} />
  if (apiError || !token) {
    const own = apiError?.status === 403 || apiError?.status === 406
    return (
      <EntryPage title={t('VERIFICATION.FAILED')}>
        <VerificationFailed
          help={t('VERIFICATION.SUPPORT')}
          onward={
            <Link to="login" className="button">
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          }
        >
          {(own && apiError.message) || t('VERIFICATION.ERROR')}
        </VerificationFailed>
      </EntryPage>
    )
  }
  const namesAccount = !atOnce && account !== ''
  const lead = newsletter ? 'VERIFICATION.NEWSLETTER_LEAD' : namesAccount ? 'VERIFICATION.LEAD_AS' : 'VERIFICATION.LEAD'
  return (
    <EntryPage title={t('VERIFICATION.TITLE')} lead={t(lead, { account })}>
      <AutoSubmitForm atOnce={!newsletter && atOnce} progress={t('VERIFICATION.PROGRESS')}>
        <input type="hidden" name="token" value={token} />
        {waiting && <LinkBox waiting={waiting} />}
        {newsletter ? (
          <>
            <Button name="newsletter" value="true">
              {t('VERIFICATION.SUBMIT_NEWSLETTER')}
            </Button>
            <Button kind="quiet">{t('VERIFICATION.SUBMIT_ONLY')}</Button>
          </>
        ) : (
          <Button>{t(namesAccount ? 'VERIFICATION.SUBMIT_AS' : 'VERIFICATION.SUBMIT', { account })}</Button>
        )}
      </AutoSubmitForm>
    </EntryPage>
  )
}

/**
 * Offers to link a sign-in method that is pending in this browser for this address. Not checked by default, because it may
 * be someone else's.
 */
function LinkBox({ waiting: { provider, name } }: { waiting: WaitingIdentity }) {
  const t = useText()
  const named = { provider: t(`LINK_IDENTITY.${provider}`), name }
  return (
    <Checkbox
      name="link"
      value="true"
      label={t(name ? 'LINK_IDENTITY.CHECKBOX_NAMED' : 'LINK_IDENTITY.CHECKBOX', named)}
      hint={t('LINK_IDENTITY.CHECKBOX_HINT', named)}
    />
  )
}

/**
 * @param newsletter whether the button that also orders it was pressed; readers who have unsubscribed since do not get it again
 */
function Verified({ already, newsletter }: { already: boolean; newsletter: boolean }) {
  const t = useText()
  const { webapp, firstname } = useViewer()
  const { onward, offer } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (!already && firstname !== null) void showLoginNotice()
  }, [already, firstname])
  return (
    <EntryPage
      title={t(already ? 'VERIFICATION.ALREADY' : 'VERIFICATION.SUCCESS')}
      lead={already ? undefined : t('VERIFICATION.SUCCESS_LEAD')}
    >
      <div className={page.stack}>
        {already && (
          <Notice kind="good">{t(firstname === null ? 'VERIFICATION.ALREADY_LEAD' : 'VERIFICATION.ALREADY_IN')}</Notice>
        )}
        {newsletter &&
          (already ? (
            <Link plain to="account" values={{ edit: 'newsletter' }}>
              {t('VERIFICATION.NEWSLETTER_IN_ACCOUNT')}
            </Link>
          ) : (
            <p>{t('VERIFICATION.NEWSLETTER_ORDERED')}</p>
          ))}
        <Offer />
        <div className={page.actions}>
          {onward && (
            <a className={offer ? 'button quiet' : 'button'} href={onward}>
              {t(continueKey(onward))}
            </a>
          )}
          {already && firstname === null && (
            <Link to="login" className="button">
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          )}
          {!isReading(onward) && (
            <a className={onward || offer || (already && firstname === null) ? 'button quiet' : 'button'} href={webapp}>
              {t('VERIFICATION.USE_FREE')}
            </a>
          )}
        </div>
      </div>
    </EntryPage>
  )
}

/** Whether a path leads back to the page of an issue. */
const isReading = (path: string | null) => path?.startsWith('/reader/issues/') ?? false

function continueKey(onward: string) {
  if (isBuying(onward)) return 'VERIFICATION.CONTINUE_ORDER'
  return isReading(onward) ? 'VERIFICATION.CONTINUE_READING' : 'VERIFICATION.CONTINUE'
}

function Offer() {
  const t = useText()
  const { regionId } = useViewer()
  const { offer } = useLoaderData<typeof loader>()
  if (!offer) return null
  const { currency } = regionById(regionId)
  const price = (minor: number) => formatMoney({ minor, currency })
  // ADR-0173: one reduced charge per full month, three if the offer states no length.
  const months = reducedCharges(offer.days)
  return (
    <section className={style.offer}>
      <h2>{t('VERIFICATION.OFFER', { months, reduced: price(offer.reducedPrice) })}</h2>
      <p>{t('VERIFICATION.OFFER_LEAD', { regular: price(offer.regularPrice) })}</p>
      <Link to="paymentOverview" className="button" values={{ id: offer.subscriptionId, voucher: offer.voucherCode.voucherCode }}>
        {t('VERIFICATION.PREMIUM')}
      </Link>
    </section>
  )
}
