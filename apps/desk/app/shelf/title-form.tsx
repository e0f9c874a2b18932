import { importTitleFields } from '@kiosk/contract/desk-routes'
import type { ShelfTitleDetails } from '@kiosk/domain/staff/shelf-title-endpoints'
import { AGE_RATINGS, FREQUENCIES, type TitleFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { CheckGroup } from '../pieces/check-group.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { SaveBar } from '../shell/save-bar.tsx'
import { COUNTRIES, LANGUAGES, useNames } from '../shell/use-names.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { DeskFields } from './desk-fields.tsx'
import { PublisherPicker, TitlePicker } from './pickers.tsx'
import style from './shelf.module.css'
import { NONE, type TitleDraft, useTitleDraft } from './use-title-draft.ts'

const withCurrent = (known: readonly string[], current: string | null) =>
  current === null || known.includes(current) ? known : [...known, current]

/** The fields of a title. Changes are saved together and can be taken back. */
export function TitleForm({ title, mayChange }: { title: ShelfTitleDetails; mayChange: boolean }) {
  const t = useText()
  const draft = useTitleDraft(title, mayChange)
  const { count, saving, save, discard, reason } = draft
  const deskFields = title.deskFields.map((column) => FIELD_OF[column] ?? column)
  return (
    <div className={style.fields}>
      <IdentityFields {...draft} />
      <ReachFields {...draft} />
      <RelationFields {...draft} />
      <DeskFields
        fields={deskFields}
        mayChange={mayChange}
        giveBack={() => deskClient.call(importTitleFields, { params: { key: title.key }, body: { fields: deskFields } })}
      />
      {mayChange && (
        <SaveBar count={count} {...saving} onUndo={saving.undo} onSave={save} onDiscard={discard}>
          {reason && <TextField {...reason} label={t('DESK.REASON')} hint={t('DESK.SHELF.REASON_NEEDED')} isRequired />}
        </SaveBar>
      )}
    </div>
  )
}

/** Fields whose columns have another name. */
const FIELD_OF: Record<string, keyof TitleFields> = {
  publisher_id: 'publisherId',
  age_rating: 'ageRating',
  shown_in: 'shownIn',
  edition_of: 'editionOf',
  supplement_of: 'supplementOf',
  offers_epub: 'offersEpub',
}

/** What the title is. */
function IdentityFields({ title, values, set, text, choice, errorOf, mayChange }: TitleDraft) {
  const t = useText()
  const language = useLanguage()
  const names = useNames()
  return (
    <div className={style.group}>
      <h2>{t('DESK.SHELF.FIELDS')}</h2>
      <TextField {...text('name')} isRequired />
      <PublisherPicker
        id={values.publisherId}
        name={title.publisher}
        saved={title.fields.publisherId}
        isDisabled={!mayChange}
        error={errorOf('publisherId')}
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
          error={errorOf('description')}
          isReadOnly={!mayChange}
        />
      </div>
      <div className={style.wide}>
        <CheckGroup
          label={t('DESK.FIELD.categories')}
          options={title.categories.map(({ uid, names }) => ({ id: uid, name: names[language] ?? uid }))}
          value={values.categories}
          onChange={(chosen) => set('categories', inListOrder(title, chosen))}
          error={errorOf('categories')}
          isReadOnly={!mayChange}
        />
      </div>
    </div>
  )
}

/** Categories as the server returns them, so that a choice that was taken back is not a change. */
function inListOrder({ categories }: ShelfTitleDetails, chosen: readonly string[]): string[] {
  return categories.map(({ uid }) => uid).filter((uid) => chosen.includes(uid))
}

/** Where the title comes from, and who sees it. */
function ReachFields({ title, values, set, text, choice, errorOf, mayChange }: TitleDraft) {
  const t = useText()
  const names = useNames()
  const countries = withCurrent(COUNTRIES, values.country).map((id) => ({ id, name: names.country(id) }))
  const offered = [...new Set([...COUNTRIES, ...(values.shownIn ?? [])])].map((id) => ({ id, name: names.country(id) }))
  return (
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
        {...choice('shownIn')}
        selectedKey={values.shownIn ? 'some' : 'all'}
        options={[
          { id: 'all', name: t('DESK.SHELF.EVERYWHERE') },
          { id: 'some', name: t('DESK.SHELF.SOME_COUNTRIES') },
        ]}
        onSelectionChange={(id) => set('shownIn', id === 'all' ? null : (title.fields.shownIn ?? ['AT', 'CH', 'DE', 'LU']))}
      />
      <Select
        {...choice('offersEpub')}
        options={(['false', 'true'] as const).map((id) => ({ id, name: t(`DESK.SHELF.EPUB.${id}`) }))}
        onSelectionChange={(id) => set('offersEpub', id === 'true')}
      />
      {values.shownIn && (
        <div className={style.wide}>
          <CheckGroup
            label={t('DESK.SHELF.COUNTRIES')}
            options={offered}
            value={values.shownIn}
            onChange={(chosen) => set('shownIn', [...chosen].sort())}
            error={errorOf('shownIn')}
            isReadOnly={!mayChange}
          />
        </div>
      )}
    </div>
  )
}

/** Of which title it is an edition or a supplement. */
function RelationFields({ values, set, errorOf, mayChange }: TitleDraft) {
  const t = useText()
  return (
    <div className={style.group}>
      <h2>{t('DESK.SHELF.RELATIONS')}</h2>
      {(['editionOf', 'supplementOf'] as const).map((name) => (
        <TitlePicker
          key={name}
          label={t(`DESK.FIELD.${name}`)}
          titleKey={values[name]}
          isDisabled={!mayChange}
          error={errorOf(name)}
          onChange={(key) => set(name, key)}
        />
      ))}
    </div>
  )
}
