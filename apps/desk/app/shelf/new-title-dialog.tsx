import { createTitle } from '@kiosk/contract/desk-routes'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { CheckList } from '../pieces/check-list.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { keyOf } from './key-of.ts'
import style from './shelf.module.css'
import { LANGUAGES, useNames } from './use-names.ts'

type Props = { categories: readonly { uid: string; names: Record<string, string> }[]; onDone(): void }

/** Creates a title and opens its page, where the rest is filled in. */
export function NewTitleDialog({ categories, onDone }: Props) {
  const t = useText()
  const language = useLanguage()
  const names = useNames()
  const navigate = useNavigate()
  const { run, error, isPending } = useChange()
  const [name, setName] = useState('')
  const [typedKey, setKey] = useState<string | null>(null)
  const [kind, setKind] = useState<'magazine' | 'newspaper'>('magazine')
  const [spoken, setSpoken] = useState<string>(language)
  const [chosen, setChosen] = useState<string[]>([])
  const key = typedKey ?? keyOf(name)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const body = { key, name, kind, language: spoken, categories: chosen }
    if (!(await run(() => deskClient.call(createTitle, { body })))) return
    onDone()
    await navigate(`/titles/${key}`)
  }
  const isAbout = (field: string) => (error?.field === field ? error.message : undefined)
  return (
    <Dialog title={t('DESK.SHELF.NEW_TITLE')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        <TextField label={t('DESK.FIELD.name')} value={name} onChange={setName} isRequired autoFocus error={isAbout('name')} />
        <TextField
          label={t('DESK.SHELF.KEY')}
          hint={t('DESK.SHELF.KEY_HINT', { key: key || '…' })}
          value={key}
          onChange={setKey}
          isRequired
          error={isAbout('key')}
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
        <CheckList
          label={t('DESK.FIELD.categories')}
          options={categories.map(({ uid, names }) => ({ id: uid, name: names[language] ?? uid }))}
          value={chosen}
          onChange={setChosen}
          error={isAbout('categories')}
        />
        <p className={style.note}>{t('DESK.SHELF.NEW_TITLE_NOTE')}</p>
        {error && !['name', 'key', 'categories'].includes(error.field ?? '') && (
          <p role="alert" className={style.error}>
            {error.message}
          </p>
        )}
        <Button type="submit" isPending={isPending} isDisabled={chosen.length === 0}>
          {t('DESK.SHELF.CREATE')}
        </Button>
      </form>
    </Dialog>
  )
}
