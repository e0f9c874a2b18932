import { type Language, languages } from '@kiosk/domain/locale'
import { PREVIEW_DEVICES, PREVIEW_READERS, PREVIEW_THEMES, type PreviewVisitor } from '@kiosk/domain/staff/front-endpoints'
import { Select } from '../pieces/select.tsx'
import style from './page-preview.module.css'
import { useText } from './use-text.tsx'

type Country = PreviewVisitor['country']
type Props = { countries: readonly Country[]; visitor: PreviewVisitor; onChange(visitor: PreviewVisitor): void }

export const firstVisitor = (country: Country, language: Language): PreviewVisitor => ({
  country,
  language,
  reader: PREVIEW_READERS[0],
  theme: PREVIEW_THEMES[0],
  device: PREVIEW_DEVICES[0],
})

/** As whom a preview is seen. */
export function VisitorFields({ countries, visitor, onChange }: Props) {
  const t = useText()
  const choice = <Name extends keyof PreviewVisitor>(
    name: Name,
    label: string,
    values: readonly PreviewVisitor[Name][],
    nameOf: (value: PreviewVisitor[Name]) => string,
  ) => (
    <Select
      label={label}
      options={values.map((id) => ({ id, name: nameOf(id) }))}
      selectedKey={visitor[name]}
      onSelectionChange={(key) => onChange({ ...visitor, [name]: key })}
    />
  )
  return (
    <div className={style.choices}>
      {countries.length > 1 && choice('country', t('DESK.PRICES.MARKET'), countries, (id) => id)}
      {choice('language', t('DESK.STAFF.LANGUAGE'), languages, (id) => t(`DESK.LANGUAGE.${id}`))}
      {choice('reader', t('DESK.PREVIEW.READER'), PREVIEW_READERS, (id) => t(`DESK.PREVIEW.READER.${id}`))}
      {choice('theme', t('DESK.PREVIEW.THEME'), PREVIEW_THEMES, (id) => t(`DESK.PREVIEW.THEME.${id}`))}
      {choice('device', t('DESK.PREVIEW.DEVICE'), PREVIEW_DEVICES, (id) => t(`DESK.PREVIEW.DEVICE.${id}`))}
    </div>
  )
}
