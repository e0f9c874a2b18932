import { setTitlePlans } from '@kiosk/contract/desk-routes'
import { type Reader, rightsTo } from '@kiosk/domain/reading/rights'
import { regions } from '@kiosk/domain/regions'
import type { ShelfTitleDetails } from '@kiosk/domain/staff/shelf-title-endpoints'
import { isNested, withDearerPlans } from '@kiosk/domain/subscriptions/dearer-plans'
import { FREE_SUBSCRIPTION_ID, plans } from '@kiosk/domain/subscriptions/plans'
import { subscriptionsOfKind } from '@kiosk/domain/subscriptions/subscriptions-of-kind'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { CheckGroup } from '../pieces/check-group.tsx'
import { Notice } from '../pieces/notice.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { Select } from '../pieces/select.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useNames } from '../shell/use-names.ts'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

type Props = { title: ShelfTitleDetails; mayChange: boolean }

/** Returns every plan with its name: "FREE", "MAGZ Austria". */
function usePlanNames(): { id: number; name: string; tier: Reader }[] {
  const { country } = useNames()
  const countryOf = (region: number) => country(regions.find(({ id }) => id === region)!.country)
  return [
    { id: FREE_SUBSCRIPTION_ID, name: 'FREE', tier: 'FREE' },
    ...plans.map(({ subscriptionId, tier, region }) => ({ id: subscriptionId, name: `${tier} ${countryOf(region)}`, tier })),
  ]
}

/** Which plans open the title. */
export function TitlePlans({ title, mayChange }: Props) {
  const t = useText()
  const names = usePlanNames()
  const [isOpen, setOpen] = useState(false)
  const { plans: own, fields } = title
  return (
    <section className={style.card}>
      <h2>{t('DESK.PLANS.TITLE')}</h2>
      <p>
        {own === null
          ? t(`DESK.PLANS.DEFAULT.${fields.kind}`)
          : t('DESK.PLANS.OWN', {
              plans: names
                .filter(({ id }) => own.includes(id))
                .map(({ name }) => name)
                .join(', '),
            })}
      </p>
      <BrokenPromise kind={fields.kind} plans={own} />
      {mayChange && (
        <Buttons>
          <Button kind="quiet" onPress={() => setOpen(true)}>
            {t('DESK.PLANS.CHANGE')}
          </Button>
        </Buttons>
      )}
      {isOpen && <PlansDialog title={title} onDone={() => setOpen(false)} />}
    </section>
  )
}

function PlansDialog({ title, onDone }: { title: ShelfTitleDetails; onDone(): void }) {
  const t = useText()
  const names = usePlanNames()
  const { kind } = title.fields
  const [mode, setMode] = useState<'default' | 'own'>(title.plans ? 'own' : 'default')
  const [chosen, setChosen] = useState<readonly number[]>(title.plans ?? subscriptionsOfKind(kind))
  const wanted = mode === 'own' ? chosen : null

  /** Adding a plan adds the more expensive ones of its market; removing a plan removes the cheaper ones. */
  function choose(ids: readonly number[]): void {
    const added = ids.filter((id) => !chosen.includes(id)).flatMap(withDearerPlans)
    const rest = [...new Set([...ids, ...added])]
    setChosen(rest.filter((id) => isNested([...withDearerPlans(id).filter((dearer) => rest.includes(dearer)), id])))
  }
  async function send(form: FormData): Promise<void> {
    if (wanted?.length === 0) throw new FieldError(t('DESK.VOUCHERS.NO_PLAN'), 'plans')
    const body = { plans: wanted === null ? null : [...wanted], before: title.plans, reason: textIn(form, 'reason') }
    await deskClient.call(setTitlePlans, { params: { key: title.key }, body })
  }
  return (
    <FormDialog title={t('DESK.PLANS.CHANGE')} button={t('DESK.SAVE')} send={send} onDone={onDone}>
      <Select
        label={t('DESK.PLANS.MODE')}
        options={(['default', 'own'] as const).map((id) => ({ id, name: t(`DESK.PLANS.MODE.${id}`) }))}
        selectedKey={mode}
        onSelectionChange={(id) => setMode(id as typeof mode)}
      />
      {mode === 'own' && (
        <CheckGroup
          label={t('DESK.PLANS.CHOICE')}
          name="plans"
          hint={t('DESK.PLANS.NESTED')}
          options={names.map(({ id, name }) => ({ id: String(id), name }))}
          value={chosen.map(String)}
          onChange={(ids) => choose(ids.map(Number))}
        />
      )}
      <BrokenPromise kind={kind} plans={wanted} />
      <Effect kind={kind} plans={wanted} />
      <ReasonField />
    </FormDialog>
  )
}

/** The plans that do not open this title, although the website and the contracts say that they open all titles of its kind. */
function BrokenPromise({ kind, plans: own }: { kind: 'magazine' | 'newspaper'; plans: readonly number[] | null }) {
  const t = useText()
  const promised = own === null ? [] : subscriptionsOfKind(kind).filter((id) => !own.includes(id))
  const names = usePlanNames().filter(({ id }) => promised.includes(id))
  if (names.length === 0) return null
  return <Notice>{t(`DESK.PLANS.PROMISED.${kind}`, { plans: names.map(({ name }) => name).join(', ') })}</Notice>
}

/** What each kind of reader may do with these plans, by the function that the server uses. */
function Effect({ kind, plans: own }: { kind: 'magazine' | 'newspaper'; plans: readonly number[] | null }) {
  const t = useText()
  const names = usePlanNames()
  const readers = [
    { id: FREE_SUBSCRIPTION_ID, name: t('DESK.PLANS.VISITOR'), tier: 'anonymous' as Reader, key: 'visitor' },
    ...names.map((each) => ({ ...each, key: String(each.id) })),
  ]
  const mark = (has: boolean) => (has ? t('DESK.YES') : '–')
  return (
    <table className={style.effect}>
      <caption className={style.note}>{t('DESK.PLANS.EFFECT')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('DESK.PLANS.READER')}</th>
          <th scope="col">{t('DESK.PLANS.PAGES')}</th>
          <th scope="col">{t('DESK.PLANS.OFFLINE')}</th>
          <th scope="col">{t('DESK.PLANS.AUDIO')}</th>
        </tr>
      </thead>
      <tbody>
        {readers.map(({ key, id, name, tier }) => {
          const right = rightsTo({ kind, plans: own }, { reader: tier, planId: id })
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{t(`DESK.PLANS.PAGES.${right.online}`)}</td>
              <td>{mark(right.offline)}</td>
              <td>{mark(right.audio)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
