import type { Titles } from '@kiosk/domain/catalogue/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { ReaderState, RequestContext } from '../shell/request-context.ts'
import { pays } from '../shell/viewer.ts'
import { type Selection, shelfAddress, showsTitles } from './issue-cards.ts'

/** A link that chooses a value. `name`: its accessible name, if its text is not enough. */
export type Choice = { text: string; href: string; current?: true; name?: string }
export type ChoiceGroup = { label: string; choices: Choice[] }

/** `beside`: the choices that were made, as links that undo them, and the order. */
export type CatalogueChoices = { behind: ChoiceGroup[]; beside: ChoiceGroup[] }

/** `since`: YYYY-MM-DD; `titles`: how many have an issue published since then. */
export type News = { since: string; titles: number }

type SubscriptionModel = { subscriptionId: number; shortNameDefault: string }

/** Parameters have the same order in every address, so that a page has one address. */
const inOrder: Selection = {
  category: undefined,
  language: undefined,
  country: undefined,
  letter: undefined,
  since: undefined,
  order: undefined,
}

/**
 * Returns the choices of the catalogue as links. The texts are made here, so that the browser needs no code for them.
 * `country`: the visitor's, which comes first; `state`: whether a mixed order differs for this visitor. `news`: titles with an
 * issue since the reader's last visit; null = not offered.
 */
export function catalogueChoices(
  ctx: Pick<RequestContext, 'words' | 'language'>,
  selection: Selection,
  offered: Titles['choices'],
  models: readonly SubscriptionModel[],
  { country, state, locale }: { country: string; state: ReaderState; locale: Locale },
  news: News | null,
): CatalogueChoices {
  const t = ctx.words(catalogueMessages)
  const translate = (key: string) => t[`CATALOGUE.${key}`] ?? key
  const ofTitles = showsTitles(selection)
  const to = (change: Selection) => shelfAddress({ ...inOrder, ...selection, ...change })
  const { languages = [], countries = [], letters = [] } = offered ?? {}
  const nameOf = {
    language: (language: string) => displayName(ctx.language, 'language', language),
    country: (of: string) => displayName(ctx.language, 'region', of),
    letter: (letter: string) => (letter === '0-9' ? '#' : letter.toUpperCase()),
  }

  const group = (label: string, name: keyof typeof nameOf, values: { value: string; titles: number }[]): ChoiceGroup => ({
    label: translate(label),
    choices: values.map(({ value, titles }) => ({
      text: name === 'letter' ? nameOf[name](value) : `${nameOf[name](value)} (${titles})`,
      href: to({ [name]: selection[name] === value ? undefined : value }),
      ...(selection[name] === value && { current: true }),
      ...(value === '0-9' && { name: translate('OTHER_LETTER') }),
    })),
  })
  const ofCountry = countries.map(({ country, titles }) => ({ value: country, titles }))
  const titleGroups = [
    group('NARROW_LANGUAGE', 'language', languages.map(({ language, titles }) => ({ value: language, titles })).sort(most)),
    group(
      'CHOOSE_COUNTRY',
      'country',
      ofCountry.sort((a, b) => Number(b.value === country) - Number(a.value === country) || most(a, b)),
    ),
    group(
      'CHOOSE_LETTER',
      'letter',
      letters.map(({ letter, titles }) => ({ value: letter, titles })),
    ),
  ].filter(({ choices }) => choices.length > 1 || choices.some(({ current }) => current))

  const choice = (text: string, href: string, current: boolean): Choice => ({ text, href, ...(current && { current: true }) })
  const newSince = (day: string) => translate('SINCE').replace('{day}', formatDay(locale, day))
  const sinceVisit: ChoiceGroup[] =
    news && news.titles > 0
      ? [
          {
            label: translate('NEW'),
            choices: [choice(`${newSince(news.since)} (${news.titles})`, to({ since: news.since }), false)],
          },
        ]
      : []
  const lists: ChoiceGroup = {
    label: translate('SHOW'),
    choices: [
      choice(translate('SHOW_TITLES'), shelfAddress({}), ofTitles),
      choice(translate('SHOW_ISSUES'), shelfAddress({ list: 'issues' }), selection.list === 'issues'),
    ],
  }
  const nameOfModel = (shortName: string) => t[`CATALOGUE.FILTER_${shortName}`] ?? shortName
  const ofModels: ChoiceGroup = {
    label: translate('FILTER'),
    choices: [
      choice(translate('FILTER_ALL'), shelfAddress({}), selection.subscription === undefined),
      ...models.map(({ subscriptionId: subscription, shortNameDefault }) =>
        choice(nameOfModel(shortNameDefault), shelfAddress({ subscription }), selection.subscription === subscription),
      ),
    ],
  }
  const undo = (text: string, change: Selection): Choice => ({
    text: `${text}\u00a0✕`,
    href: to(change),
    name: translate('WITHOUT').replace('{choice}', text),
  })
  const model = models.find(({ subscriptionId }) => subscriptionId === selection.subscription)
  const made: ChoiceGroup = {
    label: translate('CHOSEN'),
    choices: [
      ...(selection.language ? [undo(nameOf.language(selection.language), { language: undefined })] : []),
      ...(selection.country ? [undo(nameOf.country(selection.country), { country: undefined })] : []),
      ...(selection.letter ? [undo(nameOf.letter(selection.letter), { letter: undefined })] : []),
      ...(selection.since ? [undo(newSince(selection.since), { since: undefined })] : []),
      ...(selection.list ? [undo(translate('SHOW_ISSUES'), { list: undefined })] : []),
      ...(model ? [undo(nameOfModel(model.shortNameDefault), { subscription: undefined })] : []),
    ],
  }
  const mixes = selection.category === undefined && !pays(state)
  const order: ChoiceGroup = {
    label: translate('NARROW_ORDER'),
    choices: [
      ...(mixes ? [choice(translate('ORDER_MIXED'), to({ order: undefined }), selection.order === undefined)] : []),
      choice(
        translate('NARROW_NEWEST'),
        to({ order: mixes ? 'newest' : undefined }),
        selection.order === 'newest' || (!mixes && selection.order === undefined),
      ),
      choice(translate('ORDER_NAME'), to({ order: 'name' }), selection.order === 'name'),
    ],
  }
  return {
    behind: [...titleGroups, lists, ...(models.length > 0 ? [ofModels] : [])],
    beside: [...sinceVisit, ...(made.choices.length > 0 ? [made] : []), ...(ofTitles ? [order] : [])],
  }
}

function most(a: { titles: number }, b: { titles: number }): number {
  return b.titles - a.titles
}

/** By language and type: creating one takes longer than formatting fifty names. */
const displayNames = new Map<string, Intl.DisplayNames>()

/** Returns the name of a language or country with a capital letter, as the start of a label. */
function displayName(inLanguage: string, type: 'language' | 'region', code: string): string {
  const key = `${inLanguage} ${type}`
  const names = displayNames.get(key) ?? new Intl.DisplayNames(inLanguage, { type })
  displayNames.set(key, names)
  const name = names.of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(inLanguage) + name.slice(1)
}
