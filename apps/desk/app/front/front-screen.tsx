import { frontPage, planFrontPage, setFrontPage, withdrawFrontPage } from '@kiosk/contract/desk-routes'
import { FRONT_PAGES, type FrontTitle } from '@kiosk/domain/staff/front-endpoints'
import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { Failure } from '../pieces/notice.tsx'
import { SubNav } from '../pieces/sub-nav.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog, momentIn } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { UndoButtons } from '../shell/undo-buttons.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useHistory } from '../shell/use-history.ts'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { CoverRow } from './cover-row.tsx'
import style from './front.module.css'
import { Preview } from './preview.tsx'
import { TitleSearch } from './title-search.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const set = FRONT_PAGES.find((each) => each === (params.set ?? FRONT_PAGES[0]))
  if (!set) throw data({ code: 'not_found' }, { status: 404 })
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('front.write'), ctx.call(frontPage, { params: { set } })])
  return { ...found, set, mayChange }
}

/** The row of covers on the home page of each market. */
export default function Front() {
  const { set } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <>
      <PageHead title={t('DESK.SECTION.FRONT')} about={t('DESK.FRONT.ABOUT')} />
      <SubNav
        label={t('DESK.FRONT.MARKETS')}
        pages={FRONT_PAGES.map((each, at) => ({
          to: at === 0 ? '/front' : `/front/${each}`,
          name: t(`DESK.FRONT.${each}`),
          end: true,
        }))}
      />
      <Row key={set} />
    </>
  )
}

const keysOf = (row: readonly FrontTitle[]) => row.map(({ key }) => key)

/** One row with its unsaved changes. */
function Row() {
  const { set, titles, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const { run, error, isPending } = useChange()
  const { current, change, undo, redo, canUndo, canRedo, reset } = useHistory<readonly FrontTitle[]>(titles)
  const [isPlanning, setPlanning] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const [added, setAdded] = useState(0)
  const [isShown, setShown] = useState(false)
  const isChanged = keysOf(current).join(' ') !== keysOf(titles).join(' ')
  const params = { set }
  useLeaveWarning(isChanged)

  function add(title: FrontTitle): void {
    change([...current, title])
    setAdded(added + 1)
  }
  async function publish(): Promise<void> {
    const body = { keys: keysOf(current), before: keysOf(titles) }
    if (!(await run(() => deskClient.call(setFrontPage, { params, body })))) return
    reset(current)
    setShown(true)
  }
  return (
    <>
      {mayChange && (
        <div className={style.tools}>
          <TitleSearch key={added} autoFocus={added > 0} chosen={keysOf(current)} onChoose={add} />
          <Buttons>
            <UndoButtons canUndo={canUndo} canRedo={canRedo} undo={undo} redo={redo} />
            <Button kind="quiet" aria-expanded={isPreviewed} onPress={() => setPreviewed(!isPreviewed)}>
              {t('DESK.PREVIEW.BUTTON')}
            </Button>
            <Button kind="quiet" onPress={() => setPlanning(true)} isDisabled={!isChanged}>
              {t('DESK.FRONT.PLAN')}
            </Button>
            <Button onPress={() => void publish()} isDisabled={!isChanged} isPending={isPending}>
              {t('DESK.FRONT.PUBLISH')}
            </Button>
          </Buttons>
        </div>
      )}
      <Failure error={error} />
      <p role="status" className={style.state}>
        {current.length === 0 ? t('DESK.FRONT.EMPTY') : t('DESK.FRONT.COUNT', { count: current.length })}
        {isChanged ? ` ${t('DESK.FRONT.UNSAVED')}` : isShown && ` ${t('DESK.FRONT.SHOWN')}`}
      </p>
      {isPreviewed && <Preview set={set} keys={keysOf(current)} name={t('DESK.PREVIEW.TITLE')} />}
      <CoverRow titles={current} onChange={mayChange ? change : null} />
      <PlannedRows />
      {isPlanning && (
        <Plan
          onDone={() => setPlanning(false)}
          onPlanned={() => reset(titles)}
          plan={(startsAt) => deskClient.call(planFrontPage, { params, body: { keys: keysOf(current), startsAt } })}
        />
      )}
    </>
  )
}

/** The rows that are shown later, by their time. */
function PlannedRows() {
  const { set, plans, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const time = useTime()
  const { run, error } = useChange()
  const [previewed, setPreviewed] = useState<number | null>(null)
  const previewedPlan = plans.find(({ id }) => id === previewed)
  return (
    <>
      <h2 className={style.heading}>{t('DESK.FRONT.PLANS')}</h2>
      {plans.length === 0 && <Nothing>{t('DESK.FRONT.NO_PLANS')}</Nothing>}
      <ul className={style.plans}>
        {plans.map(({ id, startsAt, by, titles: planned }) => (
          <li key={id}>
            <div>
              <strong>
                <time dateTime={startsAt}>{time(startsAt)}</time>
              </strong>{' '}
              {t('DESK.FRONT.BY', { name: by })}
              <p>{planned.length === 0 ? t('DESK.FRONT.EMPTY') : planned.map(({ name }) => name).join(', ')}</p>
            </div>
            <Button
              kind="quiet"
              aria-expanded={previewed === id}
              aria-label={t('DESK.PREVIEW.BUTTON_OF', { time: time(startsAt) })}
              onPress={() => setPreviewed(previewed === id ? null : id)}
            >
              {t('DESK.PREVIEW.BUTTON')}
            </Button>
            {mayChange && (
              <Button
                kind="quiet"
                aria-label={t('DESK.FRONT.WITHDRAW_OF', { time: time(startsAt) })}
                onPress={() => void run(() => deskClient.call(withdrawFrontPage, { params: { id } }))}
              >
                {t('DESK.FRONT.WITHDRAW')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {previewedPlan && (
        <Preview
          key={previewedPlan.id}
          set={set}
          keys={keysOf(previewedPlan.titles)}
          name={t('DESK.PREVIEW.TITLE_AT', { time: time(previewedPlan.startsAt) })}
        />
      )}
      <Failure error={error} />
    </>
  )
}

type PlanProps = { plan(startsAt: string): Promise<unknown>; onPlanned(): void; onDone(): void }

/** Asks from when on the row is shown. */
function Plan({ plan, onPlanned, onDone }: PlanProps) {
  const t = useText()
  return (
    <FormDialog
      title={t('DESK.FRONT.PLAN')}
      button={t('DESK.FRONT.PLAN_BUTTON')}
      send={(form) => plan(momentIn(form, 'startsAt')!).then(onPlanned)}
      onDone={onDone}
    >
      <TextField
        label={t('DESK.FRONT.FROM')}
        hint={t('DESK.FRONT.FROM_HINT')}
        name="startsAt"
        type="datetime-local"
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
