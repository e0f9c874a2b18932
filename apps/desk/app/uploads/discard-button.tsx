import { discardUpload } from '@kiosk/contract/desk-routes'
import type { Upload } from '@kiosk/domain/staff/upload-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'

/** Removes an upload with its draft, after a question: neither can be brought back. */
export function DiscardButton({ upload, onDone }: { upload: Upload; onDone?(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [isOpen, setOpen] = useState(false)
  const name = upload.issue ?? upload.fileName
  async function discard(): Promise<void> {
    // `onDone` leaves the page of the upload before its data are loaded again.
    const isDone = await run(() => deskClient.call(discardUpload, { params: { id: upload.id } }).then(() => onDone?.()))
    if (isDone) setOpen(false)
  }
  return (
    <>
      <Button kind="bare" aria-label={t('DESK.UPLOAD.DISCARD_OF', { name })} onPress={() => setOpen(true)}>
        {t('DESK.UPLOAD.DISCARD')}
      </Button>
      <Dialog title={name} isOpen={isOpen} onOpenChange={setOpen}>
        <p>{t('DESK.UPLOAD.DISCARD_QUESTION')}</p>
        {error && <p role="alert">{error.message}</p>}
        <Button kind="danger" isPending={isPending} autoFocus onPress={() => void discard()}>
          {t('DESK.UPLOAD.DISCARD')}
        </Button>
      </Dialog>
    </>
  )
}
