import { uploadPicture } from '@kiosk/contract/desk-routes'
import { apiAddress } from '@kiosk/contract/route'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './uploads.module.css'

type Props = { id: string; pages: readonly { width: number; height: number }[] }

/** Every page of a draft, small; a press shows it large, with arrows to its neighbours. */
export function PagePreview({ id, pages }: Props) {
  const t = useText()
  const numbered = pages.map((size, index) => ({ ...size, page: index + 1 }))
  const [open, setOpen] = useState<number | null>(null)
  const address = (page: number, size: 'thumbnail' | 'page') => apiAddress(uploadPicture, { id, page, size })
  return (
    <>
      <ul className={style.thumbnails}>
        {numbered.map(({ page, width, height }) => (
          <li key={page}>
            <AriaButton
              className={style.thumbnail!}
              aria-label={t('DESK.UPLOAD.PAGE_OF', { page })}
              onPress={() => setOpen(page)}
            >
              <img src={address(page, 'thumbnail')} alt="" loading="lazy" style={{ aspectRatio: `${width} / ${height}` }} />
              <span aria-hidden="true">{page}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {open !== null && (
        <Dialog title={t('DESK.UPLOAD.PAGE_OF', { page: open })} isOpen isWide onOpenChange={() => setOpen(null)}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys repeat what the buttons do */}
          <div
            className={style.large}
            onKeyDown={({ key }) => {
              if (key === 'ArrowLeft' && open > 1) setOpen(open - 1)
              if (key === 'ArrowRight' && open < pages.length) setOpen(open + 1)
            }}
          >
            <Buttons>
              <Button kind="quiet" isDisabled={open === 1} onPress={() => setOpen(open - 1)}>
                {t('DESK.UPLOAD.PAGE_BEFORE')}
              </Button>
              <Button kind="quiet" autoFocus isDisabled={open === pages.length} onPress={() => setOpen(open + 1)}>
                {t('DESK.UPLOAD.PAGE_AFTER')}
              </Button>
            </Buttons>
            <img
              key={open}
              src={address(open, 'page')}
              alt={t('DESK.UPLOAD.PAGE_OF', { page: open })}
              style={{ aspectRatio: `${pages[open - 1]!.width} / ${pages[open - 1]!.height}` }}
            />
          </div>
        </Dialog>
      )}
    </>
  )
}
