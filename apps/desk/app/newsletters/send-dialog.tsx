import { sendNewsletter } from '@kiosk/contract/desk-routes'
import { MOST_MESSAGES_PER_MINUTE } from '@kiosk/domain/staff/limits'
import type { Newsletter } from '@kiosk/domain/staff/newsletter-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import { AudienceCount } from './audience-fields.tsx'
import type { EditedDraft } from './draft.ts'

type Props = { newsletter: Newsletter; draft: EditedDraft; onDone(): void }

/** Asks when and how fast, and says to how many. */
export function SendDialog({ newsletter, draft, onDone }: Props) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [startsAt, setStartsAt] = useState('')
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const messagesPerMinute = Number(new FormData(event.currentTarget).get('perMinute'))
    const body = {
      ...{ revision: newsletter.revision, messagesPerMinute },
      startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
    }
    if (await run(() => deskClient.call(sendNewsletter, { params: { id: newsletter.id }, body }))) onDone()
  }
  const fieldError = (field: string) => (error?.field === field ? error.message : undefined)
  return (
    <Dialog title={t('DESK.NEWSLETTER.SEND_TITLE')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <AudienceCount draft={draft} />
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('DESK.NEWSLETTER.SEND_AT')}
          hint={t('DESK.NEWSLETTER.SEND_AT_HINT')}
          type="datetime-local"
          value={startsAt}
          onChange={setStartsAt}
          error={fieldError('startsAt')}
        />
        <TextField
          label={t('DESK.NEWSLETTER.PER_MINUTE')}
          name="perMinute"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,3}"
          defaultValue={String(Math.min(newsletter.messagesPerMinute, MOST_MESSAGES_PER_MINUTE))}
          isRequired
          error={fieldError('messagesPerMinute')}
        />
        {error && error.field !== 'startsAt' && error.field !== 'messagesPerMinute' && <p role="alert">{error.message}</p>}
        <Button type="submit" isPending={isPending}>
          {t(startsAt === '' ? 'DESK.NEWSLETTER.SEND_NOW' : 'DESK.NEWSLETTER.SEND_LATER')}
        </Button>
      </form>
    </Dialog>
  )
}
