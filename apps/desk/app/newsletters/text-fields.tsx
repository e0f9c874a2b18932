import { NEWSLETTER_TEXT } from '@kiosk/domain/staff/limits'
import type { NewsletterText } from '@kiosk/domain/staff/newsletter-endpoints'
import { TextField } from '../pieces/text-field.tsx'
import { useText } from '../shell/use-text.tsx'
import style from './newsletters.module.css'

type Props = { text: NewsletterText; onChange(text: NewsletterText): void }

/** The text in one language. */
export function TextFields({ text, onChange }: Props) {
  const t = useText()
  const field = (name: Exclude<keyof NewsletterText, 'language'>) => ({
    value: text[name],
    onChange: (value: string) => onChange({ ...text, [name]: value }),
    lang: text.language,
  })
  return (
    <div className={style.fields}>
      <TextField label={t('DESK.NEWSLETTER.SUBJECT')} maxLength={NEWSLETTER_TEXT.subject} {...field('subject')} />
      <TextField
        label={t('DESK.NEWSLETTER.PREHEADER')}
        hint={t('DESK.NEWSLETTER.PREHEADER_HINT')}
        maxLength={NEWSLETTER_TEXT.preheader}
        {...field('preheader')}
      />
      <TextField
        label={t('DESK.NEWSLETTER.BODY')}
        hint={t('DESK.NEWSLETTER.BODY_HINT')}
        lines={12}
        maxLength={NEWSLETTER_TEXT.body}
        {...field('body')}
      />
      <div className={style.pair}>
        <TextField label={t('DESK.NEWSLETTER.BUTTON_LABEL')} maxLength={NEWSLETTER_TEXT.buttonLabel} {...field('buttonLabel')} />
        <TextField label={t('DESK.NEWSLETTER.BUTTON_ADDRESS')} maxLength={NEWSLETTER_TEXT.address} {...field('buttonAddress')} />
      </div>
    </div>
  )
}
