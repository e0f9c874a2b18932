import { FieldRow } from '../pieces/field-row.tsx'
import { TextField } from '../pieces/text-field.tsx'
import { textIn } from '../shell/form-dialog.tsx'
import { useText } from '../shell/use-text.tsx'

/** The fields that vouchers and promo codes have in common. */

export function CodeField() {
  const t = useText()
  return (
    <TextField
      label={t('DESK.CODES.CODE')}
      hint={t('DESK.CODES.CODE_HINT')}
      name="code"
      pattern="[A-Za-z0-9\-]{3,40}"
      isRequired
      autoFocus
    />
  )
}

/** How often a code can be redeemed. */
export function MostField() {
  const t = useText()
  return (
    <TextField
      label={t('DESK.CODES.MOST')}
      hint={t('DESK.CODES.MOST_HINT')}
      name="most"
      inputMode="numeric"
      pattern="[1-9][0-9]{0,5}"
    />
  )
}

/** What readers see in place of the code. */
export function TitleFields({ label, hint }: { label: string; hint: string }) {
  const t = useText()
  return (
    <>
      <TextField label={label} hint={hint} name="title_de" maxLength={60} />
      <FieldRow>
        <TextField label={t('DESK.VOUCHERS.TITLE_EN')} name="title_en" maxLength={60} />
        <TextField label={t('DESK.VOUCHERS.TITLE_FR')} name="title_fr" maxLength={60} />
      </FieldRow>
    </>
  )
}

type Titles = { de: string; en: string; fr: string }

/**
 * Returns the titles by language, with the German one where another is missing. Without a German title it is `code`; null without
 * both.
 */
export function titlesIn(form: FormData, code: string): Titles
export function titlesIn(form: FormData): Titles | null
export function titlesIn(form: FormData, code = ''): Titles | null {
  const de = textIn(form, 'title_de') || code
  return de === '' ? null : { de, en: textIn(form, 'title_en') || de, fr: textIn(form, 'title_fr') || de }
}
