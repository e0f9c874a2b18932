import { countAudience, findTitles } from '@kiosk/contract/desk-routes'
import { languages } from '@kiosk/domain/locale'
import { regions } from '@kiosk/domain/regions'
import { NEWSLETTER_TIERS } from '@kiosk/domain/staff/limits'
import { type ReactNode, useState } from 'react'
import { Button } from '../pieces/button.tsx'
import { CheckGroup } from '../pieces/check-group.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import { Failure } from '../pieces/notice.tsx'
import { changeErrorOf } from '../shell/change-error.ts'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useNumber } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import { type EditedDraft, isWritten } from './draft.ts'
import style from './newsletters.module.css'

type Audience = EditedDraft['audience']
type Props = { draft: EditedDraft; onChange(audience: Audience): void }

/** Whom a newsletter is for, and how many readers that is. */
export function AudienceFields({ draft, onChange }: Props) {
  const t = useText()
  const { audience } = draft
  return (
    <section className={style.part}>
      <h2>{t('DESK.NEWSLETTER.AUDIENCE')}</h2>
      <p className={style.note}>{t('DESK.NEWSLETTER.AUDIENCE_HINT')}</p>
      <CheckGroup
        label={t('DESK.NEWSLETTER.AUDIENCE.LANGUAGES')}
        options={languages.map((id) => ({ id, name: t(`DESK.LANGUAGE.${id}`) }))}
        value={[...audience.languages]}
        onChange={(chosen) => onChange({ ...audience, languages: languages.filter((each) => chosen.includes(each)) })}
      />
      <CheckGroup
        label={t('DESK.NEWSLETTER.AUDIENCE.MARKETS')}
        options={regions.map(({ id }) => ({ id: String(id), name: t(`DESK.NEWSLETTER.MARKET.${id}`) }))}
        value={audience.markets.map(String)}
        onChange={(chosen) =>
          onChange({ ...audience, markets: regions.map(({ id }) => id).filter((id) => chosen.includes(String(id))) })
        }
      />
      <CheckGroup
        label={t('DESK.NEWSLETTER.AUDIENCE.TIERS')}
        options={NEWSLETTER_TIERS.map((id) => ({ id, name: t(`DESK.NEWSLETTER.TIER.${id}`) }))}
        value={[...audience.tiers]}
        onChange={(chosen) => onChange({ ...audience, tiers: NEWSLETTER_TIERS.filter((each) => chosen.includes(each)) })}
      />
      <Titles titles={audience.titles} onChange={(titles) => onChange({ ...audience, titles })} />
      <AudienceCount draft={draft} />
    </section>
  )
}

/** Shows how many readers would get it now, and in which language. */
export function AudienceCount({ draft }: { draft: EditedDraft }): ReactNode {
  const t = useText()
  const number = useNumber()
  const texts = languages.filter((language) => isWritten(draft.texts[language]))
  const question = {
    audience: { ...draft.audience, titles: draft.audience.titles.map(({ key }) => key) },
    texts,
    fallbackLanguage: draft.fallbackLanguage,
  }
  const { answer, isAsking, error } = useAnswer(question, (body, signal) => deskClient.call(countAudience, { body }, { signal }))
  // The last number would belong to another choice.
  if (error && !isAsking) return <Failure error={changeErrorOf(error, t)} />
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
                  count: number(answer.byLanguage[language]),
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

type TitlesProps = { titles: Audience['titles']; onChange(titles: Audience['titles']): void }

function Titles({ titles, onChange }: TitlesProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { answer, error } = useAnswer({ search }, (query, signal) => deskClient.call(findTitles, { query }, { signal }))
  const found = (answer?.titles ?? []).filter(({ key }) => !titles.some((each) => each.key === key))
  return (
    <>
      <ComboBox
        key={titles.length}
        label={t('DESK.NEWSLETTER.AUDIENCE.TITLES')}
        options={found.map(({ key, name }) => ({ id: key, name }))}
        nothing={t('DESK.LIST.NOTHING')}
        failure={error}
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
                aria-label={t('DESK.LIST.REMOVE_OF', { name })}
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
