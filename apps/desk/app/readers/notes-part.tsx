import { addReaderNote, removeReaderNote } from '@kiosk/contract/desk-routes'
import { NOTE_LENGTH } from '@kiosk/domain/staff/limits'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './readers.module.css'

type Note = ReaderPage['notes'][number]
type Props = { readerId: number; notes: readonly Note[]; mayWrite: boolean }

/** What the staff has noted about a reader. */
export function NotesPart({ readerId, notes, mayWrite }: Props) {
  const t = useText()
  return (
    <section className={style.part} aria-labelledby="notes">
      <h2 id="notes">{t('DESK.READERS.NOTES')}</h2>
      {notes.length === 0 && <p className={style.quiet}>{t('DESK.READERS.NO_NOTES')}</p>}
      <ul className={style.list}>
        {notes.map((note) => (
          <NoteItem key={note.id} readerId={readerId} note={note} mayWrite={mayWrite} />
        ))}
      </ul>
      {mayWrite && <NewNote readerId={readerId} />}
    </section>
  )
}

function NoteItem({ readerId, note, mayWrite }: { readerId: number; note: Note; mayWrite: boolean }) {
  const t = useText()
  const time = useTime()
  const [isAsked, setAsked] = useState(false)
  const title = t('DESK.READERS.REMOVE_NOTE_OF', { time: time(note.writtenAt) })
  const remove = () => deskClient.call(removeReaderNote, { params: { id: readerId, note: note.id } })
  return (
    <li>
      <p className={style.noteText}>{note.body}</p>
      <small className={style.quiet}>
        {note.author}, {time(note.writtenAt)}{' '}
        {mayWrite && (
          <Button kind="bare" onPress={() => setAsked(true)} aria-label={title}>
            {t('DESK.READERS.REMOVE_NOTE')}
          </Button>
        )}
      </small>
      {isAsked && (
        <FormDialog
          title={title}
          button={t('DESK.READERS.REMOVE_NOTE')}
          kind="danger"
          send={remove}
          onDone={() => setAsked(false)}
        >
          <p className={style.noteText}>{note.body}</p>
        </FormDialog>
      )}
    </li>
  )
}

function NewNote({ readerId }: { readerId: number }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [text, setText] = useState('')
  useLeaveWarning(text !== '')
  // Repeated presses add the note once.
  const [noteId, setNoteId] = useState(() => crypto.randomUUID())
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (!(await run(() => deskClient.call(addReaderNote, { params: { id: readerId }, body: { noteId, text } })))) return
    setText('')
    setNoteId(crypto.randomUUID())
  }
  return (
    <form className={style.noteForm} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('DESK.READERS.NOTE')}
        hint={t('DESK.READERS.NOTE_HINT')}
        lines={3}
        isRequired
        maxLength={NOTE_LENGTH}
        value={text}
        onChange={setText}
        error={error?.message}
      />
      <Button type="submit" kind="quiet" isPending={isPending}>
        {t('DESK.READERS.ADD_NOTE')}
      </Button>
    </form>
  )
}
