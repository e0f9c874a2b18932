import { today } from '@kiosk/contract/desk-routes'
import { dateLocales } from '@kiosk/domain/locale'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import style from './today.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const { me, call } = deskContext(context)
  const [person, found] = await Promise.all([me(), call(today)])
  return { name: person?.name ?? '', ...found }
}

/** What needs a hand now, then the figures. */
export default function Today() {
  const { name, attention, figures } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const numbers = new Intl.NumberFormat(dateLocales[useLanguage()])
  const { plans, ...counts } = figures
  return (
    <>
      <PageHead title={t('DESK.TODAY.TITLE', { name })} />
      <section className={style.part} aria-labelledby="attention">
        <h2 id="attention">{t('DESK.TODAY.ATTENTION')}</h2>
        {attention.length === 0 && <p className={style.quiet}>{t('DESK.TODAY.NOTHING')}</p>}
        <ul className={style.attention}>
          {attention.map(({ kind, count, since, examples }) => (
            <li key={kind}>
              <strong className="number">{numbers.format(count)}</strong>
              <div>
                {t(`DESK.TODAY.${kind}`, { count })}
                {since && <small>{t('DESK.TODAY.SINCE', { time: time(since) })}</small>}
                {examples.length > 0 && <small>{examples.join(', ')}</small>}
                {COMMANDS[kind] && (
                  <small>
                    <code>{COMMANDS[kind]}</code>
                  </small>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className={style.part} aria-labelledby="figures">
        <h2 id="figures">{t('DESK.TODAY.FIGURES')}</h2>
        <dl className={style.figures}>
          {Object.entries(counts).map(([each, count]) => (
            <div key={each}>
              <dt>{t(`DESK.FIGURE.${each}`)}</dt>
              <dd className="number">{numbers.format(count)}</dd>
            </div>
          ))}
        </dl>
        <dl className={style.figures}>
          {plans.map(({ id, tier, country, subscriptions }) => (
            <div key={id}>
              <dt>{t('DESK.FIGURE.PLAN', { tier, country })}</dt>
              <dd className="number">{numbers.format(subscriptions)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

/** The command that shows more, until the desk has a page for it. */
const COMMANDS: Record<string, string> = {
  alarms: 'kiosk reconcile · kiosk suspense',
  jobs: 'kiosk jobs',
  imports: 'kiosk import',
  suspense: 'kiosk suspense',
  declarations: 'kiosk cancellations',
  'past-due': 'kiosk billing failures',
  'late-titles': 'kiosk import',
}
