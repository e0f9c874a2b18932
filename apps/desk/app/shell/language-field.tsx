import { isLanguage, type Language, languages } from '@kiosk/domain/locale'
import { Select } from '../pieces/select.tsx'
import { useText } from './use-text.tsx'

type Props = { language?: Language | undefined; onChange?(language: Language): void }

/** Chooses one of our languages; the field is called `language`. */
export function LanguageField({ language = 'de', onChange }: Props) {
  const t = useText()
  return (
    <Select
      label={t('DESK.STAFF.LANGUAGE')}
      name="language"
      options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
      defaultSelectedKey={language}
      onSelectionChange={(key) => isLanguage(key) && onChange?.(key)}
    />
  )
}
