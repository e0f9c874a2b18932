import { declarations } from '@kiosk/contract/desk-routes'
import { DECLARATION_STATES, type Decision, type Declaration } from '@kiosk/domain/staff/declaration-endpoints'
import { type ReactNode, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { Pager } from '../pieces/pager.tsx'
import { StateTabs } from '../pieces/state-tabs.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Facts } from './facts.tsx'
import style from './readers.module.css'
import { useCode } from './use-code.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const search = new URL(request.url).searchParams
  const state = DECLARATION_STATES.find((each) => each === search.get('state')) ?? 'open'
  const after = search.get('after') || undefined
  const [mayDecide, found] = await Promise.all([ctx.may('readers.write'), ctx.call(declarations, { query: { state, after } })])
  return { ...found, state, mayDecide }
}

/** Declared cancellations and withdrawals, which are open until they are applied or answered. */
export default function Declarations() {
  const { declarations: shown, more, state, mayDecide } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <PageHead title={t('DESK.SECTION.DECLARATIONS')} about={t('DESK.DECLARATIONS.ABOUT')} />
      <StateTabs states={DECLARATION_STATES} current={state} nameOf={(each) => t(`DESK.DECLARATIONS.STATE.${each}`)} />
      {shown.length === 0 && <Nothing>{t(`DESK.DECLARATIONS.NOTHING.${state}`)}</Nothing>}
      {shown.map((each) => (
        <DeclarationCard key={each.id} declaration={each} mayDecide={mayDecide} />
      ))}
      <Pager by="after" next={more ? shown.at(-1)?.id : null} />
    </>
  )
}

function DeclarationCard({ declaration, mayDecide }: { declaration: Declaration; mayDecide: boolean }) {
  const t = useText()
  const time = useTime()
  const day = useDay()
  const code = useCode()
  const [decision, setDecision] = useState<Decision | null>(null)
  const { kind, number, name, email, subscription, reader, outcome, decisions, settledAt, confirmedBy } = declaration
  const facts: Record<string, ReactNode> = {
    RECEIVED: <time dateTime={declaration.receivedAt}>{time(declaration.receivedAt)}</time>,
    FROM: (
      <>
        {name}, <a href={`mailto:${email}?subject=${encodeURIComponent(number)}`}>{email}</a>
      </>
    ),
    CONFIRMED: t(`DESK.DECLARATIONS.CONFIRMED.${confirmedBy ?? 'none'}`),
    ANSWER_BY: declaration.answerBy && day(declaration.answerBy),
    SUBSCRIPTION: subscription ? <Subscription of={subscription} /> : declaration.contract || t('DESK.DECLARATIONS.UNKNOWN'),
    REQUESTED_END: declaration.requestedEnd && day(declaration.requestedEnd),
    EFFECTIVE: outcome !== 'unconfirmed' && declaration.effectiveAt && day(declaration.effectiveAt),
    CAUSE: declaration.reason,
    SETTLED: settledAt && time(settledAt),
  }
  return (
    <article className={style.subscription} aria-labelledby={`declaration-${number}`}>
      <h2 id={`declaration-${number}`}>
        {t(`DESK.DECLARATIONS.${declaration.isExtraordinary ? 'extraordinary' : kind}`, { number })}
        {!settledAt && <Badge tone="bad">{code('DECLARATION', outcome ?? 'by-hand')}</Badge>}
        {reader !== null && <Link to={`/readers/${reader}`}>{t('DESK.DECLARATIONS.READER')}</Link>}
      </h2>
      <Facts facts={Object.entries(facts)} nameOf={(name) => t(`DESK.DECLARATIONS.${name}`)} />
      {mayDecide && decisions.length > 0 && (
        <fieldset className={style.actions} aria-label={t('DESK.DECLARATIONS.ACTIONS_OF', { number })}>
          {decisions.map((each) => (
            <Button key={each} kind="quiet" onPress={() => setDecision(each)}>
              {t(`DESK.DECLARATIONS.DECIDE.${each === 'apply' ? kind : each}`)}
            </Button>
          ))}
        </fieldset>
      )}
      {decision && <DecisionDialog declaration={declaration} decision={decision} onDone={() => setDecision(null)} />}
    </article>
  )
}

function Subscription({ of }: { of: NonNullable<Declaration['subscription']> }) {
  const t = useText()
  const day = useDay()
  const code = useCode()
  const { tier, number, state, startsAt, endsAt, isCertain } = of
  return (
    <>
      {tier} {number}, {code('SUBSCRIPTION', state)}, {day(startsAt)} – {endsAt ? day(endsAt) : t('DESK.READERS.OPEN_END')}
      {!isCertain && <small className={style.alert}> {t('DESK.DECLARATIONS.UNCERTAIN')}</small>}
    </>
  )
}
