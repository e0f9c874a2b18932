import { type Language, languages } from '@kiosk/domain/locale'
import { tierOfPlan } from '@kiosk/domain/subscriptions/plans'
import { defaultCampaignTexts } from '@kiosk/i18n/campaigns/default-texts'
import { Badge } from '../pieces/badge.tsx'
import { Button } from '../pieces/button.tsx'
import { InLanguages } from '../pieces/form-parts.tsx'
import { Select } from '../pieces/select.tsx'
import { useText } from '../shell/use-text.tsx'
import { listAt, type Path, partAt } from '../shell/value-parts.ts'
import style from './campaigns.module.css'
import { fieldId, useEditing } from './editing.ts'
import { ChoicePart, TextPart } from './fields.tsx'

/** Texts that every language needs, with their longest form in characters. */
const WORDS = [
  { name: 'title', maxLength: 200, lines: 1 },
  { name: 'description', maxLength: 400, lines: 3 },
  { name: 'eyebrow', maxLength: 200, lines: 1 },
  { name: 'headline', maxLength: 200, lines: 1 },
  { name: 'promise', maxLength: 600, lines: 4 },
] as const

/** Lists of texts for which the product has standard texts: the parts of an entry, with the number of entries. */
const LISTS = {
  steps: { parts: { title: 200, text: 400 }, most: 6, least: 1, isInvented: false },
  facts: { parts: { title: 200, contentHTML: 1000 }, most: 12, least: 0, isInvented: false },
  ratings: { parts: { name: 200, content: 500 }, most: 12, least: 0, isInvented: true },
  quotes: { parts: { testmonial: 500, reference: 200 }, most: 12, least: 0, isInvented: true },
} as const
type ListName = keyof typeof LISTS

/** The number of required texts that a language lacks. */
const missingWords = (value: unknown, language: Language): number =>
  WORDS.filter(({ name }) => !String(partAt(value, ['words', language, name]) ?? '').trim()).length

/** Returns the standard texts for the plan of the first offer; the page shows those for the plan that it offers. */
function standardTexts(value: unknown, language: Language) {
  const plan = partAt(value, ['offers', 0, 'id'])
  return defaultCampaignTexts(language, tierOfPlan(typeof plan === 'number' ? plan : null) ?? 'PREMIUM')
}

/** The texts of the page, each in three languages side by side. */
export function WordFields() {
  const t = useText()
  const { value } = useEditing()
  return (
    <>
      <ul className={style.languages}>
        {languages.map((language) => {
          const missing = missingWords(value, language)
          return (
            <li key={language}>
              {t(`DESK.LANGUAGE.${language}`)}{' '}
              <Badge tone={missing === 0 ? 'good' : 'bad'}>
                {missing === 0 ? t('DESK.CAMPAIGN.COMPLETE') : t('DESK.CAMPAIGN.MISSING', { count: missing })}
              </Badge>
            </li>
          )
        })}
      </ul>
      {WORDS.map(({ name, maxLength, lines }) => (
        <InLanguages key={name} legend={t(`DESK.CAMPAIGN.FIELD.${name}`)} about={t(`DESK.CAMPAIGN.HINT.${name}`)}>
          {(language) => (
            <TextPart
              path={['words', language, name]}
              label={t(`DESK.LANGUAGE.${language}`)}
              lang={language}
              maxLength={maxLength}
              lines={lines}
            />
          )}
        </InLanguages>
      ))}
      {(Object.keys(LISTS) as ListName[]).map((name) => (
        <InLanguages key={name} legend={t(`DESK.CAMPAIGN.FIELD.${name}`)} about={t(`DESK.CAMPAIGN.HINT.${name}`)}>
          {(language) => <ListPart name={name} language={language} />}
        </InLanguages>
      ))}
    </>
  )
}

/** The legal note at the foot of the page. */
export function SmallPrintFields() {
  const t = useText()
  const { value, set, isReadOnly } = useEditing()
  return (
    <InLanguages legend={t('DESK.CAMPAIGN.FIELD.smallPrint')} about={t('DESK.CAMPAIGN.HINT.smallPrint')}>
      {(language) => {
        const path = ['words', language, 'smallPrint']
        const isOwn = partAt(value, path) !== undefined
        const standard = standardTexts(value, language).smallPrint
        return (
          <div className={style.list}>
            <Select
              label={t(`DESK.LANGUAGE.${language}`)}
              isDisabled={isReadOnly}
              options={['standard', 'own'].map((id) => ({ id, name: t(`DESK.CAMPAIGN.WORDS.${id}`) }))}
              selectedKey={isOwn ? 'own' : 'standard'}
              onSelectionChange={(key) => set(path, key === 'own' ? standard : undefined)}
            />
            {isOwn ? (
              <TextPart
                path={path}
                lines={6}
                lang={language}
                maxLength={2000}
                empty=""
                label={t('DESK.CAMPAIGN.FIELD.smallPrint')}
              />
            ) : (
              <p className={style.standard} lang={language}>
                {standard}
              </p>
            )}
          </div>
        )
      }}
    </InLanguages>
  )
}

/** A choice between the product's standard texts, own texts, or none. */
function ListPart({ name, language }: { name: ListName; language: Language }) {
  const t = useText()
  const { value, set, isReadOnly, errorOf } = useEditing()
  const { most, least, isInvented } = LISTS[name]
  const path: Path = ['words', language, name]
  const entries = listAt(value, path)
  const part = partAt(value, path)
  const choice = part === undefined ? 'standard' : entries.length === 0 && least === 0 ? 'none' : 'own'
  const names = ['standard', 'own', ...(least === 0 ? ['none'] : [])]
  const standard = standardTexts(value, language)[name] as readonly Record<string, string | number>[]
  /** Invented ratings and quotes are not a starting point for real ones. */
  const first = () => (isInvented ? [newEntry(name, [])] : standard)
  const choose = (key: unknown) => set(path, key === 'own' ? first() : key === 'none' ? [] : undefined)
  return (
    <div className={style.list} id={fieldId(path.join('.'))}>
      <Select
        label={t(`DESK.LANGUAGE.${language}`)}
        isDisabled={isReadOnly}
        options={names.map((id) => ({
          id,
          name: t(isInvented && id === 'standard' ? 'DESK.CAMPAIGN.WORDS.demonstration' : `DESK.CAMPAIGN.WORDS.${id}`),
        }))}
        selectedKey={choice}
        onSelectionChange={(key) => key !== choice && choose(key)}
        error={errorOf(path)}
      />
      {choice === 'standard' && !isInvented && (
        <ul className={style.standard} lang={language}>
          {standard.map(({ title = '' }) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
      {choice === 'own' && (
        <ol className={style.entries}>
          {entries.map((_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no other name
            <li key={place}>
              <Entry name={name} language={language} place={place} />
            </li>
          ))}
        </ol>
      )}
      {choice === 'own' && !isReadOnly && entries.length < most && (
        <Button kind="quiet" onPress={() => set(path, [...entries, newEntry(name, entries)])}>
          {t('DESK.CAMPAIGN.ADD_ENTRY')}
        </Button>
      )}
    </div>
  )
}

/** One entry of an own list: its texts, and its place in the list. */
function Entry({ name, language, place }: { name: ListName; language: Language; place: number }) {
  const t = useText()
  const { value, set, isReadOnly } = useEditing()
  const { parts, least } = LISTS[name]
  const path: Path = ['words', language, name]
  const entries = listAt(value, path)
  const label = `${t(`DESK.CAMPAIGN.FIELD.${name}`)} ${place + 1}`
  return (
    <>
      {Object.entries(parts).map(([inner, maxLength]) => (
        <TextPart
          key={inner}
          path={[...path, place, inner]}
          label={t(`DESK.CAMPAIGN.FIELD.${name}.${inner}`)}
          hint={inner === 'contentHTML' ? t('DESK.CAMPAIGN.HTML_HINT') : undefined}
          lines={maxLength > 200 ? 3 : 1}
          lang={language}
          maxLength={maxLength}
          empty=""
        />
      ))}
      {name === 'ratings' && (
        <ChoicePart
          path={[...path, place, 'stars']}
          isNumber
          label={t('DESK.CAMPAIGN.FIELD.ratings.stars')}
          options={[5, 4].map((stars) => ({ id: String(stars), name: '★'.repeat(stars) }))}
        />
      )}
      {!isReadOnly && (
        <p className={style.entryActions}>
          <Button
            kind="bare"
            isDisabled={place === 0}
            aria-label={t('DESK.NEWSLETTER.UP_OF', { name: label })}
            onPress={() => set(path, entries.toSpliced(place, 1).toSpliced(place - 1, 0, entries[place]))}
          >
            ↑
          </Button>
          <Button
            kind="bare"
            aria-label={t('DESK.LIST.REMOVE_OF', { name: label })}
            isDisabled={entries.length <= least}
            onPress={() => set(path, entries.toSpliced(place, 1))}
          >
            ✕
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns an empty entry; a quote has a number of its own. */
function newEntry(name: ListName, others: readonly unknown[]): Record<string, unknown> {
  const empty = Object.fromEntries(Object.keys(LISTS[name].parts).map((part) => [part, '']))
  if (name === 'ratings') return { ...empty, stars: 5 }
  if (name !== 'quotes') return empty
  return { id: Math.max(0, ...others.map((each) => Number(partAt(each, ['id'])) || 0)) + 1, ...empty }
}
