import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useText } from '../shell/use-text.tsx'
import { Button } from './button.tsx'
import style from './dialog.module.css'

type Props = { title: string; isOpen: boolean; onOpenChange(isOpen: boolean): void; isWide?: boolean; children: ReactNode }

/** A dialog over the page; its cross, Escape and a press beside it close it. */
export function Dialog({ title, isOpen, onOpenChange, isWide = false, children }: Props) {
  const t = useText()
  return (
    <ModalOverlay isDismissable isOpen={isOpen} onOpenChange={onOpenChange} className={style.overlay!}>
      <Modal className={`${style.modal} ${isWide ? style.wide : ''}`}>
        <AriaDialog className={style.dialog!}>
          <header className={style.head}>
            <Heading slot="title">{title}</Heading>
            <Button kind="bare" slot="close" aria-label={t('DESK.CLOSE')}>
              ✕
            </Button>
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
