import { publishText } from '@kiosk/contract/desk-routes'
import { type Language, languages } from '@kiosk/domain/locale'
import { CheckGroup } from '../pieces/check-group.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { FieldError } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { FormDialog, momentIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'
import type { Drafts, Shown } from './drafts.ts'

type Props = {
  textKey: string
  region: number | null
  drafts: Drafts
  shown: Shown
  changed: readonly Language[]
  onPublished(languages: readonly Language[], isPlanned: boolean): void
  onDone(): void
}

/** Publishes the languages that were changed together: now, or at a time. */
export function PublishDialog({ textKey, region, drafts, shown, changed, onPublished, onDone }: Props) {
  const t = useText()
  const others = languages.filter((language) => !changed.includes(language))
  // A market without a text of its own shows that of all markets.
  const isMissing = (language: Language) => region === null && !shown[language]
  const nameOf = (all: readonly Language[]) => all.map((id) => t(`DESK.LANGUAGE.${id}`)).join(', ')
  const unchanged = others.filter((language) => !isMissing(language))
  const missing = others.filter(isMissing)
  async function send(form: FormData): Promise<void> {
    const chosen = form.getAll('languages').map(String) as Language[]
    if (chosen.length === 0) throw new FieldError(t('DESK.TEXTS.NO_LANGUAGE'), 'languages')
    const shownFrom = momentIn(form, 'shownFrom')
    const body = {
      ...(region !== null && { region }),
      ...(shownFrom !== null && { shownFrom }),
      texts: Object.fromEntries(
        chosen.map((language) => [language, { ...drafts[language], before: shown[language]?.edition ?? null }]),
      ),
    }
    const { faults } = await deskClient.call(publishText, { params: { key: textKey }, body })
    const [fault] = faults
    if (!fault) return onPublished(chosen, shownFrom !== null)
    const what = t(`DESK.TEXTS.FAULT.${fault.problem}`, { value: fault.value })
    throw new FieldError(`${t(`DESK.LANGUAGE.${fault.language}`)}: ${what}`, 'languages')
  }
  return (
    <FormDialog title={t('DESK.TEXTS.PUBLISH')} button={t('DESK.TEXTS.PUBLISH_BUTTON')} send={send} onDone={onDone}>
      <CheckGroup
        label={t('DESK.TEXTS.LANGUAGES')}
        name="languages"
        defaultValue={[...changed]}
        options={changed.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
      />
      {unchanged.length > 0 && <p className={style.note}>{t('DESK.TEXTS.UNCHANGED', { languages: nameOf(unchanged) })}</p>}
      {missing.length > 0 && <p className={style.note}>{t('DESK.TEXTS.NONE_IN', { languages: nameOf(missing) })}</p>}
      <TextField label={t('DESK.TEXTS.FROM')} hint={t('DESK.TEXTS.FROM_HINT')} name="shownFrom" type="datetime-local" />
    </FormDialog>
  )
}
