import type { EditedArticle } from '@kiosk/domain/staff/article-edits'
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { moved } from '../shell/moved.ts'
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
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) =>
      onChange([...moved(articles, [...keys].map(String), String(target.key), target.dropPosition)]),
  })
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
