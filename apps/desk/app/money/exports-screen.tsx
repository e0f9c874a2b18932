import { ApiError } from '@kiosk/api-client/api-error'
import { bookkeeping, moneyExport } from '@kiosk/contract/desk-routes'
import { addDays, dayInVienna } from '@kiosk/domain/day'
import { EXPORTS } from '@kiosk/domain/staff/money-endpoints'
import { type FormEvent, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { Notice } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { textIn } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { saveFile } from '../shell/save-file.ts'
import { useChange } from '../shell/use-change.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './money.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const state = await deskContext(context).call(bookkeeping)
  // The last complete month.
  const to = addDays(`${dayInVienna(new Date()).slice(0, 7)}-01`, -1)
  return { ...state, from: `${to.slice(0, 7)}-01`, to }
}

type Kind = (typeof EXPORTS)[number]

/** Files for the tax adviser. */
export default function Exports() {
  const { values, missing, from, to } = useLoaderData<typeof loader>()
  const t = useText()
  const { run, error, isPending } = useChange()
  const [kind, setKind] = useState<Kind>(values ? 'datev' : 'invoices')
  const [detail, setDetail] = useState<'postings' | 'days'>('postings')
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const query = { from: textIn(form, 'from'), to: textIn(form, 'to'), detail, chfRate: textIn(form, 'chfRate') }
    await run(async () => save(await deskClient.send(moneyExport, { params: { kind }, query })))
  }
  return (
    <>
      <PageHead title={t('DESK.MONEY.EXPORTS')} about={t('DESK.MONEY.EXPORTS.ABOUT')} />
      {(!values || missing.length > 0) && (
        <Notice tone="bad">
          {values ? t('DESK.EXPORT.MISSING', { accounts: missing.join(', ') }) : t('DESK.EXPORT.NOT_CONFIGURED')}{' '}
          <Link to="/money/accounts">{t('DESK.MONEY.ACCOUNTS')}</Link>
        </Notice>
      )}
      <ErrorForm error={error} onSubmit={(event) => void submit(event)} className={style.form}>
        <Select
          label={t('DESK.EXPORT.WHAT')}
          options={EXPORTS.map((id) => ({ id, name: t(`DESK.EXPORT.${id}`) }))}
          selectedKey={kind}
          onSelectionChange={(key) => setKind(key as Kind)}
        />
        <TextField type="date" label={t('DESK.LIST.FROM')} name="from" isRequired defaultValue={from} />
        <TextField type="date" label={t('DESK.LIST.TO')} name="to" isRequired defaultValue={to} />
        {kind === 'datev' && (
          <>
            <Select
              label={t('DESK.EXPORT.DETAIL')}
              options={(['postings', 'days'] as const).map((id) => ({ id, name: t(`DESK.EXPORT.DETAIL.${id}`) }))}
              selectedKey={detail}
              onSelectionChange={(key) => setDetail(key as typeof detail)}
            />
            <TextField label={t('DESK.EXPORT.CHF_RATE')} name="chfRate" inputMode="decimal" />
          </>
        )}
        <Button type="submit" isPending={isPending}>
          {t('DESK.EXPORT.BUTTON')}
        </Button>
        <FormFailure />
      </ErrorForm>
      <p className={style.quiet}>{t(`DESK.EXPORT.${kind}.ABOUT`)}</p>
    </>
  )
}

/** Saves the file of an answer under its name. @throws ApiError if the answer is an error */
async function save(response: Response): Promise<void> {
  if (!response.ok) throw new ApiError(response, await response.text())
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'
  saveFile(await response.blob(), name)
}
