import { apiAddress } from '@kiosk/contract/route'
import { magazineCover } from '@kiosk/contract/routes'
import { COVER_HEIGHT_PIXELS } from '@kiosk/domain/catalogue/limits'
import type { FrontTitle } from '@kiosk/domain/staff/front-endpoints'
import { Button, GridList, GridListItem } from 'react-aria-components'
import { moved } from '../shell/moved.ts'
import { useDay } from '../shell/use-format.ts'
import { useReorder } from '../shell/use-reorder.ts'
import { useText } from '../shell/use-text.tsx'
import style from './front.module.css'

type Props = { titles: readonly FrontTitle[]; onChange: ((titles: readonly FrontTitle[]) => void) | null }

/** The covers in their order, moved by drag, by keyboard (Enter on the handle, arrows, Enter) or by the buttons. */
export function CoverRow({ titles, onChange }: Props) {
  const t = useText()
  const day = useDay()
  const dragAndDropHooks = useReorder(titles, onChange)
  if (titles.length === 0) return null
  return (
    <GridList
      aria-label={t('DESK.FRONT.ROW')}
      items={titles.map((title, place) => ({ ...title, place }))}
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[titles]}
      layout="grid"
      className={style.row!}
    >
      {({ key, name, newest, place }) => (
        <GridListItem id={key} textValue={name} className={style.item!}>
          <img
            src={apiAddress(magazineCover, { magazineId: key }, { coverheight: COVER_HEIGHT_PIXELS.card })}
            alt=""
            height={COVER_HEIGHT_PIXELS.card / 2}
            loading="lazy"
          />
          <div>
            <strong>
              {place + 1}. {name}
            </strong>
            <small>{newest ? day(newest) : t('DESK.FRONT.NO_ISSUE')}</small>
          </div>
          {onChange && (
            <div className={style.moves}>
              <Button slot="drag" aria-label={t('DESK.FRONT.DRAG_OF', { name })}>
                ⠿
              </Button>
              <Button
                aria-label={t('DESK.FRONT.EARLIER_OF', { name })}
                isDisabled={place === 0}
                onPress={() => onChange(moved(titles, [key], titles[place - 1]!.key, 'before'))}
              >
                ←
              </Button>
              <Button
                aria-label={t('DESK.FRONT.LATER_OF', { name })}
                isDisabled={place === titles.length - 1}
                onPress={() => onChange(moved(titles, [key], titles[place + 1]!.key, 'after'))}
              >
                →
              </Button>
              <Button
                aria-label={t('DESK.LIST.REMOVE_OF', { name })}
                onPress={() => onChange(titles.filter((each) => each.key !== key))}
              >
                ✕
              </Button>
            </div>
          )}
        </GridListItem>
      )}
    </GridList>
  )
}
