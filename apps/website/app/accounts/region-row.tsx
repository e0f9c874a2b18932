import { addressOf } from '@kiosk/domain/addresses'
import { Select } from '@kiosk/ui/field'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useText } from '../shell/use-text.ts'
import type { AccountAnswer } from './account-action.ts'
import style from './account-screen.module.css'
import type { AccountView } from './account-view.ts'
import { AskingForm, QuestionForm } from './asking-form.tsx'
import { Rejected, SavedRow, SaveOrDiscard } from './data-row.tsx'
import { useAnswer } from './use-answer.ts'
import { useFieldValue } from './use-field-value.ts'

/** The account's market (ADR-0171); a change needs confirmation. */
export function RegionRow({
  view,
  openAtFirst,
  sent,
}: {
  view: AccountView
  openAtFirst: boolean
  sent: AccountAnswer | undefined
}) {
  const t = useText()
  const fetcher = useFetcher<AccountAnswer>()
  const { answer, dismiss } = useAnswer(fetcher, sent)
  const [open, setOpen] = useState(openAtFirst || (sent !== undefined && !sent.saved))
  const [discarded, setDiscarded] = useState(false)
  const saved = view.saved.region
  const { value, setValue, field } = useFieldValue(saved)
  useEffect(() => {
    if (!answer || fetcher.state !== 'idle') return
    if (answer.saved) setOpen(false)
    else if (answer.apiError) setValue(saved)
  }, [answer, fetcher.state, saved, setValue])

  const nameOf = (id: string) => view.choices.region.find((each) => String(each.id) === id)?.name ?? ''
  const questionFor = (id: string) => ({
    title: t('ACCOUNT.REGION_TITLE'),
    content: t('ACCOUNT.REGION_ASK', { region: nameOf(id) }),
    yes: t('ACCOUNT.REGION_YES'),
    no: t('ACCOUNT.DISCARD'),
  })
  if (answer?.requires === 'confirmation' && answer.value) {
    return (
      <div className={style.open} data-field="region">
        <QuestionForm
          action={addressOf('account')}
          fields={{ about: 'region', value: answer.value }}
          question={questionFor(answer.value)}
        />
      </div>
    )
  }
  if (!open) {
    return (
      <SavedRow
        name="region"
        label={t('ACCOUNT.region')}
        value={nameOf(saved)}
        status={answer?.saved ? t('ACCOUNT.SAVED') : undefined}
        focused={answer?.saved === true || discarded}
        onChange={() => {
          dismiss()
          setValue(saved)
          setOpen(true)
        }}
      />
    )
  }
  return (
    <div className={style.open} data-field="region">
      <AskingForm fetcher={fetcher} action={addressOf('account')} question={questionFor(value)}>
        <input type="hidden" name="about" value="region" />
        <Select
          ref={field}
          label={t('ACCOUNT.region')}
          hint={t('ACCOUNT.REGION_HINT')}
          name="value"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={answer?.apiError && <Rejected apiError={answer.apiError} />}
          autoFocus
        >
          {view.choices.region.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <SaveOrDiscard
          busy={fetcher.state !== 'idle'}
          onDiscard={() => {
            dismiss()
            setDiscarded(true)
            setOpen(false)
          }}
        />
      </AskingForm>
    </div>
  )
}
