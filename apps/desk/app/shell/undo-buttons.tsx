import { Button } from '../pieces/button.tsx'
import { useText } from './use-text.tsx'

type Props = { canUndo: boolean; canRedo: boolean; undo(): void; redo(): void }

/** Takes the last change back, or makes it again. */
export function UndoButtons({ canUndo, canRedo, undo, redo }: Props) {
  const t = useText()
  return (
    <>
      <Button kind="bare" isDisabled={!canUndo} onPress={undo}>
        {t('DESK.UNDO')}
      </Button>
      <Button kind="bare" isDisabled={!canRedo} onPress={redo}>
        {t('DESK.REDO')}
      </Button>
    </>
  )
}
