import { addressOf } from '@kiosk/domain/addresses'
import { Checkbox } from '@kiosk/ui/checkbox'
import { useText } from '../shell/use-text.ts'

/** Checkbox "I accept the terms and have read the privacy policy"; its links keep the form open. */
export function TermsBox(field: { name: string; error: string | null; autoFocus: boolean }) {
  const t = useText()
  const links = {
    terms: [addressOf('terms'), t('REGISTRATION.TERMS_LINK')],
    privacy: [addressOf('privacy'), t('REGISTRATION.PRIVACY_LINK')],
  } as const
  const parts = t('REGISTRATION.TERMS').split(/\{(terms|privacy)\}/)
  const label = parts.map((part) => {
    const link = links[part as keyof typeof links]
    if (!link) return part
    return (
      <a key={part} href={link[0]} target="_blank" rel="noopener">
        {link[1]}
      </a>
    )
  })
  return <Checkbox {...field} value="1" required label={label} />
}
