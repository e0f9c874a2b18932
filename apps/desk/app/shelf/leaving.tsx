import { setLeavingDay } from '@kiosk/contract/desk-routes'
import type { ShelfTitleDetails } from '@kiosk/domain/staff/shelf-title-endpoints'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { ReasonField } from '../pieces/reason-field.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, optionalIn, textIn } from '../shell/form-dialog.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import style from './shelf.module.css'

/** The last day of the title, and whether its readers know. */
export function Leaving({ title, mayChange }: { title: ShelfTitleDetails; mayChange: boolean }) {
  const t = useText()
  const time = useTime()
  const day = useDay()
  const [edited, setEdited] = useState<'set' | 'withdraw' | null>(null)
  const { leaving } = title
  return (
    <section className={style.card}>
      <h2>{t('DESK.LEAVING.TITLE')}</h2>
      <p>
        {leaving ? t('DESK.LEAVING.LEAVES', { day: day(leaving.day) }) : t('DESK.LEAVING.STAYS')}
        {leaving?.noticeAt && <small className={style.small}>{t('DESK.LEAVING.NOTICE', { time: time(leaving.noticeAt) })}</small>}
        {leaving && leaving.notified > 0 && (
          <small className={style.small}>{t('DESK.LEAVING.TOLD', { count: leaving.notified })}</small>
        )}
      </p>
      {mayChange && (
        <Buttons>
          <Button kind="quiet" onPress={() => setEdited('set')}>
            {t(leaving ? 'DESK.CHANGE' : 'DESK.LEAVING.SET')}
          </Button>
          {leaving && (
            <Button kind="quiet" onPress={() => setEdited('withdraw')}>
              {t('DESK.LEAVING.WITHDRAW')}
            </Button>
          )}
        </Buttons>
      )}
      {edited && <DayDialog title={title} withdraws={edited === 'withdraw'} onDone={() => setEdited(null)} />}
    </section>
  )
}

function DayDialog({ title, withdraws, onDone }: { title: ShelfTitleDetails; withdraws: boolean; onDone(): void }) {
  const t = useText()
  const params = { key: title.key }
  return (
    <FormDialog
      title={t(withdraws ? 'DESK.LEAVING.WITHDRAW' : 'DESK.LEAVING.SET')}
      button={t('DESK.SAVE')}
      send={(form) =>
        deskClient.call(setLeavingDay, { params, body: { day: optionalIn(form, 'day'), reason: textIn(form, 'reason') } })
      }
      onDone={onDone}
    >
      {!withdraws && (
        <TextField
          label={t('DESK.LEAVING.TITLE')}
          name="day"
          type="date"
          defaultValue={title.leaving?.day ?? ''}
          isRequired
          autoFocus
        />
      )}
      <p className={style.note}>{t(withdraws ? 'DESK.LEAVING.WITHDRAW_NOTE' : 'DESK.LEAVING.NOTE')}</p>
      <ReasonField autoFocus={withdraws} />
    </FormDialog>
  )
}
