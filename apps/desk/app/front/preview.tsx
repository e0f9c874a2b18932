import { languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import {
  type FRONT_PAGES,
  PREVIEW_DEVICES,
  PREVIEW_PATH,
  PREVIEW_READERS,
  PREVIEW_THEMES,
} from '@kiosk/domain/staff/front-endpoints'
import { useEffect, useState } from 'react'
import { Select } from '../pieces/select.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import style from './preview.module.css'

/** Time without a change after which the page is loaded again. */
const PAUSE_MS = 400

type Props = { set: (typeof FRONT_PAGES)[number]; keys: readonly string[]; name: string }

/** The home page with a row that is not published, as any visitor would see it. */
export function Preview({ set, keys, name }: Props) {
  const t = useText()
  const countries = regions.filter(({ contentSet }) => contentSet === set).map(({ country }) => country)
  const [country, setCountry] = useState<string>(countries[0]!)
  const [language, setLanguage] = useState<string>(useLanguage())
  const [reader, setReader] = useState<string>(PREVIEW_READERS[0])
  const [theme, setTheme] = useState<string>(PREVIEW_THEMES[0])
  const [device, setDevice] = useState<string>(PREVIEW_DEVICES[0])
  const query = new URLSearchParams({ set, country, language, reader, theme, device, keys: keys.join(' ') })
  const address = useLater(`${PREVIEW_PATH}?${query}`)
  return (
    <section className={style.preview} aria-label={name}>
      <h2>{name}</h2>
      <div className={style.choices}>
        {countries.length > 1 && (
          <Select
            label={t('DESK.PRICES.MARKET')}
            options={countries.map((id) => ({ id, name: id }))}
            selectedKey={country}
            onSelectionChange={(key) => setCountry(String(key))}
          />
        )}
        <Select
          label={t('DESK.STAFF.LANGUAGE')}
          options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
          selectedKey={language}
          onSelectionChange={(key) => setLanguage(String(key))}
        />
        <Select
          label={t('DESK.PREVIEW.READER')}
          options={PREVIEW_READERS.map((id) => ({ id, name: t(`DESK.PREVIEW.READER.${id}`) }))}
          selectedKey={reader}
          onSelectionChange={(key) => setReader(String(key))}
        />
        <Select
          label={t('DESK.PREVIEW.THEME')}
          options={PREVIEW_THEMES.map((id) => ({ id, name: t(`DESK.PREVIEW.THEME.${id}`) }))}
          selectedKey={theme}
          onSelectionChange={(key) => setTheme(String(key))}
        />
        <Select
          label={t('DESK.PREVIEW.DEVICE')}
          options={PREVIEW_DEVICES.map((id) => ({ id, name: t(`DESK.PREVIEW.DEVICE.${id}`) }))}
          selectedKey={device}
          onSelectionChange={(key) => setDevice(String(key))}
        />
      </div>
      <iframe
        title={name}
        src={address}
        sandbox="allow-same-origin"
        className={style.frame}
        data-device={device}
        referrerPolicy="same-origin"
      />
    </section>
  )
}

/** Returns a value once it has not changed for a moment. */
function useLater(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
