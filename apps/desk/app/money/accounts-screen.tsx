import { bookkeeping, saveBookkeeping } from '@kiosk/contract/desk-routes'
import { type FormEvent, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ErrorForm, FormFailure } from '../pieces/error-form.tsx'
import { FormParts } from '../pieces/form-parts.tsx'
import { Notice } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { SaveBar } from '../shell/save-bar.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useSaved } from '../shell/use-saved.ts'
import { useText } from '../shell/use-text.tsx'
import { type BookkeepingDraft, countOfDraftChanges, draftOf, sentBookkeeping } from './account-fields.ts'
import { AdviserPart, NumbersPart } from './bookkeeping-parts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('money.write'), ctx.call(bookkeeping)])
  return { ...found, mayChange }
}

/** Data for exports to DATEV: numbers of the tax adviser and of accounts. */
export default function Accounts() {
  const { missing, mayChange, ...loaded } = useLoaderData<typeof loader>()
  const [saved, setBase] = useSaved(loaded)
  const t = useText()
  const { run, error, isPending } = useChange()
  const [edited, setEdited] = useState<BookkeepingDraft | null>(null)
  const [isSaved, setSaved] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const base = draftOf(saved.values)
  const draft = edited ?? base
  const set = (part: Partial<BookkeepingDraft>) => {
    setSaved(false)
    setEdited((known) => ({ ...(known ?? base), ...part }))
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const sending = sentBookkeeping(draft)
    const body = { ...sending, before: saved.version }
    if (!(await run(() => deskClient.call(saveBookkeeping, { body })))) return
    setBase(sending)
    setEdited(null)
    setSaved(true)
  }
  return (
    <>
      <PageHead title={t('DESK.MONEY.ACCOUNTS')} about={t('DESK.MONEY.ACCOUNTS.ABOUT')} />
      {missing.length > 0 && <Notice tone="bad">{t('DESK.EXPORT.MISSING', { accounts: missing.join(', ') })}</Notice>}
      <ErrorForm ref={form} error={error} onSubmit={(event) => void submit(event)}>
        <FormParts>
          <AdviserPart draft={draft} mayChange={mayChange} onChange={set} />
          <NumbersPart draft={draft} mayChange={mayChange} missing={missing} onChange={set} />
          {mayChange && (
            <SaveBar
              count={edited ? countOfDraftChanges(base, edited) : 0}
              isPending={isPending}
              error={null}
              onUndo={null}
              status={isSaved && t('DESK.BOOKKEEPING.SAVED')}
              isSubmit
              onSave={() => form.current?.requestSubmit()}
              onDiscard={() => setEdited(null)}
            >
              <FormFailure />
            </SaveBar>
          )}
        </FormParts>
      </ErrorForm>
    </>
  )
}
