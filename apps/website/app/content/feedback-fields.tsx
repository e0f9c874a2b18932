import { TEXT } from '@kiosk/domain/accounts/limits'
import { Field, TextArea } from '@kiosk/ui/field'
import { useText } from '../shell/use-text.ts'
import style from './feedback-form.module.css'

type Props = {
  typed: Partial<Record<string, string>>
  field: (name: string) => { name: string; error: string | null; autoFocus: boolean }
}

/** The four fields of the feedback form. */
export function FeedbackFields({ typed, field }: Props) {
  const t = useText()
  const fieldOf = (name: string) => ({ ...field(name), defaultValue: typed[name] })
  return (
    <>
      <div className={style.sender}>
        <Field {...fieldOf('name')} label={t('FEEDBACK.NAME')} autoComplete="name" required maxLength={TEXT.name} />
        <Field
          {...fieldOf('email')}
          label={t('FEEDBACK.EMAIL')}
          type="email"
          autoComplete="email"
          required
          maxLength={TEXT.email}
        />
      </div>
      <Field {...fieldOf('title')} label={t('FEEDBACK.SUBJECT')} required maxLength={TEXT.name} />
      <TextArea {...fieldOf('content')} label={t('FEEDBACK.MESSAGE')} required maxLength={TEXT.message} />
    </>
  )
}
