import type { Titles } from '@kiosk/domain/catalogue/endpoints'
import { formatDay } from '@kiosk/domain/date-format'
import type { Locale } from '@kiosk/domain/locale'
import { catalogueMessages } from '@kiosk/i18n/messages/catalogue'
import type { RequestContext } from '../shell/request-context.ts'
import { pays } from '../shell/viewer.ts'
import type { ReaderState } from '../shell/visitor-lookups.ts'
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

/** What the groups of choices have in common. */
type Choosing = {
  selection: Selection
  /** Returns a message of the catalogue. */
  text(key: string): string
  nameOf: Record<'language' | 'country' | 'letter' | 'since' | 'model', (value: string) => string>
  /** Returns the address of the list after a change of the selection. */
  to(change: Selection): string
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
  const text = (key: string) => t[`CATALOGUE.${key}`] ?? key
  const choosing: Choosing = {
    selection,
    text,
    nameOf: {
      language: (language) => displayName(ctx.language, 'language', language),
      country: (of) => displayName(ctx.language, 'region', of),
      letter: (letter) => (letter === '0-9' ? '#' : letter.toUpperCase()),
      since: (day) => text('SINCE').replace('{day}', formatDay(locale, day)),
      model: (shortName) => t[`CATALOGUE.FILTER_${shortName}`] ?? shortName,
    },
    to: (change) => shelfAddress({ ...inOrder, ...selection, ...change }),
  }
  const chosen = undoingChoices(choosing, models)
  return {
    behind: [
      ...narrowingTitles(choosing, offered ?? {}, country),
      lists(choosing),
      ...(models.length > 0 ? [subscriptionModels(choosing, models)] : []),
    ],
    beside: [
      ...(news && news.titles > 0 ? [newSinceVisit(choosing, news)] : []),
      ...(chosen.choices.length > 0 ? [chosen] : []),
      ...(showsTitles(selection) ? [orders(choosing, state)] : []),
    ],
  }
}

const choice = (text: string, href: string, current: boolean): Choice => ({ text, href, ...(current && { current: true }) })

/** Returns the languages, countries and first letters of titles, where there is a choice. The current one leads back to all. */
function narrowingTitles(
  { selection, text, nameOf, to }: Choosing,
  { languages = [], countries = [], letters = [] }: Partial<NonNullable<Titles['choices']>>,
  country: string,
): ChoiceGroup[] {
  const group = (
    label: string,
    name: 'language' | 'country' | 'letter',
    values: { value: string; titles: number }[],
  ): ChoiceGroup => ({
    label: text(label),
    choices: values.map(({ value, titles }) => ({
      text: name === 'letter' ? nameOf[name](value) : `${nameOf[name](value)} (${titles})`,
      href: to({ [name]: selection[name] === value ? undefined : value }),
      ...(selection[name] === value && { current: true }),
      ...(value === '0-9' && { name: text('OTHER_LETTER') }),
    })),
  })
  const ofCountry = countries.map(({ country, titles }) => ({ value: country, titles }))
  return [
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
}

function lists({ selection, text }: Choosing): ChoiceGroup {
  return {
    label: text('SHOW'),
    choices: [
      choice(text('SHOW_TITLES'), shelfAddress({}), showsTitles(selection)),
      choice(text('SHOW_ISSUES'), shelfAddress({ list: 'issues' }), selection.list === 'issues'),
    ],
  }
}

function subscriptionModels({ selection, text, nameOf }: Choosing, models: readonly SubscriptionModel[]): ChoiceGroup {
  return {
    label: text('FILTER'),
    choices: [
      choice(text('FILTER_ALL'), shelfAddress({}), selection.subscription === undefined),
      ...models.map(({ subscriptionId: subscription, shortNameDefault }) =>
        choice(nameOf.model(shortNameDefault), shelfAddress({ subscription }), selection.subscription === subscription),
      ),
    ],
  }
}

function newSinceVisit({ text, nameOf, to }: Choosing, { since, titles }: News): ChoiceGroup {
  return { label: text('NEW'), choices: [choice(`${nameOf.since(since)} (${titles})`, to({ since }), false)] }
}

/** Returns the choices that were made, as links that undo them. */
function undoingChoices({ selection, text, nameOf, to }: Choosing, models: readonly SubscriptionModel[]): ChoiceGroup {
  const undo = (made: string, change: Selection): Choice => ({
    text: `${made}\u00a0✕`,
    href: to(change),
    name: text('WITHOUT').replace('{choice}', made),
  })
  const model = models.find(({ subscriptionId }) => subscriptionId === selection.subscription)
  return {
    label: text('CHOSEN'),
    choices: [
      ...(selection.language ? [undo(nameOf.language(selection.language), { language: undefined })] : []),
      ...(selection.country ? [undo(nameOf.country(selection.country), { country: undefined })] : []),
      ...(selection.letter ? [undo(nameOf.letter(selection.letter), { letter: undefined })] : []),
      ...(selection.since ? [undo(nameOf.since(selection.since), { since: undefined })] : []),
      ...(selection.list ? [undo(text('SHOW_ISSUES'), { list: undefined })] : []),
      ...(model ? [undo(nameOf.model(model.shortNameDefault), { subscription: undefined })] : []),
    ],
  }
}

function orders({ selection, text, to }: Choosing, state: ReaderState): ChoiceGroup {
  const mixes = selection.category === undefined && !pays(state)
  const { order } = selection
  return {
    label: text('NARROW_ORDER'),
    choices: [
      ...(mixes ? [choice(text('ORDER_MIXED'), to({ order: undefined }), order === undefined)] : []),
      choice(
        text('NARROW_NEWEST'),
        to({ order: mixes ? 'newest' : undefined }),
        order === 'newest' || (!mixes && order === undefined),
      ),
      choice(text('ORDER_NAME'), to({ order: 'name' }), order === 'name'),
    ],
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
