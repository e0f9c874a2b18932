import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText } from '../shell/use-text.tsx'
import { Button } from './button.tsx'
import { Buttons } from './buttons.tsx'
import style from './dialog.module.css'

type Props = {
  title: string
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  isWide?: boolean
  /** The change of its form is being made, and may lead to another page: nobody is asked. */
  isPending?: boolean
  children: ReactNode
}

const TypedContext = createContext<(isTyped: boolean) => void>(() => {})

/**
 * A dialog over the page; its cross, Escape and a press beside it close it. If something was typed into its form, it asks first, and
 * desk and browser ask before the page is left.
 */
export function Dialog({ title, isOpen, onOpenChange, isWide = false, isPending = false, children }: Props) {
  const t = useText()
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  useLeaveWarning(isTyped && !isPending)
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
      {isAsking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={() => onOpenChange(false)} />}
    </TypedContext>
  )
}

/** Asks whether changes that are not saved are discarded. */
export function DiscardDialog({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }) {
  const t = useText()
  return (
    <Dialog title={t('DESK.LEAVE.TITLE')} isOpen onOpenChange={(isOpen) => isOpen || onStay()}>
      <p>{t('DESK.LEAVE.BODY')}</p>
      <Buttons>
        <Button autoFocus onPress={onStay}>
          {t('DESK.LEAVE.STAY')}
        </Button>
        <Button kind="danger" onPress={onDiscard}>
          {t('DESK.DISCARD')}
        </Button>
      </Buttons>
    </Dialog>
  )
}

/** For a form: returns what tells the dialog around it, if there is one, that something was typed, as long as the form is shown. */
export function useTypedInDialog(): () => void {
  const setTyped = useContext(TypedContext)
  useEffect(() => () => setTyped(false), [setTyped])
  return () => setTyped(true)
}
