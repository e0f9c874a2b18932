import type { CsvFault } from '@kiosk/domain/staff/offer-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import fieldStyle from '../pieces/field.module.css'
import { ReasonField } from '../pieces/reason-field.tsx'
import { textIn } from '../shell/form-dialog.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import { csvText } from './csv-text.ts'
import style from './offers.module.css'

type Imported = { codes: number; faults: readonly CsvFault[]; moreFaults: number }
export type ImportDialogProps = {
  title: string
  /** Which columns the file has. */
  columns: string
  send(body: { csv: string; reason: string }): Promise<Imported>
  onDone(): void
}

/** Adds the codes of a CSV file, all or none. */
export function ImportDialog({ title, columns, send, onDone }: ImportDialogProps) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [result, setResult] = useState<Imported | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('file') as File
    setResult(null)
    await run(async () => setResult(await send({ csv: csvText(await file.arrayBuffer()), reason: textIn(form, 'reason') })))
  }
  if (result && result.faults.length === 0)
    return (
      <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
        <p role="status">{t('DESK.CODES.IMPORTED', { count: result.codes })}</p>
        <Button onPress={onDone}>{t('DESK.CLOSE')}</Button>
      </Dialog>
    )
  return (
    <Dialog title={title} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <p>{t('DESK.CODES.IMPORT_ABOUT')}</p>
      <p>
        <code>{columns}</code>
      </p>
      <ErrorForm error={error} onSubmit={(event) => void submit(event)}>
        <div className={fieldStyle.field}>
          <label htmlFor="csv-file">{t('DESK.CODES.FILE')}</label>
          <input id="csv-file" type="file" name="file" accept=".csv,text/csv,text/plain" required />
        </div>
        <ReasonField />
        <FormFailure />
        {result && <Faults {...result} />}
        <Buttons>
          <Button type="submit" isPending={isPending}>
            {t('DESK.CODES.IMPORT')}
          </Button>
        </Buttons>
      </ErrorForm>
    </Dialog>
  )
}

/** What is wrong in which line. */
function Faults({ faults, moreFaults }: Imported) {
  const t = useText()
  return (
    <div role="alert">
      <p>{t('DESK.CODES.FAULTS', { count: faults.length + moreFaults })}</p>
      <ul className={style.faults}>
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.column} ${fault.problem}`}>
            <strong>{t('DESK.CODES.LINE', { line: fault.line })}</strong> {faultText(fault, t)}
          </li>
        ))}
        {moreFaults > 0 && <li>{t('DESK.CODES.MORE_FAULTS', { count: moreFaults })}</li>}
      </ul>
    </div>
  )
}

export function faultText({ column, problem, value }: CsvFault, t: ReturnType<typeof useText>): string {
  return t(`DESK.CODES.FAULT.${problem}`, { column, value })
}
