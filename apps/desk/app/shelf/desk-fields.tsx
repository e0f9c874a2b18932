import { Button } from '../pieces/button.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

type Props = {
  /** Names of the fields that were set at the desk. */
  fields: readonly string[]
  mayChange: boolean
  /** Lets imports write them again. */
  giveBack(): Promise<unknown>
}

/** Which fields imports leave alone, and a way to let imports write them again. */
export function DeskFields({ fields, mayChange, giveBack }: Props) {
  const t = useText()
  const { run, isPending } = useChange()
  if (fields.length === 0) return null
  return (
    <div className={style.withButton}>
      <p className={style.note}>
        {t('DESK.SHELF.SET_HERE', { fields: fields.map((name) => t(`DESK.FIELD.${name}`)).join(', ') })}
      </p>
      {mayChange && (
        <Button kind="bare" isPending={isPending} onPress={() => void run(giveBack)}>
          {t('DESK.SHELF.REIMPORT')}
        </Button>
      )}
    </div>
  )
}
