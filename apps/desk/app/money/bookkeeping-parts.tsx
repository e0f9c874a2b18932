import { dateFormat } from '@kiosk/domain/date-format'
import { operatorLocale } from '@kiosk/domain/locale'
import { FormPart, PartFields } from '../pieces/form-parts.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { accountsOf, type BookkeepingDraft, numberOfChart } from './account-fields.ts'

const NUMBER = '[0-9]{3,9}'
const LENGTHS = [4, 5, 6, 7, 8]
const ADVISER_NUMBERS = [
  { name: 'consultant', label: 'DESK.BOOKKEEPING.CONSULTANT', pattern: '[0-9]{4,7}' },
  { name: 'client', label: 'DESK.BOOKKEEPING.CLIENT', pattern: '[0-9]{1,5}' },
] as const

type Options = { draft: BookkeepingDraft; mayChange: boolean; onChange: (part: Partial<BookkeepingDraft>) => void }

/** The numbers that the tax adviser has given, and the fiscal year. */
export function AdviserPart({ draft, mayChange, onChange }: Options) {
  const t = useText()
  const month = dateFormat(operatorLocale(useLanguage()), { month: 'long' })
  const months = Array.from({ length: 12 }, (_, at) => ({ id: String(at + 1), name: month.format(new Date(2026, at, 15)) }))
  return (
    <FormPart title={t('DESK.BOOKKEEPING.ADVISER')}>
      <PartFields>
        {ADVISER_NUMBERS.map(({ name, label, pattern }) => (
          <TextField
            key={name}
            label={t(label)}
            name={name}
            inputMode="numeric"
            pattern={pattern}
            isRequired
            isReadOnly={!mayChange}
            value={draft[name]}
            onChange={(number) => onChange(name === 'client' ? { client: number } : { consultant: number })}
          />
        ))}
        <Select
          label={t('DESK.BOOKKEEPING.FISCAL_YEAR')}
          options={months}
          isDisabled={!mayChange}
          selectedKey={String(draft.fiscalYearMonth)}
          onSelectionChange={(id) => onChange({ fiscalYearMonth: Number(id) })}
        />
        <Select
          label={t('DESK.BOOKKEEPING.LENGTH')}
          options={LENGTHS.map((length) => ({ id: String(length), name: String(length) }))}
          isDisabled={!mayChange}
          selectedKey={String(draft.accountLength)}
          onSelectionChange={(id) => onChange({ accountLength: Number(id) })}
        />
      </PartFields>
    </FormPart>
  )
}

/** The chart of accounts and the numbers of accounts. @param options.missing accounts that need a number */
export function NumbersPart({ draft, mayChange, missing, onChange }: Options & { missing: readonly string[] }) {
  const t = useText()
  const nameOf = (account: string) => {
    const [kind, of] = account.split(':')
    return of ? t(`DESK.LEDGER.${kind}`, { of }) : t(`DESK.BOOKKEEPING.KIND.${kind}`)
  }
  const hintOf = (account: string) => {
    const number = numberOfChart(draft, account)
    return number === '' ? undefined : t('DESK.BOOKKEEPING.OF_CHART', { number })
  }
  return (
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
          onSelectionChange={(chart) => onChange({ chart: chart as BookkeepingDraft['chart'] })}
        />
        <TextField
          label={t('DESK.BOOKKEEPING.AUTOMATIC')}
          hint={t('DESK.BOOKKEEPING.AUTOMATIC_HINT')}
          name="automaticAccounts"
          pattern={`\\s*(${NUMBER}([\\s,;]+|$))*`}
          isReadOnly={!mayChange}
          value={draft.automaticAccounts}
          onChange={(automaticAccounts) => onChange({ automaticAccounts })}
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
            onChange={(number) => onChange({ accounts: { ...draft.accounts, [account]: number } })}
          />
        ))}
      </PartFields>
    </FormPart>
  )
}
