import type { EditedArticle } from '@kiosk/domain/staff/article-edits'
import { Button, GridList, GridListItem } from 'react-aria-components'
import { useReorder } from '../shell/use-reorder.ts'
import { useText } from '../shell/use-text.tsx'
import style from './articles.module.css'

type Props = {
  articles: readonly EditedArticle[]
  selected: string
  onSelect(key: string): void
  onChange(articles: EditedArticle[]): void
}

/** The articles in their order, moved by drag or by keyboard (Enter on the handle, arrows, Enter). */
export function ArticleOrder({ articles, selected, onSelect, onChange }: Props) {
  const t = useText()
  const dragAndDropHooks = useReorder(articles, (order) => onChange([...order]))
  return (
    <GridList
      aria-label={t('DESK.ARTICLES.LIST')}
      items={articles.map((article, place) => ({ ...article, id: article.key, place }))}
      dependencies={[articles]}
      dragAndDropHooks={dragAndDropHooks}
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        if (key !== undefined) onSelect(String(key))
      }}
      className={style.list!}
    >
      {({ id, headline, firstPage, lastPage, isCorrected, isDown }) => (
        <GridListItem id={id} textValue={headline} className={style.item!}>
          <Button slot="drag" className={style.handle!} aria-label={t('DESK.FRONT.DRAG_OF', { name: headline })}>
            ⠿
          </Button>
          <div>
            {headline}
            <small>
              {[
                lastPage > firstPage
                  ? t('DESK.UPLOAD.ARTICLE_PAGES', { first: firstPage, last: lastPage })
                  : t('DESK.UPLOAD.PAGE_OF', { page: firstPage }),
                isCorrected && t('DESK.ARTICLES.IS_CORRECTED'),
                isDown && t('DESK.TAKEDOWN.IS_DOWN'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </div>
        </GridListItem>
      )}
    </GridList>
  )
}
