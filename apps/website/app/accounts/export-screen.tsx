import { exportData } from '@kiosk/domain/accounts/endpoints'
import { confirmIdentity } from '@kiosk/domain/accounts/second-factor-endpoints'
import { addressOf } from '@kiosk/domain/addresses'
import { accountWords } from '@kiosk/languages/account'
import { exportWords } from '@kiosk/languages/account-export'
import { exportDetailWords } from '@kiosk/languages/export-details'
import { Button } from '@kiosk/ui/button'
import { Icon } from '@kiosk/ui/icon'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import { orRefusal, type Refusal } from '../refusal.ts'
import { AccountField } from '../shell/account-field.tsx'
import { accountForm } from '../shell/account-form.ts'
import { valuesOf } from '../shell/form-rules.ts'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import style from './export-screen.module.css'
import { FreshPassword, freshLoginIn, LogInAgain } from './fresh-login.tsx'
import { passwordFieldWords } from './password-field-words.ts'
import { EXPORT_FILE, nameOf, type Told, toldOf } from './told.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { answer, refusal } = await orRefusal(visit.call(exportData))
  const asks = refusal && freshLoginIn(refusal)
  if (refusal && !asks) throw data({ refusal }, { status: refusal.status })
  const words = visit.words(accountWords, exportWords, exportDetailWords, passwordFieldWords)
  const head: HeadData = { robots: 'noindex' }
  if (!answer) return { words, head, asks: asks ?? ('login' as const) }
  const { exportedAt, ...parts } = answer
  const told = { words, language: visit.language }
  return {
    words,
    head,
    asks: null,
    time: toldOf(exportedAt, told) as string,
    parts: Object.entries(parts).map(([name, value]) => ({ name: nameOf(name, words), told: toldOf(value, told) })),
  }
}

type Answer = { refusal: Refusal; inForm: true }

/** The password, so that the page may show what is held. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context)
  const { password = '' } = valuesOf(await accountForm(visit, request))
  const { refusal } = await orRefusal(visit.call(confirmIdentity, { body: { password } }))
  if (!refusal) return redirect(addressOf('accountExport'), 303)
  return data<Answer>({ refusal, inForm: true }, { status: refusal.status })
}

/** Everything held about an account, to be read by people; the file beside it is for machines. */
export default function ExportScreen() {
  const t = useText()
  const loaded = useLoaderData<typeof loader>()
  const { refusal } = (useActionData() as Answer | undefined) ?? {}
  if (loaded.asks) {
    return (
      <TextPage title={t('EXPORT.TITLE')}>
        {loaded.asks === 'login' ? (
          <LogInAgain back={addressOf('accountExport')} />
        ) : (
          <form method="post" action={addressOf('accountExport')} className={style.fresh}>
            <AccountField />
            <FreshPassword refusal={refusal} />
            <Button>{t('EXPORT.SHOW')}</Button>
          </form>
        )}
        <p>
          <Link to="account">{t('ACCOUNT.BACK')}</Link>
        </p>
      </TextPage>
    )
  }
  const { time, parts } = loaded
  const empty = parts.flatMap(({ name, told }) => (told === null ? [name] : []))
  return (
    <TextPage title={t('EXPORT.TITLE')} lead={t('EXPORT.LEAD', { time })}>
      <p>
        <a className="button" href={EXPORT_FILE} download>
          <Icon name="download" />
          {t('EXPORT.DOWNLOAD')}
        </a>
      </p>
      {parts.map(
        ({ name, told }) =>
          told !== null && (
            <section key={name} className={style.part}>
              <h2>{name}</h2>
              <Telling told={told} />
            </section>
          ),
      )}
      {empty.length > 0 && <p className={style.none}>{t('EXPORT.EMPTY', { names: empty.join(', ') })}</p>}
      <p>
        <Link to="account">{t('ACCOUNT.BACK')}</Link>
      </p>
    </TextPage>
  )
}

function Telling({ told }: { told: Told }) {
  if (told === null) return null
  if (typeof told === 'string') return <p>{told}</p>
  if ('list' in told) {
    return (
      <ul className={style.list}>
        {told.list.map((each, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={place}>
            <Telling told={each} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className={style.facts}>
      {told.facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof value === 'string' ? value : <Telling told={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}
