import { Button } from '../pieces/button.tsx'
import { FormDialog } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

type ButtonsProps = { name: string; onChange?: (() => void) | false; onRemove(): void }

/** Changes or removes a row. */
export function RowButtons({ name, onChange = false, onRemove }: ButtonsProps) {
  const t = useText()
  return (
    <>
      {onChange && (
        <Button kind="bare" onPress={onChange} aria-label={t('DESK.CHANGE_OF', { name })}>
          {t('DESK.CHANGE')}
        </Button>
      )}
      <Button kind="bare" onPress={onRemove} aria-label={t('DESK.REMOVE_OF', { name })}>
        {t('DESK.REMOVE')}
      </Button>
    </>
  )
}

type DialogProps = { name: string; about: string; remove(): Promise<unknown>; onDone(): void }

/** Says what is lost, and removes a row. */
export function RemoveDialog({ name, about, remove, onDone }: DialogProps) {
  const t = useText()
  return (
    <FormDialog title={t('DESK.REMOVE_OF', { name })} button={t('DESK.REMOVE')} kind="danger" send={remove} onDone={onDone}>
      <p>{about}</p>
    </FormDialog>
  )
}
