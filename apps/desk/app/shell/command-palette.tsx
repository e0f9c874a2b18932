import { isPermitted, type Role } from '@kiosk/domain/staff/roles'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useState } from 'react'
import { useFilter } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { useReaderCommands } from '../readers/reader-commands.ts'
import style from './command-palette.module.css'
import frameStyle from './frame.module.css'
import { sectionsOf } from './sections.ts'
import { usePlaces } from './use-places.ts'
import { useText } from './use-text.tsx'

/** Every place of the desk within three keystrokes: Ctrl+K (⌘K), first letters, Enter. */
export function CommandPalette({ role }: { role: Role }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // The next key is already typed into the field.
      flushSync(() => setOpen((wasOpen) => !wasOpen))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <div className={frameStyle.palette}>
        <Button kind="quiet" onPress={() => setOpen(true)} aria-keyshortcuts="Control+K">
          {t('DESK.PALETTE.OPEN')} <kbd>Ctrl K</kbd>
        </Button>
      </div>
      <Dialog title={t('DESK.PALETTE.TITLE')} isOpen={isOpen} onOpenChange={setOpen}>
        <Commands role={role} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** A field with a list below it. It is not the library's, which moves its mark late and loses an Enter typed at once. */
function Commands({ role, onDone }: { role: Role; onDone(): void }) {
  const t = useText()
  const id = useId()
  const navigate = useNavigate()
  const { contains } = useFilter({ sensitivity: 'base' })
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const readerCommands = useReaderCommands(role)
  const places = usePlaces(search, isPermitted(role, 'shelf.read'))
  const named = sectionsOf(role)
    .map(({ path, key }) => ({ path, name: t(key) }))
    .filter(({ name }) => contains(name, search))
  const found = [...named, ...readerCommands(search), ...places.found]
  // An Enter that came before the answer opens what the answer finds.
  const [waitsForAnswer, setWaits] = useState(false)
  useEffect(() => {
    if (waitsForAnswer && !places.isPending) {
      setWaits(false)
      if (places.found[0]) go(places.found[0].path)
    }
  })

  function go(path: string): void {
    onDone()
    void navigate(path)
  }
  function onKeyDown(event: ReactKeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setMarked((marked + step + found.length) % found.length)
    else if (event.key === 'Enter' && found[marked]) go(found[marked].path)
    else if (event.key === 'Enter' && places.isPending) setWaits(true)
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog opens to be typed into.
        autoFocus
        role="combobox"
        aria-label={t('DESK.PALETTE.TITLE')}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${marked}` : undefined}
        className={style.search}
        placeholder={t('DESK.PALETTE.HINT')}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value)
          setMarked(0)
          setWaits(false)
        }}
        onKeyDown={onKeyDown}
      />
      <div role="status">
        {places.isFailed ? (
          <p>{t('DESK.LIST.FAILED')}</p>
        ) : (
          found.length === 0 && !places.isPending && <p>{t('DESK.LIST.NOTHING')}</p>
        )}
      </div>
      <div id={id} role="listbox" aria-label={t('DESK.PALETTE.TITLE')} className={style.list}>
        {found.map(({ path, name }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the focus and the keys.
          <div
            key={path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked}
            className={style.item}
            onPointerEnter={() => setMarked(index)}
            onClick={() => go(path)}
          >
            {name}
          </div>
        ))}
      </div>
    </>
  )
}
