import { exportData } from '@kiosk/domain/accounts/endpoints'
import { accountWords } from '@kiosk/languages/account'
import { exportWords } from '@kiosk/languages/account-export'
import { exportDetailWords } from '@kiosk/languages/export-details'
import { Icon } from '@kiosk/ui/icon'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { TextPage } from '../content/text-page.tsx'
import type { HeadData } from '../shell/head.tsx'
import { Link } from '../shell/link.tsx'
import { useText } from '../shell/use-text.ts'
import { visitOf } from '../shell/visit.ts'
import style from './export-screen.module.css'
import { EXPORT_FILE, nameOf, type Told, toldOf } from './told.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const visit = visitOf(context)
  const { exportedAt, ...parts } = await visit.call(exportData)
  const words = visit.words(accountWords, exportWords, exportDetailWords)
  const head: HeadData = { robots: 'noindex' }
  const told = { words, language: visit.language }
  return {
    words,
    head,
    time: toldOf(exportedAt, told) as string,
    parts: Object.entries(parts).map(([name, value]) => ({ name: nameOf(name, words), told: toldOf(value, told) })),
  }
}

/** Everything held about an account, to be read by people; the file beside it is for machines. */
export default function ExportScreen() {
  const t = useText()
  const { time, parts } = useLoaderData<typeof loader>()
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
