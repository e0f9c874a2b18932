import { changeTitle, importTitleFields } from '@kiosk/contract/desk-routes'
import type { ShelfTitleDetails } from '@kiosk/domain/staff/shelf-title-endpoints'
import { AGE_RATINGS, FREQUENCIES, TITLE_FIELDS_WITH_REASON, type TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { CheckGroup } from '../pieces/check-group.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { PublisherPicker, TitlePicker } from './pickers.tsx'
import { SaveBar } from './save-bar.tsx'
import style from './shelf.module.css'
import { useDraft } from './use-draft.ts'
import { COUNTRIES, LANGUAGES, useNames } from './use-names.ts'
import { useUndoableSave } from './use-undoable-save.ts'

const NONE = 'none'
const withCurrent = (known: readonly string[], current: string | null) =>
  current === null || known.includes(current) ? known : [...known, current]

/** The fields of a title. Changes are saved together and can be taken back. */
export function TitleForm({ title, mayChange }: { title: ShelfTitleDetails; mayChange: boolean }) {
  const t = useText()
  const language = useLanguage()
  const names = useNames()
  const { values, changes, before, count, set, discard } = useDraft<TitleFields>(title.fields)
  const [reason, setReason] = useState('')
  const needsReason = TITLE_FIELDS_WITH_REASON.some((name) => name in changes)
  const params = { key: title.key }
  const saving = useUndoableSave<TitleFields>({
    send: (wanted, seen, why) =>
      deskClient.call(changeTitle, { params, body: { changes: wanted, before: seen, ...(why && { reason: why }) } }),
    onSaved: () => {
      discard()
      setReason('')
    },
  })
  const isAbout = (name: keyof TitleFields) => (saving.error?.field === `changes.${name}` ? saving.error.message : undefined)
  const text = (name: 'name' | 'issn' | 'place') => ({
    label: t(`DESK.FIELD.${name}`),
    value: values[name] ?? '',
    onChange: (typed: string) => set(name, typed === '' && name !== 'name' ? (null as never) : typed),
    error: isAbout(name),
    isReadOnly: !mayChange,
  })
  const choice = <Name extends keyof TitleFields>(name: Name) => ({
    label: t(`DESK.FIELD.${name}`),
    selectedKey: String(values[name] ?? NONE),
    isDisabled: !mayChange,
  })
  const countries = withCurrent(COUNTRIES, values.country).map((id) => ({ id, name: names.country(id) }))
  const offered = [...new Set([...COUNTRIES, ...(values.shownIn ?? [])])].map((id) => ({ id, name: names.country(id) }))
  return (
    <div className={style.fields}>
      <div className={style.group}>
        <h2>{t('DESK.SHELF.FIELDS')}</h2>
        <TextField {...text('name')} isRequired />
        <PublisherPicker
          id={values.publisherId}
          name={title.publisher}
          saved={title.fields.publisherId}
          isDisabled={!mayChange}
          error={isAbout('publisherId')}
          onChange={(id) => set('publisherId', id)}
        />
        <Select
          {...choice('kind')}
          options={(['magazine', 'newspaper'] as const).map((id) => ({ id, name: t(`DESK.SHELF.KIND.${id}`) }))}
          onSelectionChange={(id) => set('kind', id as TitleFields['kind'])}
        />
        <Select
          {...choice('frequency')}
          options={FREQUENCIES.map((id) => ({ id, name: t(`DESK.FREQUENCY.${id}`) }))}
          onSelectionChange={(id) => set('frequency', id as TitleFields['frequency'])}
        />
        <Select
          {...choice('language')}
          options={withCurrent(LANGUAGES, values.language).map((id) => ({ id, name: names.language(id) }))}
          onSelectionChange={(id) => set('language', String(id))}
        />
        <TextField {...text('issn')} />
        <div className={style.wide}>
          <TextField
            label={t('DESK.FIELD.description')}
            lines={5}
            value={values.description}
            onChange={(typed) => set('description', typed)}
            error={isAbout('description')}
            isReadOnly={!mayChange}
          />
        </div>
        <div className={style.wide}>
          <CheckGroup
            label={t('DESK.FIELD.categories')}
            options={title.categories.map(({ uid, names }) => ({ id: uid, name: names[language] ?? uid }))}
            value={values.categories}
            onChange={(chosen) => set('categories', inListOrder(title, chosen))}
            error={isAbout('categories')}
            isReadOnly={!mayChange}
          />
        </div>
      </div>
      <div className={style.group}>
        <h2>{t('DESK.SHELF.REACH')}</h2>
        <Select
          {...choice('country')}
          options={[{ id: NONE, name: t('DESK.SHELF.NONE') }, ...countries]}
          onSelectionChange={(id) => set('country', id === NONE ? null : String(id))}
        />
        <TextField {...text('place')} />
        <Select
          {...choice('ageRating')}
          options={AGE_RATINGS.map((age) => ({
            id: String(age),
            name: age === 0 ? t('DESK.SHELF.AGE.0') : t('DESK.SHELF.AGE.from', { age }),
          }))}
          onSelectionChange={(id) => set('ageRating', Number(id) as TitleFields['ageRating'])}
        />
        <Select
          label={t('DESK.FIELD.shownIn')}
          isDisabled={!mayChange}
          selectedKey={values.shownIn ? 'some' : 'all'}
          options={[
            { id: 'all', name: t('DESK.SHELF.EVERYWHERE') },
            { id: 'some', name: t('DESK.SHELF.SOME_COUNTRIES') },
          ]}
          onSelectionChange={(id) => set('shownIn', id === 'all' ? null : (title.fields.shownIn ?? ['AT', 'CH', 'DE', 'LU']))}
        />
        {values.shownIn && (
          <div className={style.wide}>
            <CheckGroup
              label={t('DESK.SHELF.COUNTRIES')}
              options={offered}
              value={values.shownIn}
              onChange={(chosen) => set('shownIn', [...chosen].sort())}
              error={isAbout('shownIn')}
              isReadOnly={!mayChange}
            />
          </div>
        )}
      </div>
      <div className={style.group}>
        <h2>{t('DESK.SHELF.RELATIONS')}</h2>
        {(['editionOf', 'supplementOf'] as const).map((name) => (
          <TitlePicker
            key={name}
            label={t(`DESK.FIELD.${name}`)}
            titleKey={values[name]}
            isDisabled={!mayChange}
            error={isAbout(name)}
            onChange={(key) => set(name, key)}
          />
        ))}
      </div>
      {title.deskFields.length > 0 && <SetHere title={title} mayChange={mayChange} />}
      {mayChange && (
        <SaveBar
          count={count}
          isPending={saving.isPending}
          error={saving.error}
          said={saving.said}
          onUndo={saving.undo}
          onSave={() => void saving.save(changes, before, reason)}
          onDiscard={discard}
        >
          {needsReason && (
            <TextField
              label={t('DESK.REASON')}
              hint={t('DESK.SHELF.REASON_NEEDED')}
              value={reason}
              onChange={setReason}
              isRequired
              error={saving.error?.field === 'reason' ? saving.error.message : undefined}
            />
          )}
        </SaveBar>
      )}
    </div>
  )
}

/** Categories as the server returns them, so that a choice that was taken back is no change. */
function inListOrder({ categories }: ShelfTitleDetails, chosen: readonly string[]): string[] {
  return categories.map(({ uid }) => uid).filter((uid) => chosen.includes(uid))
}

const FIELD_OF: Record<string, keyof TitleFields> = {
  publisher_id: 'publisherId',
  age_rating: 'ageRating',
  shown_in: 'shownIn',
  edition_of: 'editionOf',
  supplement_of: 'supplementOf',
}

/** Which fields imports leave alone, and a way to give them back. */
function SetHere({ title, mayChange }: { title: ShelfTitleDetails; mayChange: boolean }) {
  const t = useText()
  const { run, isPending } = useChange()
  const fields = title.deskFields.map((column) => FIELD_OF[column] ?? column)
  const listed = fields.map((name) => t(`DESK.FIELD.${name}`)).join(', ')
  return (
    <div className={style.withButton}>
      <p className={style.note}>{t('DESK.SHELF.SET_HERE', { fields: listed })}</p>
      {mayChange && (
        <Button
          kind="bare"
          isPending={isPending}
          onPress={() => void run(() => deskClient.call(importTitleFields, { params: { key: title.key }, body: { fields } }))}
        >
          {t('DESK.SHELF.REIMPORT')}
        </Button>
      )}
    </div>
  )
}
