import { findFeatured } from '@kiosk/contract/desk-routes'
import { NEWSLETTER_FEATURED } from '@kiosk/domain/staff/limits'
import type { Featured } from '@kiosk/domain/staff/newsletter-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useText } from '../shell/use-text.tsx'
import style from './newsletters.module.css'

const idOf = ({ kind, key }: Pick<Featured, 'kind' | 'key'>) => `${kind} ${key}`

type Props = { featured: readonly Featured[]; onChange(featured: readonly Featured[]): void }

/** The issues and titles below the text, in order. */
export function FeaturedList({ featured, onChange }: Props) {
  const t = useText()
  const [added, setAdded] = useState(0)
  const detailOf = ({ kind, detail }: Featured) => (kind === 'title' ? t('DESK.NEWSLETTER.WHOLE_TITLE') : detail)
  function add(item: Featured): void {
    onChange([...featured, item])
    setAdded(added + 1)
  }
  return (
    <section className={style.part}>
      <h2>{t('DESK.NEWSLETTER.FEATURED')}</h2>
      {featured.length > 0 && (
        <ol className={style.chosen}>
          {featured.map((item, place) => {
            const name = `${item.title}, ${detailOf(item)}`
            return (
              <li key={idOf(item)}>
                <span>
                  <strong>{item.title}</strong> <small>{detailOf(item)}</small>
                </span>
                <Button
                  kind="bare"
                  isDisabled={place === 0}
                  aria-label={t('DESK.NEWSLETTER.UP_OF', { name })}
                  onPress={() => onChange(featured.toSpliced(place, 1).toSpliced(place - 1, 0, item))}
                >
                  ↑
                </Button>
                <Button
                  kind="bare"
                  aria-label={t('DESK.LIST.REMOVE_OF', { name })}
                  onPress={() => onChange(featured.toSpliced(place, 1))}
                >
                  ✕
                </Button>
              </li>
            )
          })}
        </ol>
      )}
      {featured.length < NEWSLETTER_FEATURED.most && (
        <Search key={added} chosen={featured} detailOf={detailOf} autoFocus={added > 0} onChoose={add} />
      )}
    </section>
  )
}

type SearchProps = {
  chosen: readonly Featured[]
  autoFocus: boolean
  detailOf(item: Featured): string
  onChoose(item: Featured): void
}

function Search({ chosen, autoFocus, detailOf, onChoose }: SearchProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { answer, error } = useAnswer({ search }, (query, signal) => deskClient.call(findFeatured, { query }, { signal }))
  const found = (answer?.found ?? []).filter((item) => !chosen.some((each) => idOf(each) === idOf(item)))
  return (
    <ComboBox
      label={t('DESK.NEWSLETTER.FEATURED_ADD')}
      hint={t('DESK.NEWSLETTER.FEATURED_HINT', { most: NEWSLETTER_FEATURED.most })}
      options={found.map((item) => ({ id: idOf(item), name: item.title, hint: detailOf(item) }))}
      nothing={t('DESK.LIST.NOTHING')}
      failure={error}
      autoFocus={autoFocus}
      inputValue={search}
      onInputChange={setSearch}
      selectedKey={null}
      onSelectionChange={(key) => {
        const item = found.find((each) => idOf(each) === key)
        if (item) onChoose(item)
      }}
    />
  )
}
