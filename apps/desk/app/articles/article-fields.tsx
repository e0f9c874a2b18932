import { type EditedArticle, withChange, withJoin, withMove, withoutRegion, withSplit } from '@kiosk/domain/staff/article-edits'
import { useRef, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './articles.module.css'

type Props = {
  articles: readonly EditedArticle[]
  at: number
  page: number
  onChange(articles: EditedArticle[]): void
  onSelect(key: string): void
}

/** Headline, author and text of an article. A field is one step for undo: it counts when it is left. */
export function ArticleFields({ articles, at, page, onChange, onSelect }: Props) {
  const t = useText()
  const article = articles[at]!
  const [cursor, setCursor] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  const isLocked = article.isDown
  const joinsLocked = articles[at + 1]?.isDown ?? true
  const step = (name: 'headline' | 'byline' | 'text') => ({
    // Undo brings another value.
    key: `${name} ${article[name]}`,
    label: t(`DESK.ARTICLES.${name.toUpperCase()}`),
    defaultValue: article[name],
    isDisabled: isLocked,
    onBlur: ({ target }: { target: unknown }) => {
      const typed = (target as HTMLInputElement).value.trim()
      const isValid = name !== 'headline' || typed !== ''
      if (isValid && typed !== article[name].trim()) onChange(withChange(articles, at, { [name]: typed }))
    },
  })
  function drop(): void {
    const rest = articles.toSpliced(at, 1)
    const next = rest[Math.min(at, rest.length - 1)]
    onChange(rest)
    if (next) onSelect(next.key)
  }
  function split(): void {
    const text = fields.current?.querySelector('textarea')?.value ?? article.text
    onChange(withSplit(withChange(articles, at, { text }), at, cursor))
  }
  return (
    <div className={style.fields} ref={fields}>
      {isLocked && <p className={style.note}>{t('DESK.ARTICLES.IS_DOWN')}</p>}
      <Buttons>
        <Button kind="quiet" isDisabled={at === 0} onPress={() => onChange(withMove(articles, at, at - 1))}>
          {t('DESK.ARTICLES.EARLIER')}
        </Button>
        <Button kind="quiet" isDisabled={at === articles.length - 1} onPress={() => onChange(withMove(articles, at, at + 1))}>
          {t('DESK.ARTICLES.LATER')}
        </Button>
        <Button kind="quiet" isDisabled={isLocked || joinsLocked} onPress={() => onChange(withJoin(articles, at))}>
          {t('DESK.ARTICLES.JOIN')}
        </Button>
        <Button kind="danger" isDisabled={isLocked} onPress={drop}>
          {t('DESK.ARTICLES.DROP')}
        </Button>
      </Buttons>
      <TextField {...step('headline')} maxLength={300} isRequired />
      <TextField {...step('byline')} maxLength={300} />
      <div onSelect={({ target }) => target instanceof HTMLTextAreaElement && setCursor(target.selectionStart)}>
        <TextField {...step('text')} hint={t('DESK.ARTICLES.TEXT_HINT')} lines={18} />
      </div>
      <Buttons>
        <Button kind="quiet" isDisabled={isLocked || cursor === 0} onPress={split}>
          {t('DESK.ARTICLES.SPLIT')}
        </Button>
        <span className={style.note}>{t('DESK.ARTICLES.SPLIT_HINT')}</span>
      </Buttons>
      {article.regions.length > 1 && (
        <fieldset className={style.regions}>
          <legend>{t('DESK.ARTICLES.REGIONS')}</legend>
          {article.regions.map((region, index) => (
            <Button
              key={`${region.page} ${region.x} ${region.y}`}
              kind="quiet"
              isDisabled={isLocked}
              aria-label={t('DESK.ARTICLES.REGION_REMOVE', { number: index + 1 })}
              onPress={() => onChange(withoutRegion(articles, at, index))}
            >
              {region.page === page ? `${index + 1} ✕` : `${index + 1} (${t('DESK.UPLOAD.PAGE_OF', { page: region.page })}) ✕`}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
