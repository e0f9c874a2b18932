import { verification } from '@kiosk/domain/accounts/registration-endpoints'
import { sessionTokenOwner, type WaitingIdentity } from '@kiosk/domain/accounts/session-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { formatMoney } from '@kiosk/domain/money'
import { ownPath } from '@kiosk/domain/own-path'
import { DEFAULT_REGION, regionById } from '@kiosk/domain/regions'
import { launchOffer } from '@kiosk/domain/subscriptions/endpoints'
import { entryWords } from '@kiosk/languages/accounts'
import { linkIdentityWords } from '@kiosk/languages/link-identity'
import { verificationWords } from '@kiosk/languages/verification'
import { Button } from '@kiosk/ui/button'
import { Checkbox } from '@kiosk/ui/checkbox'
import { Notice } from '@kiosk/ui/notice'
import { useEffect } from 'react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import type { Output } from '../api-client.ts'
import { orRefusal, type Refusal } from '../refusal.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { isFetchedAhead, isOwnNavigation, secretAddress } from '../shell/secret-addresses.ts'
import { useText } from '../shell/use-text.ts'
import { type Visit, visitOf } from '../shell/visit.ts'
import { useVisitor } from '../shell/visitor.ts'
import page from './entry-page.module.css'
import { EntryPage } from './entry-page.tsx'
import { PressedForm } from './pressed-form.tsx'
import { tellOfLogin } from './tell-of-login.ts'
import { VerificationFailed } from './verification-failed.tsx'
import style from './verify-screen.module.css'

export const headers = () => secretAddress

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { searchParams } = new URL(request.url)
  const verified = searchParams.get('verified')
  return data({
    words: visit.words(entryWords, verificationWords, linkIdentityWords),
    head: { robots: 'noindex' } satisfies HeadData,
    verified: verified === 'new' || verified === 'already' ? verified : null,
    token: searchParams.get('token') ?? '',
    newsletter: searchParams.get('newsletter') === '1',
    ...(await ofToken(visit, request)),
    onward: ownPath(searchParams.get('to')),
    offer: verified === 'new' ? await offerOf(visit) : null,
  })
}

/**
 * The link of the email signs in: by itself only where it was opened from nowhere else, or in the browser in which this
 * registration was made. A page of somebody else could sign a visitor in to an account of its own.
 */
async function ofToken(
  visit: Visit,
  request: Request,
): Promise<{ account: string; atOnce: boolean; waiting: WaitingIdentity | null }> {
  const token = new URL(request.url).searchParams.get('token')
  if (!token || request.method !== 'GET') return { account: '', atOnce: false, waiting: null }
  const { answer } = await orRefusal(visit.call(sessionTokenOwner, { body: { token } }))
  const own = isOwnNavigation(request) || (answer?.thisBrowser ?? false)
  const waiting = answer?.waitingIdentity ?? null
  // Whether a login at a provider that began here is the reader's own, a person says.
  const undoubted = own && !answer?.other && !isFetchedAhead(request)
  return { account: undoubted ? '' : (answer?.account ?? ''), atOnce: undoubted && waiting === null, waiting }
}

/** The launch offer, if there is one for who just came in; any failure hides it (section 8). */
async function offerOf(visit: Visit) {
  if ((await visit.who()).state === 'anonymous') return null
  return (await orRefusal(visit.call(launchOffer))).answer
}

type Answer = { refusal: Refusal; inForm: true }

/** In another browser than the one of the registration, a password is chosen first: the one it had may be a stranger's. */
function addressAfter({ verificationTarget, choosePassword }: Output<typeof verification>): string {
  const to = ownPath(verificationTarget)
  if (choosePassword) return addressOf('newPassword', { token: choosePassword, after: 'verification', to })
  return addressOf('verify', { verified: 'new', to })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { token = '', newsletter, link } = valuesOf(await request.formData())
  const query = { token, newsletter: String(newsletter === 'true'), ...(link === 'true' && { link }) }
  const { answer, refusal } = await orRefusal(visitOf(context).call(verification, { query }))
  if (!refusal) return redirect(addressAfter(answer), 303)
  if (refusal.status === 409) return redirect(addressOf('verify', { verified: 'already' }), 303)
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Where the link of the verification mail leads: progress, then success or what went wrong (section 4). */
export default function VerifyScreen() {
  const t = useText()
  const { verified, token, newsletter, account, atOnce, waiting } = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  if (verified) return <Verified already={verified === 'already'} />
  if (refusal || !token) {
    const own = refusal?.status === 403 || refusal?.status === 406
    return (
      <EntryPage title={t('VERIFICATION.FAILED')}>
        <VerificationFailed>{(own && refusal.message) || t('VERIFICATION.ERROR')}</VerificationFailed>
      </EntryPage>
    )
  }
  const asks = !atOnce && account !== ''
  const lead = newsletter ? 'VERIFICATION.NEWSLETTER_LEAD' : asks ? 'VERIFICATION.LEAD_AS' : 'VERIFICATION.LEAD'
  return (
    <EntryPage title={t('VERIFICATION.TITLE')} lead={t(lead, { account })}>
      <PressedForm atOnce={!newsletter && atOnce} progress={t('VERIFICATION.PROGRESS')}>
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
          <Button>{t(asks ? 'VERIFICATION.SUBMIT_AS' : 'VERIFICATION.SUBMIT', { account })}</Button>
        )}
      </PressedForm>
    </EntryPage>
  )
}

/** A login at a provider began in this browser and waits for this address: unticked, because it may be somebody else's. */
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

function Verified({ already }: { already: boolean }) {
  const t = useText()
  const { webapp, firstname } = useVisitor()
  const { onward, offer } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (!already && firstname !== null) void tellOfLogin()
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
        <Offer />
        <div className={page.actions}>
          {onward && (
            <a className={offer ? 'button quiet' : 'button'} href={onward}>
              {t('VERIFICATION.CONTINUE')}
            </a>
          )}
          {already && firstname === null && (
            <Link to="login" className="button">
              {t('REGISTRATION.TO_LOGIN')}
            </Link>
          )}
          <a className={onward || offer || (already && firstname === null) ? 'button quiet' : 'button'} href={webapp}>
            {t('VERIFICATION.USE_FREE')}
          </a>
        </div>
      </div>
    </EntryPage>
  )
}

function Offer() {
  const t = useText()
  const { regionId } = useVisitor()
  const { offer } = useLoaderData<typeof loader>()
  if (!offer) return null
  const { currency } = regionById(regionId) ?? DEFAULT_REGION
  const price = (minor: number) => formatMoney({ minor, currency })
  // Decision 22: as many reduced charges as whole months, three where the offer says nothing.
  const months = Math.floor(offer.days / 30) || 3
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
