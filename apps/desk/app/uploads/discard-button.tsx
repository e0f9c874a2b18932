import { discardUpload } from '@kiosk/contract/desk-routes'
import type { Upload } from '@kiosk/domain/staff/upload-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

/** Removes an upload with its draft, after a question: neither can be brought back. */
export function DiscardButton({ upload, onDone }: { upload: Upload; onDone?(): void }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const name = upload.issue ?? upload.fileName
  return (
    <>
      <Button kind="bare" aria-label={t('DESK.UPLOAD.DISCARD_OF', { name })} onPress={() => setOpen(true)}>
        {t('DESK.UPLOAD.DISCARD')}
      </Button>
      {isOpen && (
        <FormDialog
          title={name}
          button={t('DESK.UPLOAD.DISCARD')}
          kind="danger"
          // `onDone` leaves the page of the upload before its data are loaded again.
          send={() => deskClient.call(discardUpload, { params: { id: upload.id } }).then(() => onDone?.())}
          onDone={() => setOpen(false)}
        >
          <p>{t('DESK.UPLOAD.DISCARD_QUESTION')}</p>
        </FormDialog>
      )}
    </>
  )
}
