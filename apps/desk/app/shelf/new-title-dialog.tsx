import { createTitle, findTitles } from '@kiosk/contract/desk-routes'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CheckGroup } from '../pieces/check-group.tsx'
import { Notice } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { keyOf } from '../shell/key-of.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { LANGUAGES, useNames } from '../shell/use-names.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

type Props = { categories: readonly { uid: string; names: Record<string, string> }[]; onDone(): void }

/** Creates a title and opens its page, where the rest is filled in. */
export function NewTitleDialog({ categories, onDone }: Props) {
  const t = useText()
  const language = useLanguage()
  const names = useNames()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [typedKey, setKey] = useState<string | null>(null)
  const [kind, setKind] = useState<'magazine' | 'newspaper'>('magazine')
  const [spoken, setSpoken] = useState<string>(language)
  const [chosen, setChosen] = useState<string[]>([])
  const key = typedKey ?? keyOf(name)
  const search = name.trim().slice(0, 100)
  const { answer } = useAnswer(search === '' ? null : { search }, (query, signal) =>
    deskClient.call(findTitles, { query }, { signal }),
  )
  const like = answer?.titles.find((each) => each.key === answer.like)

  async function send(): Promise<void> {
    if (chosen.length === 0) throw new FieldError(t('DESK.SHELF.NO_CATEGORY'), 'categories')
    await deskClient.call(createTitle, { body: { key, name, kind, language: spoken, categories: chosen } })
    await navigate(`/titles/${key}`)
  }
  return (
    <FormDialog title={t('DESK.SHELF.NEW_TITLE')} button={t('DESK.SHELF.CREATE')} send={send} onDone={onDone}>
      <TextField label={t('DESK.FIELD.name')} name="name" value={name} onChange={setName} isRequired autoFocus />
      {like && (
        <Notice>
          <Link to={`/titles/${like.key}`}>{t('DESK.SHELF.NEW_TITLE_LIKE', { name: like.name })}</Link>
        </Notice>
      )}
      <TextField
        label={t('DESK.SHELF.KEY')}
        name="key"
        hint={t('DESK.SHELF.KEY_HINT', { key: key || '…' })}
        value={key}
        onChange={setKey}
        isRequired
      />
      <Select
        label={t('DESK.SHELF.KIND')}
        options={(['magazine', 'newspaper'] as const).map((id) => ({ id, name: t(`DESK.SHELF.KIND.${id}`) }))}
        selectedKey={kind}
        onSelectionChange={(id) => setKind(id as typeof kind)}
      />
      <Select
        label={t('DESK.FIELD.language')}
        options={LANGUAGES.map((id) => ({ id, name: names.language(id) }))}
        selectedKey={spoken}
        onSelectionChange={(id) => setSpoken(String(id))}
      />
      <CheckGroup
        label={t('DESK.FIELD.categories')}
        name="categories"
        options={categories.map(({ uid, names }) => ({ id: uid, name: names[language] ?? uid }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className={style.note}>{t('DESK.SHELF.NEW_TITLE_NOTE')}</p>
    </FormDialog>
  )
}
