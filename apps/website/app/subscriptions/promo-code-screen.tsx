import { redeemPromo } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type ApiError, apiErrorIn } from '../api-error.ts'
import { TextPage } from '../content/text-page.tsx'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import style from './promo-code-screen.module.css'

export function loader({ context, request }: LoaderFunctionArgs) {
  const { packedWords, operator } = requestContext(context)
  const isRedeemed = new URL(request.url).searchParams.has('redeemed')
  return { words: packedWords(subscriptionMessages), stores: operator.stores, isRedeemed }
}

/**
 * Errors of the form. `invalid`: error at the field; `because`: the API’s message, null = the code is invalid. Every other error is
 * shown above it.
 */
type Answer = {
  invalid?: { because: string | null }
  apiError?: ApiError
  inForm?: true
  typed?: string
}

/** Redeems a code; an empty one is not sent to the API. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const typed = String((await accountForm(ctx, request)).get('code') ?? '').trim()
  if (typed === '') return data<Answer>({ invalid: { because: null }, typed }, { status: 400 })
  try {
    await ctx.call(redeemPromo, { params: { code: typed } })
    return redirect(addressOf('promoCode', { redeemed: 1 }), 303)
  } catch (thrown) {
    const apiError = apiErrorIn(thrown)
    if (!apiError) throw thrown
    const { status, code, message } = apiError
    const answer: Answer =
      status === 404 || status === 406
        ? { invalid: { because: code === 'code_redeemed' ? message : null }, typed }
        : { apiError, inForm: true, typed }
    return data<Answer>(answer, { status })
  }
}

/** Promo codes for this visitor: login, not needed, active, or the form. */
export default function PromoCodeScreen() {
  const t = useText()
  const { state, promo, path } = useViewer()
  if (state === 'anonymous') {
    return (
      <TextPage title={t('PROMO.TITLE')} lead={t('PROMO.ANONYMOUS')}>
        <Link plain to="login" values={{ redirect: path }} className="button">
          {t('PROMO.LOGIN')}
        </Link>
      </TextPage>
    )
  }
  if (pays(state)) {
    return (
      <TextPage title={t('PROMO.TITLE')} lead={t('PROMO.PAID')}>
        <ReadOn />
      </TextPage>
    )
  }
  if (promo) return <Running promo={promo} />
  return (
    <TextPage title={t('PROMO.TITLE')} lead={t('PROMO.FREE')}>
      <CodeForm />
    </TextPage>
  )
}

function Running({ promo }: { promo: { title: string; until: string } }) {
  const t = useText()
  const { stores, isRedeemed } = useLoaderData<typeof loader>()
  const apps = [['App Store', stores.apple] as const, ['Google Play', stores.google] as const].flatMap(([name, address]) =>
    address ? [[name, address] as const] : [],
  )
  return (
    <TextPage title={t('PROMO.TITLE')} lead={isRedeemed ? undefined : t('PROMO.ACTIVE', promo)}>
      {isRedeemed && (
        <Notice kind="good" title={t('PROMO.DONE_TITLE')} autoFocus>
          {t('PROMO.DONE', promo)}
        </Notice>
      )}
      <ReadOn />
      {apps.length > 0 && (
        <>
          <p>{t('PROMO.APPS')}</p>
          <ul className={style.stores}>
            {apps.map(([name, address]) => (
              <li key={name}>
                <a href={address} target="_blank" rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </TextPage>
  )
}

function CodeForm() {
  const t = useText()
  const { apiError, invalid, typed } = (useActionData<typeof action>() as Answer | undefined) ?? {}
  return (
    // The server's errors are in the language of the page, unlike those of the browser.
    <form method="post" action={addressOf('promoCode')} className={style.form} noValidate data-once>
      <AccountField />
      {apiError && (
        <Notice kind="error" autoFocus>
          {apiError.message ?? t(apiError.words as MessageKey)}
        </Notice>
      )}
      <Field
        label={t('PROMO.CODE')}
        hint={t('PROMO.HINT')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
        defaultValue={typed}
        error={invalid && (invalid.because ?? `${t('PROMO.INVALID')} ${t('PROMO.CHECK')}`)}
        autoFocus={invalid !== undefined}
        className={style.code}
      />
      <p>
        <button type="submit" className="button">
          {t('PROMO.REDEEM')}
        </button>
      </p>
    </form>
  )
}

function ReadOn() {
  const t = useText()
  const { webapp } = useViewer()
  return (
    <p>
      <a className="button" href={webapp}>
        {t('PROMO.READ')}
      </a>
    </p>
  )
}
