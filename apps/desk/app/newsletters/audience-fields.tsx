import { countAudience, findTitles } from '@kiosk/contract/desk-routes'
import { languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { NEWSLETTER_TIERS } from '@kiosk/domain/staff/limits'
import { type ReactNode, useState } from 'react'
import { Checkbox, CheckboxGroup, Label } from 'react-aria-components'
import { Button } from '../pieces/button.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { type EditedDraft, isWritten } from './draft.ts'
import style from './newsletters.module.css'
import { useAnswer } from './use-answer.ts'

type Audience = EditedDraft['audience']
type Props = { draft: EditedDraft; onChange(audience: Audience): void }

/** Whom a newsletter is for, and how many they are. */
export function AudienceFields({ draft, onChange }: Props) {
  const t = useText()
  const { audience } = draft
  return (
    <section className={style.part}>
      <h2>{t('DESK.NEWSLETTER.AUDIENCE')}</h2>
      <p className={style.note}>{t('DESK.NEWSLETTER.AUDIENCE_HINT')}</p>
      <Checks
        label={t('DESK.NEWSLETTER.AUDIENCE.LANGUAGES')}
        options={languages.map((each) => [each, t(`DESK.LANGUAGE.${each}`)])}
        chosen={audience.languages}
        onChange={(chosen) => onChange({ ...audience, languages: chosen })}
      />
      <Checks
        label={t('DESK.NEWSLETTER.AUDIENCE.MARKETS')}
        options={regions.map(({ id }) => [id, t(`DESK.NEWSLETTER.MARKET.${id}`)])}
        chosen={audience.markets}
        onChange={(chosen) => onChange({ ...audience, markets: chosen })}
      />
      <Checks
        label={t('DESK.NEWSLETTER.AUDIENCE.TIERS')}
        options={NEWSLETTER_TIERS.map((each) => [each, t(`DESK.NEWSLETTER.TIER.${each}`)])}
        chosen={audience.tiers}
        onChange={(chosen) => onChange({ ...audience, tiers: chosen })}
      />
      <Titles titles={audience.titles} onChange={(titles) => onChange({ ...audience, titles })} />
      <AudienceCount draft={draft} />
    </section>
  )
}

/** Shows how many readers would get it now, and in which language. */
export function AudienceCount({ draft }: { draft: EditedDraft }): ReactNode {
  const t = useText()
  const number = new Intl.NumberFormat(useLanguage())
  const texts = languages.filter((language) => isWritten(draft.texts[language]))
  const question = {
    audience: { ...draft.audience, titles: draft.audience.titles.map(({ key }) => key) },
    ...{ texts, fallbackLanguage: draft.fallbackLanguage },
  }
  const { answer, isAsking } = useAnswer(question, (body, signal) => deskClient.call(countAudience, { body }, { signal }))
  return (
    <div role="status" className={style.count} data-asking={isAsking || undefined}>
      {answer ? (
        <>
          <strong>{t('DESK.NEWSLETTER.COUNT', { count: answer.total })}</strong>
          <p>
            {languages
              .filter((language) => answer.byLanguage[language] > 0)
              .map((language) =>
                t('DESK.NEWSLETTER.COUNT_IN', {
                  language: t(`DESK.LANGUAGE.${language}`),
                  count: number.format(answer.byLanguage[language]),
                }),
              )
              .join(' · ')}
          </p>
          {answer.missing > 0 && <p>{t('DESK.NEWSLETTER.COUNT_MISSING', { count: answer.missing })}</p>}
        </>
      ) : (
        t('DESK.NEWSLETTER.COUNTING')
      )}
    </div>
  )
}

type ChecksProps<Value extends string | number> = {
  label: string
  options: readonly (readonly [Value, string])[]
  chosen: readonly Value[]
  onChange(chosen: Value[]): void
}

function Checks<Value extends string | number>({ label, options, chosen, onChange }: ChecksProps<Value>) {
  return (
    <CheckboxGroup
      className={style.checks!}
      value={chosen.map(String)}
      onChange={(keys) => onChange(options.map(([value]) => value).filter((value) => keys.includes(String(value))))}
    >
      <Label>{label}</Label>
      <div>
        {options.map(([value, name]) => (
          <Checkbox key={value} value={String(value)} className={style.check!}>
            <span aria-hidden="true" className={style.box} />
            {name}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  )
}

type TitlesProps = { titles: Audience['titles']; onChange(titles: Audience['titles']): void }

function Titles({ titles, onChange }: TitlesProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { answer } = useAnswer({ search }, (query, signal) => deskClient.call(findTitles, { query }, { signal }))
  const found = (answer?.titles ?? []).filter(({ key }) => !titles.some((each) => each.key === key))
  return (
    <>
      <ComboBox
        key={titles.length}
        label={t('DESK.NEWSLETTER.AUDIENCE.TITLES')}
        options={found.map(({ key, name }) => ({ id: key, name }))}
        nothing={t('DESK.PALETTE.NOTHING')}
        inputValue={search}
        onInputChange={setSearch}
        selectedKey={null}
        onSelectionChange={(key) => {
          const title = found.find((each) => each.key === key)
          if (!title) return
          onChange([...titles, { key: title.key, name: title.name }])
          setSearch('')
        }}
      />
      {titles.length > 0 && (
        <ul className={style.chosen}>
          {titles.map(({ key, name }) => (
            <li key={key}>
              <span>{name}</span>
              <Button
                kind="bare"
                aria-label={t('DESK.NEWSLETTER.REMOVE_OF', { name })}
                onPress={() => onChange(titles.filter((each) => each.key !== key))}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
