import { confirmIdentity, exportData } from '@kiosk/contract/routes'
import { addressOf } from '@kiosk/domain/addresses'
import { accountMessages } from '@kiosk/i18n/messages/account'
import { exportMessages } from '@kiosk/i18n/messages/account-export'
import { exportDetailMessages } from '@kiosk/i18n/messages/export-details'
import { paymentResultMessages } from '@kiosk/i18n/messages/payment-results'
import { Button } from '@kiosk/ui/button'
import { PageIcon } from '@kiosk/ui/page-icon'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { type FormError, formError, orApiError } from '../api-error.ts'
import page from '../content/text-page.module.css'
import { TextPage } from '../content/text-page.tsx'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { requestContext } from '../shell/request-context.ts'
import { useText } from '../shell/use-text.ts'
import { EXPORT_FILE, type Formatted, format, nameOf } from './export-format.ts'
import style from './export-screen.module.css'
import { FreshPassword, LogInAgain } from './fresh-login.tsx'
import { freshLoginIn } from './needs-fresh-login.ts'
import { passwordFieldWords } from './password-field-messages.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContext(context)
  const { answer, apiError } = await orApiError(ctx.call(exportData))
  const requires = apiError && freshLoginIn(apiError)
  if (apiError && !requires) throw data({ apiError }, { status: apiError.status })
  const words = ctx.words(accountMessages, exportMessages, exportDetailMessages, passwordFieldWords)
  const head: HeadData = { robots: 'noindex' }
  if (!answer) return { words, head, requires: requires ?? ('login' as const) }
  const { exportedAt, ...parts } = answer
  const texts = ctx.words(exportMessages, exportDetailMessages, paymentResultMessages)
  const formatted = { words: texts, language: ctx.language, locale: (await ctx.who()).locale }
  return {
    words,
    head,
    requires: null,
    time: format(exportedAt, formatted) as string,
    parts: Object.entries(parts).map(([name, value]) => ({ name: nameOf(name, words), formatted: format(value, formatted) })),
  }
}

/** Checks the password before the page shows the data. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContext(context)
  const { password = '' } = valuesOf(await accountForm(ctx, request))
  const { apiError } = await orApiError(ctx.call(confirmIdentity, { body: { password } }))
  if (!apiError) return redirect(addressOf('accountExport'), 303)
  return formError(apiError)
}

/** Shows all data of an account in readable form; the file is for machines. */
export default function ExportScreen() {
  const t = useText()
  const loaded = useLoaderData<typeof loader>()
  const { apiError } = (useActionData() as FormError | undefined) ?? {}
  if (loaded.requires) {
    return (
      <TextPage title={t('EXPORT.TITLE')}>
        {loaded.requires === 'login' ? (
          <LogInAgain back={addressOf('accountExport')} />
        ) : (
          <form method="post" action={addressOf('accountExport')} className={style.fresh}>
            <AccountField />
            <FreshPassword apiError={apiError} />
            <Button>{t('EXPORT.SHOW')}</Button>
          </form>
        )}
        <p className={page.back}>
          <Link to="account">{t('ACCOUNT.BACK')}</Link>
        </p>
      </TextPage>
    )
  }
  const { time, parts } = loaded
  const empty = parts.flatMap(({ name, formatted }) => (formatted === null ? [name] : []))
  return (
    <TextPage title={t('EXPORT.TITLE')} lead={t('EXPORT.LEAD', { time })}>
      <p>
        <a className="button" href={EXPORT_FILE} download>
          <PageIcon name="download" />
          {t('EXPORT.DOWNLOAD')}
        </a>
      </p>
      {parts.map(
        ({ name, formatted }) =>
          formatted !== null && (
            <section key={name} className={style.part}>
              <h2>{name}</h2>
              <FormattedValue formatted={formatted} />
            </section>
          ),
      )}
      {empty.length > 0 && <p className={style.none}>{t('EXPORT.EMPTY', { names: empty.join(', ') })}</p>}
      <p className={page.back}>
        <Link to="account">{t('ACCOUNT.BACK')}</Link>
      </p>
    </TextPage>
  )
}

function FormattedValue({ formatted }: { formatted: Formatted }) {
  if (formatted === null) return null
  if (typeof formatted === 'string') return <p>{formatted}</p>
  if ('list' in formatted) {
    return (
      <ul className={style.list}>
        {formatted.list.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place}>
            <FormattedValue formatted={each} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className={style.facts}>
      {formatted.facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? value : <FormattedValue formatted={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}
