import { setLeavingDay } from '@kiosk/contract/desk-routes'
import { formatDay } from '@kiosk/domain/date-format'
import type { ShelfTitleDetails } from '@kiosk/domain/staff/shelf-title-endpoints'
import { type FormEvent, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Dialog } from '../pieces/dialog.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useLanguage, useText, useTime } from '../shell/use-text.tsx'
import style from './shelf.module.css'

/** The last day of the title, and whether its readers know. */
export function Leaving({ title, mayChange }: { title: ShelfTitleDetails; mayChange: boolean }) {
  const t = useText()
  const time = useTime()
  const language = useLanguage()
  const [edited, setEdited] = useState<'set' | 'withdraw' | null>(null)
  const { leaving } = title
  return (
    <section className={style.card}>
      <h2>{t('DESK.LEAVING.TITLE')}</h2>
      <p>
        {leaving ? t('DESK.LEAVING.LEAVES', { day: formatDay(language, leaving.day) }) : t('DESK.LEAVING.STAYS')}
        {leaving?.noticeAt && <small className={style.small}>{t('DESK.LEAVING.NOTICE', { time: time(leaving.noticeAt) })}</small>}
        {leaving && leaving.told > 0 && <small className={style.small}>{t('DESK.LEAVING.TOLD', { count: leaving.told })}</small>}
      </p>
      {mayChange && (
        <div className={style.buttons}>
          <Button kind="quiet" onPress={() => setEdited('set')}>
            {t(leaving ? 'DESK.LEAVING.CHANGE' : 'DESK.LEAVING.SET')}
          </Button>
          {leaving && (
            <Button kind="quiet" onPress={() => setEdited('withdraw')}>
              {t('DESK.LEAVING.WITHDRAW')}
            </Button>
          )}
        </div>
      )}
      {edited && <DayDialog title={title} withdraws={edited === 'withdraw'} onDone={() => setEdited(null)} />}
    </section>
  )
}

function DayDialog({ title, withdraws, onDone }: { title: ShelfTitleDetails; withdraws: boolean; onDone(): void }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { day: withdraws ? null : String(form.get('day')), reason: String(form.get('reason')) }
    if (await run(() => deskClient.call(setLeavingDay, { params: { key: title.key }, body }))) onDone()
  }
  const isDay = error?.field === 'day'
  return (
    <Dialog
      title={t(withdraws ? 'DESK.LEAVING.WITHDRAW' : 'DESK.LEAVING.SET')}
      isOpen
      onOpenChange={(isOpen) => isOpen || onDone()}
    >
      <form onSubmit={(event) => void submit(event)}>
        {!withdraws && (
          <TextField
            label={t('DESK.LEAVING.TITLE')}
            name="day"
            type="date"
            defaultValue={title.leaving?.day ?? ''}
            isRequired
            autoFocus
            error={isDay ? error.message : undefined}
          />
        )}
        <p className={style.note}>{t(withdraws ? 'DESK.LEAVING.WITHDRAW_NOTE' : 'DESK.LEAVING.NOTE')}</p>
        <TextField
          label={t('DESK.REASON')}
          hint={t('DESK.REASON_HINT')}
          name="reason"
          isRequired
          autoFocus={withdraws}
          error={isDay ? undefined : error?.message}
        />
        <Button type="submit" isPending={isPending}>
          {t('DESK.SAVE')}
        </Button>
      </form>
    </Dialog>
  )
}
