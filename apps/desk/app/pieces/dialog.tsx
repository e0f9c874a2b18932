import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useText } from '../shell/use-text.tsx'
import { Button } from './button.tsx'
import { Buttons } from './buttons.tsx'
import style from './dialog.module.css'

type Props = { title: string; isOpen: boolean; onOpenChange(isOpen: boolean): void; isWide?: boolean; children: ReactNode }

const TypedContext = createContext<(isTyped: boolean) => void>(() => {})

/** A dialog over the page; its cross, Escape and a press beside it close it, and ask first if something was typed into its form. */
export function Dialog({ title, isOpen, onOpenChange, isWide = false, children }: Props) {
  const t = useText()
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <TypedContext value={setTyped}>
      <ModalOverlay
        isDismissable
        isOpen={isOpen}
        onOpenChange={(opens) => (isTyped && !opens ? setAsking(true) : onOpenChange(opens))}
        className={style.overlay!}
      >
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
      {isAsking && (
        <Dialog title={t('DESK.TYPED.DISCARD')} isOpen onOpenChange={() => setAsking(false)}>
          <Buttons>
            <Button autoFocus onPress={() => setAsking(false)}>
              {t('DESK.TYPED.STAY')}
            </Button>
            <Button kind="danger" onPress={() => onOpenChange(false)}>
              {t('DESK.DISCARD')}
            </Button>
          </Buttons>
        </Dialog>
      )}
    </TypedContext>
  )
}

/** For a form: returns what tells the dialog around it, if there is one, that something was typed, as long as the form is shown. */
export function useTypedInDialog(): () => void {
  const setTyped = useContext(TypedContext)
  useEffect(() => () => setTyped(false), [setTyped])
  return () => setTyped(true)
}
