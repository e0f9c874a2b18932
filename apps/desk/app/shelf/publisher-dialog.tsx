import { changePublisher, createPublisher, removePublisher } from '@kiosk/contract/desk-routes'
import { PUBLISHER_FIELDS, type Publisher, type PublisherFields } from '@kiosk/domain/staff/shelf-title-endpoints'
import { Button } from '../pieces/button.tsx'
import { Failure } from '../pieces/notice.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, textIn } from '../shell/form-dialog.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'

const TYPES = { email: 'email', phone: 'tel', website: 'url' } as const

/** Creates or changes a publisher. */
export function PublisherDialog({ publisher, onDone }: { publisher: Publisher | null; onDone(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  function send(form: FormData): Promise<unknown> {
    const body = Object.fromEntries(PUBLISHER_FIELDS.map((name) => [name, textIn(form, name)])) as PublisherFields
    return publisher
      ? deskClient.call(changePublisher, { params: { id: publisher.id }, body })
      : deskClient.call(createPublisher, { body })
  }
  async function remove({ id }: Publisher): Promise<void> {
    if (await run(() => deskClient.call(removePublisher, { params: { id } }))) onDone()
  }
  return (
    <FormDialog
      title={publisher?.name ?? t('DESK.PUBLISHER.NEW')}
      button={t('DESK.SAVE')}
      send={send}
      onDone={onDone}
      others={
        publisher?.titles === 0 && (
          <Button kind="danger" onPress={() => void remove(publisher)} isPending={isPending}>
            {t('DESK.PUBLISHER.REMOVE')}
          </Button>
        )
      }
    >
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
        />
      ))}
      <Failure error={error} />
    </FormDialog>
  )
}
