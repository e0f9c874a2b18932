import { bookkeeping, saveBookkeeping } from '@kiosk/contract/desk-routes'
import { dateFormat } from '@kiosk/domain/date-format'
import { operatorLocale } from '@kiosk/domain/locale'
import { type FormEvent, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { FormPart, FormParts, PartFields } from '../pieces/form-parts.tsx'
import { Notice } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SaveBar } from '../shell/save-bar.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useSaved } from '../shell/use-saved.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import {
  accountsOf,
  type BookkeepingDraft,
  countOfDraftChanges,
  draftOf,
  numberOfChart,
  sentBookkeeping,
} from './account-fields.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('money.write'), ctx.call(bookkeeping)])
  return { ...found, mayChange }
}

const NUMBER = '[0-9]{3,9}'
const LENGTHS = [4, 5, 6, 7, 8]

/** What exports for DATEV are made with: numbers of the tax adviser and of accounts. */
export default function Accounts() {
  const { missing, mayChange, ...loaded } = useLoaderData<typeof loader>()
  const [saved, setBase] = useSaved(loaded)
  const t = useText()
  const language = useLanguage()
  const { run, error, isPending } = useChange()
  const [edited, setEdited] = useState<BookkeepingDraft | null>(null)
  const [isSaved, setSaved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const base = draftOf(saved.values)
  const draft = edited ?? base
  const set = (part: Partial<BookkeepingDraft>) => {
    setSaved(false)
    setEdited((known) => ({ ...(known ?? base), ...part }))
  }
  const month = dateFormat(operatorLocale(language), { month: 'long' })
  const months = Array.from({ length: 12 }, (_, at) => ({ id: String(at + 1), name: month.format(new Date(2026, at, 15)) }))
  const nameOf = (account: string) => {
    const [kind, of] = account.split(':')
    return of ? t(`DESK.LEDGER.${kind}`, { of }) : t(`DESK.BOOKKEEPING.KIND.${kind}`)
  }

  const hintOf = (account: string) => {
    const number = numberOfChart(draft, account)
    return number === '' ? undefined : t('DESK.BOOKKEEPING.OF_CHART', { number })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const sending = sentBookkeeping(draft)
    const body = { ...sending, before: saved.version }
    if (!(await run(() => deskClient.call(saveBookkeeping, { body })))) return
    setBase(sending)
    setEdited(null)
    setSaved(true)
  }
  return (
    <>
      <PageHead title={t('DESK.MONEY.ACCOUNTS')} about={t('DESK.MONEY.ACCOUNTS.ABOUT')} />
      {missing.length > 0 && <Notice tone="bad">{t('DESK.EXPORT.MISSING', { accounts: missing.join(', ') })}</Notice>}
      <ErrorForm ref={form} error={error} onSubmit={(event) => void submit(event)}>
        <FormParts>
          <FormPart title={t('DESK.BOOKKEEPING.ADVISER')}>
            <PartFields>
              <TextField
                label={t('DESK.BOOKKEEPING.CONSULTANT')}
                name="consultant"
                inputMode="numeric"
                pattern="[0-9]{4,7}"
                isRequired
                isReadOnly={!mayChange}
                value={draft.consultant}
                onChange={(consultant) => set({ consultant })}
              />
              <TextField
                label={t('DESK.BOOKKEEPING.CLIENT')}
                name="client"
                inputMode="numeric"
                pattern="[0-9]{1,5}"
                isRequired
                isReadOnly={!mayChange}
                value={draft.client}
                onChange={(client) => set({ client })}
              />
              <Select
                label={t('DESK.BOOKKEEPING.FISCAL_YEAR')}
                options={months}
                isDisabled={!mayChange}
                selectedKey={String(draft.fiscalYearMonth)}
                onSelectionChange={(id) => set({ fiscalYearMonth: Number(id) })}
              />
              <Select
                label={t('DESK.BOOKKEEPING.LENGTH')}
                options={LENGTHS.map((length) => ({ id: String(length), name: String(length) }))}
                isDisabled={!mayChange}
                selectedKey={String(draft.accountLength)}
                onSelectionChange={(id) => set({ accountLength: Number(id) })}
              />
            </PartFields>
          </FormPart>
          <FormPart title={t('DESK.BOOKKEEPING.NUMBERS')} about={t('DESK.BOOKKEEPING.NUMBERS.ABOUT')}>
            <PartFields>
              <Select
                label={t('DESK.BOOKKEEPING.CHART')}
                options={(['SKR03', 'SKR04', 'own'] as const).map((id) => ({
                  id,
                  name: id === 'own' ? t('DESK.BOOKKEEPING.CHART.own') : id,
                }))}
                isDisabled={!mayChange}
                selectedKey={draft.chart}
                onSelectionChange={(chart) => set({ chart: chart as BookkeepingDraft['chart'] })}
              />
              <TextField
                label={t('DESK.BOOKKEEPING.AUTOMATIC')}
                hint={t('DESK.BOOKKEEPING.AUTOMATIC_HINT')}
                name="automaticAccounts"
                pattern={`\\s*(${NUMBER}([\\s,;]+|$))*`}
                isReadOnly={!mayChange}
                value={draft.automaticAccounts}
                onChange={(automaticAccounts) => set({ automaticAccounts })}
              />
            </PartFields>
            <PartFields>
              {accountsOf(draft, missing).map((account) => (
                <TextField
                  key={account}
                  label={nameOf(account)}
                  name={`accounts.${account}`}
                  inputMode="numeric"
                  pattern={NUMBER}
                  hint={hintOf(account)}
                  isReadOnly={!mayChange}
                  value={draft.accounts[account] ?? ''}
                  onChange={(number) => set({ accounts: { ...draft.accounts, [account]: number } })}
                />
              ))}
            </PartFields>
          </FormPart>
          {mayChange && (
            <SaveBar
              count={edited ? countOfDraftChanges(base, edited) : 0}
              isPending={isPending}
              error={null}
              onUndo={null}
              said={isSaved && t('DESK.BOOKKEEPING.SAVED')}
              isSubmit
              onSave={() => form.current?.requestSubmit()}
              onDiscard={() => setEdited(null)}
            >
              <FormFailure />
            </SaveBar>
          )}
        </FormParts>
      </ErrorForm>
    </>
  )
}
