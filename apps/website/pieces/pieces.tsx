// Shows every exported component of packages/ui in its states, and the tokens. For developers: only `npm run dev` serves it.
import { BottomBar } from '@kiosk/ui/bottom-bar'
import { enhanceShelf } from '@kiosk/ui/browser/enhance-shelf'
import { Button } from '@kiosk/ui/button'
import { CampaignImage, campaignColours } from '@kiosk/ui/campaign-image'
import { Checkbox } from '@kiosk/ui/checkbox'
import { CloseButton } from '@kiosk/ui/close-button'
import { ConfirmDialog } from '@kiosk/ui/confirm-dialog'
import { Cover, PlacedCoverImage, placeCover } from '@kiosk/ui/cover'
import { Field, FieldError, FieldFrame, Select, TextArea } from '@kiosk/ui/field'
import { Flag } from '@kiosk/ui/flag'
import { FlipCards } from '@kiosk/ui/flip-cards'
import { Icon, type IconName } from '@kiosk/ui/icon'
import { iconShapes } from '@kiosk/ui/icon-shapes'
import { Badges, Day, IssueCard, PlacedIssueCard } from '@kiosk/ui/issue-card'
import { LineIcon } from '@kiosk/ui/line-icon'
import { Notice } from '@kiosk/ui/notice'
import { PageIcon, type PageIconName } from '@kiosk/ui/page-icon'
import { pageIconShapes } from '@kiosk/ui/page-icon-shapes'
import { PasswordField } from '@kiosk/ui/password-field'
import { Shelf } from '@kiosk/ui/shelf'
import { Switch } from '@kiosk/ui/switch'
import { Wordmark } from '@kiosk/ui/wordmark'
import { type FunctionComponent, type ReactNode, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { forceStates } from './forced-states.ts'
import style from './pieces.module.css'
import { Tokens } from './tokens.tsx'
import '@kiosk/ui/tokens.css'
import '@kiosk/ui/fonts.css'
import '../app/shell/base.css'
import '@kiosk/ui/button-base.css'

/** Props by name of the state; the names `hover` and `focus` force that state. */
type Samples<Props> = Record<string, Props>

const LONG = 'Zahlungsinformationen unwiderruflich löschen und Abonnementverlängerung ausschließen'
const LONG_LABEL = 'Umsatzsteuer-Identifikationsnummer des Rechnungsempfängers'
const ERROR = 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'
const LONG_ERROR = 'Die Umsatzsteuer-Identifikationsnummer entspricht nicht den Rechnungslegungsvorschriften.'

/** Returns a drawn cover; the fragment absorbs the height that `Cover` adds to an address. */
function drawn(width: number, height: number) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#0e6076"/><circle cx="70%" cy="65%" r="30%" fill="#f3c14b"/><text x="24" y="80" font-family="serif" font-size="64" fill="#fff">Seeblick</text></svg>`
  const coverURL = `data:image/svg+xml,${encodeURIComponent(drawing)}#`
  return { coverURL, coverWidth: width, coverHeight: height, coverColour: '#0e6076' }
}
const picture = drawn(300, 400)
const missing = { ...picture, coverURL: '/dev/pieces/missing.webp' }
const issue = {
  href: '#IssueCard',
  picture,
  titleLine: 'Seeblick',
  detailLine: '23. November 2026',
  height: 220,
}
const longIssue = {
  ...issue,
  titleLine: 'Niederösterreichische Landwirtschaftsnachrichten',
  detailLine: 'Doppelausgabe November und Dezember 2026',
  badges: [
    { key: 'free', label: 'Werbefrei' },
    { key: 'new', label: 'Neuerscheinung' },
  ],
}

/** A component in its states, under its name. */
function Piece<Props extends object>({
  of: Component,
  name = Component.name,
  samples,
  grid,
}: {
  of: FunctionComponent<Props>
  name?: string
  samples: Samples<Props>
  /** A row for each sample, or many small samples in a row. */
  grid?: 'wide' | 'dense'
}) {
  return (
    <section className={style.piece} id={name} data-piece={name} aria-labelledby={`${name}-name`}>
      <h2 id={`${name}-name`}>{name}</h2>
      <div className={`${style.samples} ${grid ? style[grid] : ''}`}>
        {Object.entries(samples).map(([state, props]) => (
          <div key={state}>
            <p className={style.state}>{state}</p>
            <div className={style.sample} lang="de" data-forced={/^(hover|focus)$/.test(state) ? state : undefined}>
              <Component {...props} />
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** A dialog that opens on a click: it has no closed state. */
function OpenedDialog(props: Omit<Parameters<typeof ConfirmDialog>[0], 'onAnswer'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="button" kind="quiet" onClick={() => setOpen(true)}>
        Öffnen
      </Button>
      {open && <ConfirmDialog {...props} onAnswer={() => setOpen(false)} />}
    </>
  )
}

/** An illustration in a box and with the colours of a campaign. */
function ColouredImage(props: Parameters<typeof CampaignImage>[0]) {
  const colours = campaignColours({ paper: '#f3e3c3', ink: '#3a2a1a', accent: '#c4472b', onAccent: '#ffffff' })
  return (
    <div style={{ ...colours, position: 'relative', aspectRatio: '4 / 3', background: 'var(--campaign-paper)' }}>
      <CampaignImage {...props} />
    </div>
  )
}

const barLinks = (['house', 'newspaper', 'library', 'gem', 'user'] as const).map((name) => (
  <li key={name}>
    <a href="#BottomBar">
      <Icon name={name} />
      Magazine
    </a>
  </li>
))

const places = (count: number): ReactNode =>
  Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places of a constant row
    <li key={place}>
      <IssueCard {...(place % 3 === 1 ? longIssue : issue)} />
    </li>
  ))

const options = ['Österreich', 'Deutschland', 'Schweiz', 'Luxemburg'].map((each) => <option key={each}>{each}</option>)
const passwordWords = { show: 'Passwort anzeigen', hide: 'Passwort verbergen', autoComplete: 'new-password' } as const
const strength = { label: 'Stärke:', levels: ['sofort erraten', 'schwach', 'mäßig', 'gut', 'stark'] } as const

const pieces = [
  <Piece
    key="button"
    of={Button}
    samples={{
      main: { children: 'Jetzt lesen' },
      hover: { children: 'Jetzt lesen' },
      focus: { children: 'Jetzt lesen' },
      disabled: { children: 'Jetzt lesen', disabled: true },
      busy: { children: 'Jetzt lesen', busy: true, busyWords: 'Wird geladen' },
      quiet: { children: 'Später', kind: 'quiet' },
      'quiet, disabled': { children: 'Später', kind: 'quiet', disabled: true },
      'quiet, busy': { children: 'Später', kind: 'quiet', busy: true, busyWords: 'Wird geladen' },
      danger: { children: 'Konto löschen', kind: 'danger' },
      'danger, busy': { children: 'Konto löschen', kind: 'danger', busy: true, busyWords: 'Wird gelöscht' },
      'long words, wide': { children: LONG, wide: true },
    }}
  />,
  <Piece
    key="field"
    of={Field}
    samples={{
      default: { label: 'E-Mail-Adresse', type: 'email', autoComplete: 'off' },
      filled: { label: 'E-Mail-Adresse', type: 'email', defaultValue: 'lesen@example.org' },
      focus: { label: 'E-Mail-Adresse', type: 'email' },
      'hint and aside': { label: 'Vorname', hint: 'So sprechen wir Sie an.', aside: 'freiwillig' },
      invalid: { label: 'E-Mail-Adresse', defaultValue: 'lesen@', error: ERROR },
      disabled: { label: 'E-Mail-Adresse', defaultValue: 'lesen@example.org', disabled: true },
      'long words': { label: LONG_LABEL, hint: LONG, error: LONG_ERROR, aside: 'freiwillig', defaultValue: 'ATU00000000' },
    }}
  />,
  <Piece
    key="area"
    of={TextArea}
    samples={{
      default: { label: 'Nachricht' },
      focus: { label: 'Nachricht' },
      invalid: { label: 'Nachricht', error: 'Bitte schreiben Sie uns, worum es geht.' },
      disabled: { label: 'Nachricht', disabled: true, defaultValue: 'Wird gesendet.' },
      'long words': { label: LONG_LABEL, hint: LONG, defaultValue: LONG },
    }}
  />,
  <Piece
    key="select"
    of={Select}
    samples={{
      default: { label: 'Land', children: options },
      focus: { label: 'Land', children: options },
      invalid: { label: 'Land', children: options, error: 'Bitte wählen Sie ein Land.' },
      disabled: { label: 'Land', children: options, disabled: true },
      'long words': { label: LONG_LABEL, hint: LONG, children: <option>{LONG}</option> },
    }}
  />,
  <Piece
    key="password"
    of={PasswordField}
    samples={{
      default: { label: 'Passwort', ...passwordWords },
      focus: { label: 'Passwort', ...passwordWords },
      invalid: { label: 'Passwort', ...passwordWords, error: 'Das Passwort ist zu kurz.' },
      disabled: { label: 'Passwort', ...passwordWords, disabled: true, defaultValue: 'geheim' },
      'strength meter: type': { label: 'Neues Passwort', ...passwordWords, strength, hint: 'Mindestens acht Zeichen.' },
      'long words': { label: LONG_LABEL, ...passwordWords, hint: LONG, error: LONG_ERROR },
    }}
  />,
  <Piece
    key="frame"
    of={FieldFrame}
    samples={{
      default: {
        label: 'Eigenes Feld',
        hint: 'Der Rahmen verbindet Beschriftung und Feld.',
        children: (control) => <input type="range" {...control} />,
      },
      invalid: {
        label: 'Eigenes Feld',
        error: 'Dieses Feld ist leer.',
        children: (control) => <input type="range" {...control} />,
      },
    }}
  />,
  <Piece
    key="error"
    of={FieldError}
    samples={{
      default: { id: 'error-default', children: ERROR },
      'long words': { id: 'error-long', children: LONG_ERROR },
      empty: { id: 'error-empty', children: null },
    }}
  />,
  <Piece
    key="checkbox"
    of={Checkbox}
    samples={{
      default: { label: 'Newsletter bestellen' },
      checked: { label: 'Newsletter bestellen', defaultChecked: true },
      hover: { label: 'Newsletter bestellen' },
      focus: { label: 'Newsletter bestellen' },
      invalid: { label: 'Ich stimme den Nutzungsbedingungen zu', error: 'Bitte stimmen Sie zu.' },
      disabled: { label: 'Newsletter bestellen', disabled: true },
      'long words': { label: LONG, hint: LONG_LABEL, error: LONG_ERROR },
    }}
  />,
  <Piece
    key="switch"
    of={Switch}
    samples={{
      off: { label: 'E-Mails über neue Ausgaben' },
      on: { label: 'E-Mails über neue Ausgaben', defaultChecked: true },
      focus: { label: 'E-Mails über neue Ausgaben' },
      invalid: { label: 'E-Mails über neue Ausgaben', error: 'Das wurde nicht gespeichert.' },
      disabled: { label: 'E-Mails über neue Ausgaben', disabled: true },
      'disabled, on': { label: 'E-Mails über neue Ausgaben', disabled: true, defaultChecked: true },
      'long words': { label: LONG, hint: LONG_LABEL, error: LONG_ERROR },
    }}
  />,
  <Piece
    key="notice"
    of={Notice}
    samples={{
      info: { title: 'Neue Nutzungsbedingungen', children: 'Sie gelten ab 1. Jänner 2027.' },
      good: { kind: 'good', title: 'Gespeichert' },
      warning: { kind: 'warning', title: 'Zahlung offen', children: 'Wir versuchen es morgen noch einmal.' },
      error: { kind: 'error', title: 'Nicht gesendet', children: 'Ihr Text ist noch da. Bitte versuchen Sie es noch einmal.' },
      focus: { children: 'Nimmt den Fokus, wenn ein Skript ihn setzt.' },
      'text only': { children: 'Ihr Abonnement endet am 30. November 2026.' },
      'long words, actions': {
        kind: 'error',
        title: LONG_LABEL,
        children: LONG_ERROR,
        actions: (
          <Button type="button" kind="quiet">
            Noch einmal versuchen
          </Button>
        ),
      },
    }}
  />,
  <Piece
    key="dialog"
    of={OpenedDialog}
    name={ConfirmDialog.name}
    samples={{
      default: { title: 'Lesezeichen löschen?', children: 'Es ist dann auf allen Geräten weg.', no: 'Behalten', yes: 'Löschen' },
      'one button': { title: 'Gespeichert', children: 'Ihre Angaben sind gespeichert.', no: null, yes: 'Verstanden' },
      'long words': { title: LONG_LABEL, children: LONG, no: 'Abonnement behalten', yes: 'Unwiderruflich löschen' },
    }}
  />,
  <Piece
    key="close"
    of={CloseButton}
    samples={{
      default: { label: 'Schließen' },
      hover: { label: 'Schließen' },
      focus: { label: 'Schließen' },
    }}
  />,
  <Piece
    key="cover"
    of={Cover}
    samples={{
      default: { picture, alt: 'Titelseite von Seeblick', height: 220, first: true },
      landscape: { picture: drawn(400, 300), alt: 'Titelseite im Querformat', height: 160 },
      'not loaded': { picture: missing, alt: '', height: 220 },
    }}
  />,
  <Piece
    key="placed-cover"
    of={PlacedCoverImage}
    samples={{ default: { cover: placeCover(picture, issue.height), alt: 'Titelseite von Seeblick', height: issue.height } }}
  />,
  <Piece key="card" of={IssueCard} samples={{ default: issue, hover: issue, focus: issue, 'long words, badges': longIssue }} />,
  <Piece
    key="placed-card"
    of={PlacedIssueCard}
    samples={{
      default: { ...issue, href: '#PlacedIssueCard', cover: placeCover(picture, issue.height), detail: issue.detailLine },
    }}
  />,
  <Piece key="badges" of={Badges} samples={{ default: { badges: longIssue.badges } }} />,
  <Piece key="day" of={Day} samples={{ default: { children: issue.detailLine } }} />,
  <Piece
    key="shelf"
    of={Shelf}
    grid="wide"
    samples={{
      default: { label: 'Neue Ausgaben', back: 'Zurück', forward: 'Weiter', children: places(12), head: <h3>Neue Ausgaben</h3> },
      'one place': {
        label: 'Zuletzt gelesen',
        back: 'Zurück',
        forward: 'Weiter',
        children: places(1),
        head: <h3>Zuletzt gelesen</h3>,
      },
    }}
  />,
  <Piece
    key="wordmark"
    of={Wordmark}
    samples={{ default: { siteName: 'read-it', href: '#' }, 'without a hyphen': { siteName: 'Kiosk', href: '#' } }}
  />,
  <Piece key="bottom" of={BottomBar} grid="wide" samples={{ 'on phones': { label: 'Menü unten', children: barLinks } }} />,
  <Piece
    key="flip"
    of={FlipCards}
    grid="wide"
    samples={{
      default: {
        turn: 'umdrehen',
        cards: [
          { title: 'Überall lesen', behind: <p>Auf dem Telefon, am Tablet und am Schreibtisch.</p> },
          { title: 'Zeitschriftenabonnementverwaltung', behind: <p>{LONG}</p> },
          { title: 'Ohne Netz', behind: <p>Ausgaben werden auf dem Gerät gespeichert.</p> },
        ],
      },
    }}
  />,
  <Piece
    key="campaign"
    of={ColouredImage}
    name="CampaignImage"
    samples={{ sun: { picture: 'sun' }, waves: { picture: 'waves' }, meadow: { picture: 'meadow' } }}
  />,
  <Piece
    key="flag"
    of={Flag}
    grid="dense"
    samples={Object.fromEntries(
      ['at', 'de', 'ch', 'lu', 'fr', 'uk', 'xx'].map((country) => [country, { country, label: country }]),
    )}
  />,
  <Piece
    key="icon"
    of={Icon}
    grid="dense"
    samples={Object.fromEntries((Object.keys(iconShapes) as IconName[]).map((name) => [name, { name }]))}
  />,
  <Piece
    key="page-icon"
    of={PageIcon}
    grid="dense"
    samples={Object.fromEntries((Object.keys(pageIconShapes) as PageIconName[]).map((name) => [name, { name }]))}
  />,
  <Piece
    key="line"
    of={LineIcon}
    samples={{
      small: { shape: iconShapes.search, size: '1rem' },
      large: { shape: iconShapes.search, size: '3rem' },
    }}
  />,
]

function Pieces() {
  const [theme, setTheme] = useState<string | undefined>()
  document.documentElement.dataset.theme = theme ?? 'system'
  useEffect(() => {
    for (const shelf of document.querySelectorAll<HTMLElement>('[data-shelf]')) enhanceShelf(shelf)
  }, [])
  return (
    <main className={style.page}>
      <div className={style.head}>
        <h1>Pieces of the interface</h1>
        <fieldset className={style.themes}>
          <legend className="unseen">Theme</legend>
          {['light', 'dark', undefined].map((each) => (
            <Button
              key={each ?? 'system'}
              type="button"
              kind="quiet"
              aria-pressed={theme === each}
              onClick={() => setTheme(each)}
            >
              {each ?? 'system'}
            </Button>
          ))}
        </fieldset>
      </div>
      <ul className={style.contents}>
        {['tokens', ...pieces.map(({ props: { of, name = of.name } }) => name)].map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      <Tokens />
      {pieces}
    </main>
  )
}

forceStates()
// Vite replaces changed style sheets, and with them the copies.
import.meta.hot?.on('vite:afterUpdate', forceStates)
// The fonts are optional (font-display), so text painted before they load keeps its fallback.
await Promise.all(['600 1em Fraunces', '1em "Source Sans 3 Variable"'].map((font) => document.fonts.load(font)))
createRoot(document.getElementById('pieces')!).render(
  <StrictMode>
    <Pieces />
  </StrictMode>,
)
