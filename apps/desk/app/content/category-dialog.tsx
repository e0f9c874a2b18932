import { addCategory, renameCategory } from '@kiosk/contract/desk-routes'
import { languages } from '@kiosk/domain/locale'
import type { CategoryRow } from '@kiosk/domain/staff/category-endpoints'
import { CATEGORY_NAME_LENGTH, CONTENT_KEY_PATTERN } from '@kiosk/domain/staff/limits'
import { useState } from 'react'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { contentKeyOf } from '../shell/key-of.ts'
import { useText } from '../shell/use-text.tsx'

/** Adds a category, or renames one. */
export function CategoryDialog({ category, onDone }: { category: CategoryRow | null; onDone(): void }) {
  const t = useText()
  const [names, setNames] = useState(category?.names ?? { de: '', en: '', fr: '' })
  const [typedUid, setUid] = useState<string | null>(null)
  const uid = category?.uid ?? typedUid ?? contentKeyOf(names.en || names.de)
  return (
    <FormDialog
      title={category ? t('DESK.CHANGE_OF', { name: category.names.de }) : t('DESK.CATEGORIES.NEW')}
      button={t('DESK.SAVE')}
      send={() =>
        category
          ? deskClient.call(renameCategory, { params: { uid }, body: { names, before: category.names } })
          : deskClient.call(addCategory, { body: { uid, names } })
      }
      onDone={onDone}
    >
      {languages.map((language, at) => (
        <TextField
          key={language}
          label={t(`DESK.LANGUAGE.${language}`)}
          name={`names.${language}`}
          lang={language}
          maxLength={CATEGORY_NAME_LENGTH}
          value={names[language]}
          onChange={(name) => setNames({ ...names, [language]: name })}
          isRequired
          autoFocus={at === 0}
        />
      ))}
      {category ? (
        <p>{t('DESK.CATEGORIES.KEY_STAYS', { key: uid })}</p>
      ) : (
        <TextField
          label={t('DESK.CONTENT.KEY')}
          name="uid"
          hint={t('DESK.CATEGORIES.KEY_HINT', { key: uid || '…' })}
          pattern={CONTENT_KEY_PATTERN}
          value={uid}
          onChange={setUid}
          isRequired
        />
      )}
    </FormDialog>
  )
}
