import { security, securityEvents, signIns, supportAccess } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { countryName } from '@kiosk/domain/country-name'
import { formatMoment } from '@kiosk/domain/date-format'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { securityMessages } from '@kiosk/i18n/messages/security'
import { securityEventMessages } from '@kiosk/i18n/messages/security-events'
import { supportMessages } from '@kiosk/i18n/messages/support'
import type { Messages } from '@kiosk/i18n/translate'
import { Button } from '@kiosk/ui/button'
import { Field } from '@kiosk/ui/field'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import page from '../content/text-page.module.css'
import { TextPage } from '../content/text-page.tsx'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { LogInAgain } from './fresh-login.tsx'
import { PasskeyForm } from './passkey-form.tsx'
import { passkeyScript } from './passkey-script.ts'
import { PasskeySection } from './passkey-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { answerOfNotice, type SecurityAnswer, securityAction } from './security-action.ts'
import { Outcome, SecurityForm, useFieldError } from './security-form.tsx'
import style from './security-screen.module.css'
import { type SecurityState, securityState } from './security-state.ts'
import { namedSignIns, SignInSection } from './sign-in-section.tsx'
import { SupportSection, shownSupport } from './support-section.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { language } = ctx
  const [state, sessions, events, support] = await Promise.all([
    ctx.call(security),
    ctx.call(signIns),
    ctx.call(securityEvents),
    ctx.call(supportAccess),
  ])
  const { locale } = await ctx.who()
  const words = ctx.words(accountMessages, securityMessages, supportMessages)
  const whatHappened: Messages = ctx.words(securityEventMessages)
  const head: HeadData = { robots: 'noindex' }
  return {
    words,
    head,
    script: passkeyScript,
    done: answerOfNotice(new URL(request.url).searchParams.get('done')),
    state: securityState(state, locale),
    support: shownSupport(support, language, locale),
    sessions: namedSignIns(
      sessions.map((each) => ({
        ...each,
        place: countryName(language, each.country),
        since: formatMoment(locale, each.signedInAt),
        last: formatMoment(locale, each.lastSeenAt),
      })),
    ),
    events: events.map(({ kind, at, country, app }) => ({
      kind,
      what: whatHappened[`SECURITY.EVENT.${kind}`] ?? kind,
      app,
      at,
      when: formatMoment(locale, at),
      place: countryName(language, country),
    })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  return securityAction(ctx, await accountForm(ctx, request))
}

/** Security page: sign-in protection, sessions and recent events. */
export default function SecurityScreen() {
  const t = useText()
  const { done, state, support, sessions, events } = useLoaderData<typeof loader>()
  const answer = (useActionData<typeof action>() as SecurityAnswer | undefined) ?? done
  const sentTo = (about: SecurityAnswer['about']) => (answer?.about === about ? answer : undefined)
  return (
    <TextPage title={t('SECURITY.TITLE')} lead={t('SECURITY.LEAD')}>
      <SignInSection sessions={sessions} sent={sentTo('sign-ins')} />
      <ConfirmSection state={state} sent={sentTo('confirm')} />
      <PasskeySection state={state} sent={sentTo('passkeys')} />
      <ProviderSection state={state} sent={sentTo('providers')} />
      <SecondFactorSection state={state} sent={sentTo('factor')} />
      <SupportSection support={support} confirmed={state.confirmed} sent={sentTo('support')} />
      <section className={style.section} aria-labelledby="events">
        <h2 id="events">{t('SECURITY.EVENTS')}</h2>
        <p>{t('SECURITY.EVENTS_LEAD')}</p>
        {events.length === 0 ? (
          <p>{t('SECURITY.EVENTS_NONE')}</p>
        ) : (
          <ul className={style.events}>
            {events.map(({ kind, what, at, when, place, app }) => (
              <li key={`${kind} ${at}`}>
                <strong>{what}</strong>
                <span>
                  <time dateTime={at}>{when}</time>
                  {[app, place].filter(Boolean).map((each) => ` · ${each}`)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p className={page.back}>
        <Link to="account">{t('ACCOUNT.BACK')}</Link>
      </p>
    </TextPage>
  )
}

/** Asks for a password or a passkey before passkeys or the second factor can be changed. */
function ConfirmSection({ state, sent }: { state: SecurityState; sent: SecurityAnswer | undefined }) {
  const t = useText()
  const error = useFieldError(sent)
  if (state.confirmed) return <Outcome sent={sent} />
  return (
    <section className={style.section} aria-labelledby="confirm">
      <h2 id="confirm">{t('SECURITY.CONFIRM')}</h2>
      {/* A notice in the address belongs to a confirmation that has since expired. */}
      {!sent?.done && <Outcome sent={sent} />}
      <p>{t('SECURITY.CONFIRM_LEAD')}</p>
      {state.hasPassword && (
        <SecurityForm intent="confirm">
          <Field
            label={t('SECURITY.CONFIRM_PASSWORD')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={200}
            error={error}
            autoFocus={error !== null}
          />
          <Button>{t('SECURITY.CONFIRM_BUTTON')}</Button>
        </SecurityForm>
      )}
      {state.passkeys.length > 0 && (
        <PasskeyForm
          kind="confirm"
          action={addressOf('security')}
          label={t('SECURITY.CONFIRM_PASSKEY')}
          failed={t('SECURITY.PASSKEY_FAILED')}
          quiet={state.hasPassword}
        >
          <AccountField />
        </PasskeyForm>
      )}
      {!state.hasPassword && state.passkeys.length === 0 && <LogInAgain back={addressOf('security')} />}
    </section>
  )
}
