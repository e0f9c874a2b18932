import { findTitles } from '@kiosk/contract/desk-routes'
import { formatDay } from '@kiosk/domain/date-format'
import type { FrontTitle } from '@kiosk/domain/staff/front-endpoints'
import { useEffect, useState } from 'react'
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import style from '../pieces/field.module.css'
import { deskClient } from '../shell/desk-client.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'

/** Pause in typing after which titles are searched. */
const PAUSE_MS = 150

type Props = { chosen: readonly string[]; autoFocus: boolean; onChoose(title: FrontTitle): void }

/** Finds titles while typing. Give it another key after a choice, so that it is empty and closed again. */
export function TitleSearch({ chosen, autoFocus, onChoose }: Props) {
  const t = useText()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<FrontTitle[]>([])
  useEffect(() => {
    const gone = new AbortController()
    const timer = setTimeout(() => {
      deskClient
        .call(findTitles, { query: { search } }, { signal: gone.signal })
        .then(({ titles }) => setFound(titles))
        // The list stays as it was; the next letter asks again.
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [search])
  const items = found.filter(({ key }) => !chosen.includes(key))
  return (
    <ComboBox
      className={style.field!}
      autoFocus={autoFocus}
      items={items}
      onInputChange={setSearch}
      selectedKey={null}
      onSelectionChange={(key) => {
        const title = items.find((each) => each.key === key)
        if (title) onChoose(title)
      }}
      allowsEmptyCollection
    >
      <Label>{t('DESK.FRONT.ADD')}</Label>
      <div className={style.combo}>
        <Input placeholder={t('DESK.FRONT.ADD_HINT')} />
        <Button aria-label={t('DESK.FRONT.SHOW_TITLES')}>▾</Button>
      </div>
      <Popover className={style.popover!}>
        <ListBox renderEmptyState={() => <p className={style.option}>{t('DESK.PALETTE.NOTHING')}</p>}>
          {({ key, name, country, newest }: FrontTitle) => (
            <ListBoxItem id={key} textValue={name} className={style.option!}>
              <Text slot="label">{name}</Text>
              <Text slot="description">
                {[country, newest ? formatDay(language, newest) : t('DESK.FRONT.NO_ISSUE')].filter(Boolean).join(', ')}
              </Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
