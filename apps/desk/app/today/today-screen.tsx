import { figures, revenueFigures, today } from '@kiosk/contract/desk-routes'
import { isPermitted, type Permission } from '@kiosk/domain/staff/roles'
import { FIGURE_STEPS } from '@kiosk/domain/staff/today-endpoints'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FiguresSection } from '../figures/figures-section.tsx'
import { ALARM_PAGES } from '../operations/alarm-pages.ts'
import { Notice } from '../pieces/notice.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useNumber } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { AttentionList } from './attention-list.tsx'
import style from './today.module.css'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('by')
  const by = FIGURE_STEPS.find((each) => each === asked) ?? 'days'
  const { me, call } = deskContext(context)
  const person = await me()
  const may = (permission: Permission) => person !== null && isPermitted(person.role, permission)
  const [found, counted, revenue] = await Promise.all([
    call(today),
    call(figures, { query: { by } }),
    may('figures.read') ? call(revenueFigures, { query: { by } }) : null,
  ])
  const pages = Object.fromEntries(
    Object.entries(PAGES).flatMap(([kind, { path, permission }]) => (may(permission) ? [[kind, path]] : [])),
  )
  const steps = STEPS.filter(({ permission }) => may(permission)).map(({ path }) => path)
  return { name: person?.name ?? '', ...found, counted, revenue, by, pages, steps }
}

/** What needs a person now, then the figures. */
export default function Today() {
  const { name, attention, backup, figures: current, counted, revenue, by, pages, steps } = useLoaderData<typeof loader>()
  const t = useText()
  const number = useNumber()
  const time = useTime()
  const { plans, ...counts } = current
  // The first issue may come before the company's details and the prices are right.
  const openSteps = steps.filter((path) => path !== FIRST_UPLOAD || counts.issues === 0)
  const isOpening = counts.readers === 0 && openSteps.length > 0
  return (
    <>
      <PageHead title={t('DESK.TODAY.TITLE', { name })} />
      <section className={style.part} aria-labelledby="attention">
        <h2 id="attention">{t('DESK.TODAY.ATTENTION')}</h2>
        {attention.length === 0 && !isOpening && !backup?.isLate && <p className={style.quiet}>{t('DESK.TODAY.NOTHING')}</p>}
        {isOpening && (
          <>
            <p>{t(counts.issues === 0 ? 'DESK.TODAY.NO_ISSUES' : 'DESK.TODAY.NO_READERS')}</p>
            <ol className={style.steps}>
              {openSteps.map((path) => (
                <li key={path}>
                  <Link to={path}>{t(`DESK.TODAY.STEP.${path}`)}</Link>
                  <small>{t(`DESK.TODAY.STEP.${path}.ABOUT`)}</small>
                </li>
              ))}
            </ol>
          </>
        )}
        {backup?.isLate && (
          <Notice tone="bad">
            <p>{backup.at ? t('DESK.TODAY.BACKUP_LATE', { time: time(backup.at) }) : t('DESK.TODAY.BACKUP_NONE')}</p>
            <p>{t('DESK.TODAY.BACKUP_OTHERS')}</p>
          </Notice>
        )}
        <AttentionList attention={attention} pages={pages} />
        {backup?.at && !backup.isLate && <p className={style.quiet}>{t('DESK.TODAY.BACKUP', { time: time(backup.at) })}</p>}
      </section>
      <section className={style.part} aria-labelledby="figures">
        <h2 id="figures">{t('DESK.TODAY.FIGURES')}</h2>
        <dl className={style.figures}>
          {Object.entries(counts).map(([each, count]) => (
            <div key={each}>
              <dt>{t(`DESK.FIGURE.${each}`)}</dt>
              <dd className="number">{number(count)}</dd>
            </div>
          ))}
        </dl>
        <dl className={style.figures}>
          {plans.map(({ id, tier, country, subscriptions }) => (
            <div key={id}>
              <dt>{t('DESK.FIGURE.PLAN', { tier, country })}</dt>
              <dd className="number">{number(subscriptions)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={style.part} aria-labelledby="days">
        <h2 id="days">{t('DESK.FIGURES.TITLE')}</h2>
        <FiguresSection figures={counted} revenue={revenue} by={by} />
      </section>
    </>
  )
}

const FIRST_UPLOAD = '/uploads'
/** What a newsstand needs before it opens. */
const STEPS: readonly { path: string; permission: Permission }[] = [
  { path: '/content/company', permission: 'company.write' },
  { path: '/offers', permission: 'offers.write' },
  { path: '/money/accounts', permission: 'money.write' },
  { path: '/content', permission: 'content.write' },
  { path: '/staff', permission: 'staff.write' },
  { path: FIRST_UPLOAD, permission: 'shelf.write' },
]

const MONEY: Permission = 'money.read'
/** The page that shows more; for an alarm, by its kind. */
const PAGES: Record<string, { path: string; permission: Permission }> = {
  ...Object.fromEntries(Object.entries(ALARM_PAGES).map(([kind, path]) => [`alarms.${kind}`, { path, permission: MONEY }])),
  alarms: { path: '/operations/alarms', permission: 'operations.read' },
  jobs: { path: '/operations', permission: 'operations.read' },
  mail: { path: '/operations?state=all', permission: 'operations.read' },
  imports: { path: '/uploads', permission: 'shelf.write' },
  uploads: { path: '/uploads', permission: 'shelf.write' },
  suspense: { path: '/money/suspense', permission: MONEY },
  reconciliation: { path: '/money/differences', permission: MONEY },
  declarations: { path: '/readers/declarations', permission: 'readers.read' },
  'past-due': { path: '/money/declined', permission: MONEY },
  feedback: { path: '/content/feedback', permission: 'feedback.read' },
  'late-titles': { path: '/uploads', permission: 'shelf.write' },
}
