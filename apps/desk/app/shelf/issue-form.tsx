import { changeIssue, importIssueFields } from '@kiosk/contract/desk-routes'
import type { IssueFields, ShelfIssueDetails } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { ISSUE_KINDS } from '@kiosk/domain/staff/upload-endpoints'
import { Link } from 'react-router'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { SaveBar } from '../shell/save-bar.tsx'
import { LANGUAGES, useNames } from '../shell/use-names.ts'
import { useText } from '../shell/use-text.tsx'
import { DeskFields } from './desk-fields.tsx'
import style from './shelf.module.css'
import { useDraft } from './use-draft.ts'
import { useUndoableSave } from './use-undoable-save.ts'

/** Fields that may be empty, which is stored as none. */
const OPTIONAL: readonly (keyof IssueFields)[] = ['number', 'volume', 'edition', 'dateEnd']

/** The fields of an issue. Changes are saved together and can be taken back. */
export function IssueForm({ issue, mayChange }: { issue: ShelfIssueDetails; mayChange: boolean }) {
  const t = useText()
  const names = useNames()
  const { values, changes, before, count, set, discard } = useDraft<IssueFields>(issue.fields)
  const params = { uid: issue.uid }
  const saving = useUndoableSave<IssueFields>({
    send: (wanted, seen) => deskClient.call(changeIssue, { params, body: { changes: wanted, before: seen } }),
    onSaved: discard,
  })
  const text = (name: Exclude<keyof IssueFields, 'kind'>) => ({
    label: t(`DESK.FIELD.${name}`),
    value: values[name] ?? '',
    onChange: (typed: string) => set(name, typed === '' && OPTIONAL.includes(name) ? (null as never) : typed),
    error: saving.error?.field === `changes.${name}` ? saving.error.message : undefined,
    isReadOnly: !mayChange,
  })
  const deskFields = issue.deskFields.map((column) => FIELD_OF[column] ?? column)
  const languages = [...new Set<string>([...LANGUAGES, values.language])]
  return (
    <div className={style.fields}>
      <div className={style.group}>
        <h2>{t('DESK.SHELF.FIELDS')}</h2>
        <TextField {...text('name')} isRequired />
        <TextField {...text('number')} />
        <TextField {...text('volume')} />
        <TextField {...text('date')} type="date" isRequired />
        <TextField {...text('dateEnd')} type="date" />
        <Select
          label={t('DESK.FIELD.kind')}
          isDisabled={!mayChange}
          options={ISSUE_KINDS.map((id) => ({ id, name: t(`DESK.ISSUE_KIND.${id}`) }))}
          selectedKey={values.kind}
          onSelectionChange={(id) => set('kind', id as IssueFields['kind'])}
        />
        <TextField {...text('edition')} />
        <Select
          label={t('DESK.FIELD.language')}
          isDisabled={!mayChange}
          options={languages.map((id) => ({ id, name: names.language(id) }))}
          selectedKey={values.language}
          onSelectionChange={(id) => set('language', String(id))}
        />
        <div className={style.wide}>
          <TextField {...text('headline')} />
        </div>
        <div className={style.wide}>
          <TextField {...text('description')} lines={4} />
        </div>
        <p className={`${style.note} ${style.wide}`}>
          {t('DESK.FIELD.ageRating')}:{' '}
          {issue.ageRating === 0 ? t('DESK.SHELF.AGE.0') : t('DESK.SHELF.AGE.from', { age: issue.ageRating })} (
          <Link to={`/titles/${issue.titleKey}`}>{issue.title}</Link>)
        </p>
      </div>
      <DeskFields
        fields={deskFields}
        mayChange={mayChange}
        giveBack={() => deskClient.call(importIssueFields, { params, body: { fields: deskFields } })}
      />
      {mayChange && (
        <SaveBar
          count={count}
          isPending={saving.isPending}
          error={saving.error}
          status={saving.status}
          onUndo={saving.undo}
          onSave={() => void saving.save(changes, before, '')}
          onDiscard={discard}
        />
      )}
    </div>
  )
}

/** Fields whose columns have another name. */
const FIELD_OF: Record<string, keyof IssueFields> = { issue_date: 'date', issue_date_end: 'dateEnd' }
