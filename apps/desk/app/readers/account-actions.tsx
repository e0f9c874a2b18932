import { changeReader, eraseReader, exportReader, sendReaderEmail } from '@kiosk/contract/desk-routes'
import type { ReaderChange } from '@kiosk/domain/staff/reader-change-endpoints'
import type { ReaderPage } from '@kiosk/domain/staff/reader-page-endpoint'
import { useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { CheckGroup } from '../pieces/check-group.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { ReasonDialog } from '../shell/form-dialog.tsx'
import { saveFile } from '../shell/save-file.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './readers.module.css'

type Account = ReaderPage['account']
type Dialogs = ReaderChange | 'export' | 'erase'

/** Everything that care does with an account. */
export function AccountActions({ account }: { account: Account }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const [open, setOpen] = useState<Dialogs | null>(null)
  const [isSent, setSent] = useState(false)
  const { id } = account
  const done = () => setOpen(null)
  const link = account.verifiedAt ? 'recovery' : 'verification'
  async function send(): Promise<void> {
    setSent(false)
    setSent(await run(() => deskClient.call(sendReaderEmail, { params: { id }, body: { letter: link } })))
  }
  const button = (name: Dialogs, key: string, kind: 'quiet' | 'danger' = 'quiet') => (
    <Button kind={kind} onPress={() => setOpen(name)}>
      {t(`DESK.READERS.${key}`)}
    </Button>
  )
  return (
    <>
      <Buttons>
        {!account.closedAt && (
          <Button kind="quiet" isPending={isPending} onPress={() => void send()}>
            {t(`DESK.READERS.SEND_${link.toUpperCase()}`)}
          </Button>
        )}
        {!account.verifiedAt && button('confirm-address', 'CONFIRM_ADDRESS')}
        {button('end-sessions', 'END_SESSIONS')}
        {(account.secondFactor || account.passkeys > 0) && button('reset-second-factor', resetKeyOf(account))}
        {button('export', 'EXPORT')}
        {account.closedAt && button('open', 'OPEN')}
        {(!account.closedAt || account.isClosedByErasure) && button('close', 'CLOSE', 'danger')}
        {button('erase', 'ERASE', 'danger')}
      </Buttons>
      <Failure error={error} />
      <p role="status">{isSent && t('DESK.READERS.SENT')}</p>
      {open === 'erase' ? (
        <Erase account={account} onDone={done} />
      ) : open === 'reset-second-factor' ? (
        <ResetSecondFactor account={account} onDone={done} />
      ) : open === 'export' ? (
        <ReasonDialog
          title={t('DESK.READERS.EXPORT')}
          hint={t('DESK.READERS.REASON_HINT')}
          change={(reason) => download(id, reason)}
          onDone={done}
        >
          <p>{t('DESK.READERS.EXPORT.BODY')}</p>
        </ReasonDialog>
      ) : (
        open && (
          <ReasonDialog
            title={t(`DESK.READERS.${keyOf(open)}`)}
            hint={t('DESK.READERS.REASON_HINT')}
            kind={open === 'close' ? 'danger' : 'main'}
            change={(reason) => deskClient.call(changeReader, { params: { id }, body: { change: open, reason } })}
            onDone={done}
          >
            <p>{t(`DESK.READERS.${keyOf(open)}.BODY`)}</p>
          </ReasonDialog>
        )
      )}
    </>
  )
}

const keyOf = (change: ReaderChange) => change.replaceAll('-', '_').toUpperCase()
const resetKeyOf = (account: Account) => (account.secondFactor ? 'RESET_SECOND_FACTOR' : 'RESET_PASSKEYS')

/** Removes what a reader has lost: the second factor, the passkeys, or both. */
function ResetSecondFactor({ account, onDone }: { account: Account; onDone(): void }) {
  const t = useText()
  const { id, secondFactor, passkeys, hasPassword } = account
  const [chosen, setChosen] = useState<string[]>([])
  const withPasskeys = !secondFactor || chosen.length > 0
  const change = withPasskeys ? 'reset-second-factor-and-passkeys' : 'reset-second-factor'
  return (
    <ReasonDialog
      title={t(`DESK.READERS.${resetKeyOf(account)}`)}
      hint={t('DESK.READERS.REASON_HINT')}
      kind="danger"
      change={(reason) => deskClient.call(changeReader, { params: { id }, body: { change, reason } })}
      onDone={onDone}
    >
      <p>{t(`DESK.READERS.${resetKeyOf(account)}.BODY`)}</p>
      {secondFactor && passkeys > 0 && (
        <CheckGroup
          label={t('DESK.READERS.RESET_ALSO')}
          hint={t('DESK.READERS.RESET_ALSO_HINT')}
          options={[{ id: 'passkeys', name: t('DESK.READERS.PASSKEYS', { count: passkeys }) }]}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {withPasskeys && !hasPassword && <p className={style.alert}>{t('DESK.READERS.RESET_NO_PASSWORD')}</p>}
    </ReasonDialog>
  )
}

function Erase({ account, onDone }: { account: Account; onDone(): void }) {
  const t = useText()
  const [when, setWhen] = useState('later')
  const { id } = account
  const erase = async (reason: string) => {
    await deskClient.call(eraseReader, { params: { id }, body: { now: when === 'now', reason } })
    // No data of the account are left to load.
    if (when === 'now') window.location.assign('/desk/readers')
  }
  return (
    <ReasonDialog
      title={t('DESK.READERS.ERASE')}
      hint={t('DESK.READERS.REASON_HINT')}
      kind="danger"
      isDisabled={account.hasSubscription}
      change={erase}
      onDone={onDone}
    >
      <p>{t('DESK.READERS.ERASE.BODY')}</p>
      {account.hasSubscription && <p className={style.alert}>{t('DESK.READERS.ERASE_BLOCKED')}</p>}
      <Select
        label={t('DESK.READERS.ERASE_WHEN')}
        options={[
          { id: 'later', name: t('DESK.READERS.ERASE_LATER') },
          { id: 'now', name: t('DESK.READERS.ERASE_NOW') },
        ]}
        selectedKey={when}
        onSelectionChange={(key) => setWhen(String(key))}
      />
    </ReasonDialog>
  )
}

/** Saves the export as a file. */
async function download(id: number, reason: string): Promise<void> {
  const data: unknown = await deskClient.call(exportReader, { params: { id }, body: { reason } })
  const text = typeof data === 'string' ? data : `${JSON.stringify(data, null, 2)}\n`
  saveFile(new Blob([text], { type: 'application/json' }), `account-${id}.json`)
}
