import { textEdition, withdrawEdition } from '@kiosk/contract/desk-routes'
import type { Language } from '@kiosk/domain/locale'
import type { Edition } from '@kiosk/domain/staff/content-endpoints'
import { useState } from 'react'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { Failure } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useChange } from '../shell/use-change.tsx'
import { useDay } from '../shell/use-format.ts'
import { useText, useTime } from '../shell/use-text.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import style from './content.module.css'
import type { Draft } from './drafts.ts'

type Props = {
  editions: readonly Edition[]
  mayChange: boolean
  /** Shown if there is none. */
  nothing: string
  draftOf(language: Language): Draft
  onOpen(language: Language, draft: Draft): void
}

const TONES = { shown: 'good', later: 'plain', earlier: 'quiet' } as const

/** All editions of a text: compared, taken up again, or withdrawn before their time. */
export function Editions({ editions, mayChange, nothing, draftOf, onOpen }: Props) {
  const t = useText()
  const time = useTime()
  const day = useDay()
  const { run, error, isPending } = useChange()
  const [compared, setCompared] = useState<Edition | null>(null)
  const columns: Column<Edition>[] = [
    {
      id: 'version',
      header: t('DESK.TEXTS.VERSION'),
      cell: (row) => (
        <>
          <strong>{day(row.version)}</strong>
          <small>{row.title}</small>
        </>
      ),
    },
    { id: 'language', header: t('DESK.STAFF.LANGUAGE'), cell: (row) => t(`DESK.LANGUAGE.${row.language}`) },
    {
      id: 'from',
      header: t('DESK.TEXTS.SHOWN_FROM'),
      cell: (row) => (row.shownFrom ? time(row.shownFrom) : day(row.version)),
    },
    {
      id: 'state',
      header: t('DESK.LIST.STATE'),
      cell: (row) => <Badge tone={TONES[row.state]}>{t(`DESK.TEXTS.STATE.${row.state}`)}</Badge>,
    },
  ]
  const actions = (row: Edition) => {
    const name = { name: `${t(`DESK.LANGUAGE.${row.language}`)}, ${day(row.version)}` }
    return (
      <>
        <Button kind="bare" onPress={() => setCompared(row)} aria-label={t('DESK.TEXTS.COMPARE_OF', name)}>
          {t('DESK.TEXTS.COMPARE')}
        </Button>
        {mayChange && (
          <Button
            kind="bare"
            isPending={isPending}
            onPress={() =>
              void run(async () => {
                const { title, description, markdown } = await deskClient.call(textEdition, { params: { id: row.id } })
                onOpen(row.language, { title, description, markdown })
              })
            }
            aria-label={t('DESK.TEXTS.OPEN_OF', name)}
          >
            {t('DESK.TEXTS.OPEN')}
          </Button>
        )}
        {mayChange && row.state === 'later' && (
          <Button
            kind="bare"
            isPending={isPending}
            onPress={() => void run(() => deskClient.call(withdrawEdition, { params: { id: row.id } }))}
            aria-label={t('DESK.TEXTS.WITHDRAW_OF', name)}
          >
            {t('DESK.PRICES.WITHDRAW')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <h2 className={style.heading}>{t('DESK.TEXTS.EDITIONS')}</h2>
      <Failure error={error} />
      <DataTable
        label={t('DESK.TEXTS.EDITIONS')}
        rows={editions}
        columns={columns}
        actions={actions}
        rowId={({ id }) => String(id)}
        nothing={nothing}
      />
      {compared && (
        <CompareDialog
          edition={compared}
          others={editions.filter(({ id, language: of }) => id !== compared.id && of === compared.language)}
          draft={draftOf(compared.language)}
          onDone={() => setCompared(null)}
        />
      )}
    </>
  )
}
