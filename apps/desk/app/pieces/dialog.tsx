import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import style from './dialog.module.css'

type Props = { title: string; isOpen: boolean; onOpenChange(isOpen: boolean): void; isWide?: boolean; children: ReactNode }

/** A dialog over the page; Escape and a press beside it close it. */
export function Dialog({ title, isOpen, onOpenChange, isWide = false, children }: Props) {
  return (
    <ModalOverlay isDismissable isOpen={isOpen} onOpenChange={onOpenChange} className={style.overlay!}>
      <Modal className={`${style.modal} ${isWide ? style.wide : ''}`}>
        <AriaDialog className={style.dialog!}>
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
