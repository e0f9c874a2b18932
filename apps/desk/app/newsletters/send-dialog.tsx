import { sendNewsletter } from '@kiosk/contract/desk-routes'
import { MOST_MESSAGES_PER_MINUTE } from '@kiosk/domain/staff/limits'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { useState } from 'react'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, momentIn, numberIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import { AudienceCount } from './audience-fields.tsx'
import type { EditedDraft } from './draft.ts'

type Props = { newsletter: Newsletter; draft: EditedDraft; onDone(): void }

/** Asks when and how fast, and says to how many. */
export function SendDialog({ newsletter, draft, onDone }: Props) {
  const t = useText()
  const [startsAt, setStartsAt] = useState('')
  function send(form: FormData): Promise<unknown> {
    const body = {
      revision: newsletter.revision,
      messagesPerMinute: numberIn(form, 'messagesPerMinute') ?? 0,
      startsAt: momentIn(form, 'startsAt'),
    }
    return deskClient.call(sendNewsletter, { params: { id: newsletter.id }, body })
  }
  return (
    <FormDialog
      title={t('DESK.NEWSLETTER.SEND_TITLE')}
      button={t(startsAt === '' ? 'DESK.NEWSLETTER.SEND_NOW' : 'DESK.NEWSLETTER.SEND_LATER')}
      send={send}
      onDone={onDone}
    >
      <AudienceCount draft={draft} />
      <TextField
        label={t('DESK.NEWSLETTER.SEND_AT')}
        hint={t('DESK.NEWSLETTER.SEND_AT_HINT')}
        name="startsAt"
        type="datetime-local"
        value={startsAt}
        onChange={setStartsAt}
      />
      <TextField
        label={t('DESK.NEWSLETTER.PER_MINUTE')}
        name="messagesPerMinute"
        inputMode="numeric"
        pattern="[1-9][0-9]{0,3}"
        defaultValue={String(Math.min(newsletter.messagesPerMinute, MOST_MESSAGES_PER_MINUTE))}
        isRequired
      />
    </FormDialog>
  )
}
