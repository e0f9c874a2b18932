import { redeemPromo } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import type { MessageKey } from '@kiosk/i18n/message-key'
import { subscriptionMessages } from '@kiosk/i18n/messages/subscriptions'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { Notice } from '@kiosk/ui/notice'
import { useEffect, useRef, useState } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { type ApiError, apiErrorIn } from '../api-error.ts'
import { TextPage } from '../content/text-page.tsx'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { Link } from '../shell/link.tsx'
import { promoUntil, requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { pays, useViewer } from '../shell/viewer.ts'
import style from './promo-code-screen.module.css'

export function loader({ context }: LoaderFunctionArgs) {
  const { packedWords, operator } = requestContext(context)
  return { words: packedWords(subscriptionMessages), stores: operator.stores }
}

/** Result of the form. `invalid`: error at the field, with the API's message; every other error is shown above it. */
type Answer = {
  redeemed?: { title: string; until: string }
  invalid?: { because: string | null }
  apiError?: ApiError
  inForm?: true
  typed?: string
}

/** Redeems a code; an empty one is not sent. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const typed = String((await accountForm(ctx, request)).get('code') ?? '').trim()
  if (typed === '') return data<Answer>({ invalid: { because: null }, typed }, { status: 400 })
  try {
    const { promoCode } = await ctx.call(redeemPromo, { params: { code: typed } })
    return data<Answer>({ redeemed: { title: promoCode.title, until: promoUntil(promoCode, ctx.language) } })
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
  const answer = useActionData<typeof action>() as Answer | undefined
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
  if (promo) return <Running promo={promo} redeemed={answer?.redeemed} />
  return (
    <TextPage title={t('PROMO.TITLE')} lead={t('PROMO.FREE')}>
      <CodeForm answer={answer} />
    </TextPage>
  )
}

function Running({ promo, redeemed }: { promo: { title: string; until: string }; redeemed: Answer['redeemed'] }) {
  const t = useText()
  const { stores } = useLoaderData<typeof loader>()
  const apps = [['App Store', stores.apple] as const, ['Google Play', stores.google] as const].flatMap(([name, address]) =>
    address ? [[name, address] as const] : [],
  )
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (redeemed) notice.current?.focus()
  }, [redeemed])
  return (
    <TextPage title={t('PROMO.TITLE')} lead={redeemed ? undefined : t('PROMO.ACTIVE', promo)}>
      {redeemed && (
        <Notice kind="good" title={t('PROMO.DONE_TITLE')} ref={notice}>
          {t('PROMO.DONE', redeemed)}
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

function CodeForm({ answer }: { answer: Answer | undefined }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const [empty, setEmpty] = useState(false)
  const invalid = empty || answer?.invalid
  const field = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.invalid) field.current?.querySelector('input')?.focus()
  }, [answer])
  return (
    <Form
      ref={field}
      method="post"
      action={addressOf('promoCode')}
      className={style.form}
      noValidate
      onSubmit={(event) => {
        const code = new FormData(event.currentTarget).get('code')
        setEmpty(String(code ?? '').trim() === '')
        if (String(code ?? '').trim() === '') event.preventDefault()
      }}
    >
      <AccountField />
      {answer?.apiError && <Notice kind="error">{answer.apiError.message ?? t(answer.apiError.words as MessageKey)}</Notice>}
      <Field
        label={t('PROMO.CODE')}
        hint={t('PROMO.HINT')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        required
        defaultValue={answer?.typed}
        error={invalid && [t('PROMO.INVALID'), !empty && answer?.invalid?.because].filter(Boolean).join(' ')}
        className={style.code}
      />
      <p>
        <Button busy={busy} busyWords={t('PROMO.BUSY')}>
          {t('PROMO.REDEEM')}
        </Button>
      </p>
    </Form>
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
