import { changePublisher, createPublisher, removePublisher } from '@kiosk/contract/desk-routes'
import { PUBLISHER_FIELDS, type Publisher, type PublisherFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import type { FormEvent } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './shelf.module.css'

const TYPES = { email: 'email', phone: 'tel', website: 'url' } as const

/** Creates or changes a publisher. */
export function PublisherDialog({ publisher, onDone }: { publisher: Publisher | null; onDone(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = Object.fromEntries(PUBLISHER_FIELDS.map((name) => [name, String(form.get(name)).trim()])) as PublisherFields
    const send = () =>
      publisher
        ? deskClient.call(changePublisher, { params: { id: publisher.id }, body })
        : deskClient.call(createPublisher, { body })
    if (await run(send)) onDone()
  }
  async function remove(): Promise<void> {
    if (publisher && (await run(() => deskClient.call(removePublisher, { params: { id: publisher.id } })))) onDone()
  }
  const isAboutField = PUBLISHER_FIELDS.some((name) => name === error?.field)
  return (
    <Dialog title={publisher?.name ?? t('DESK.PUBLISHER.NEW')} isOpen onOpenChange={(isOpen) => isOpen || onDone()}>
      <form onSubmit={(event) => void submit(event)}>
        {PUBLISHER_FIELDS.map((name) => (
          <TextField
            key={name}
            label={t(`DESK.FIELD.${name}`)}
            name={name}
            type={TYPES[name as keyof typeof TYPES] ?? 'text'}
            lines={name === 'address' ? 3 : 1}
            defaultValue={publisher?.[name] ?? ''}
            isRequired={name === 'name'}
            autoFocus={name === 'name'}
            error={error?.field === name ? error.message : undefined}
          />
        ))}
        {error && !isAboutField && (
          <p role="alert" className={style.error}>
            {error.message}
          </p>
        )}
        <div className={style.buttons}>
          <Button type="submit" isPending={isPending}>
            {t('DESK.SAVE')}
          </Button>
          {publisher && publisher.titles === 0 && (
            <Button kind="danger" onPress={() => void remove()} isPending={isPending}>
              {t('DESK.PUBLISHER.REMOVE')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
