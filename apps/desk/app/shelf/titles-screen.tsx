import { shelfTitles } from '@kiosk/contract/desk-routes'
import { dayInVienna } from '@kiosk/domain/day'
import { type ShelfTitle, TITLE_ORDERS, TITLE_STATES } from '@kiosk/domain/staff/shelf-title-endpoints'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { Button, buttonClass } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { FilterForm, FilterSearch, FilterSelect } from '../pieces/filter-form.tsx'
import { Pager } from '../pieces/pager.tsx'
import { deskContext } from '../shell/desk-context.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useDay, useNumber } from '../shell/use-format.ts'
import { useNames } from '../shell/use-names.ts'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { NewTitleDialog } from './new-title-dialog.tsx'
import { NothingHere } from './nothing-here.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const given = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ''))
  const [mayChange, found] = await Promise.all([ctx.may('shelf.write'), ctx.call(shelfTitles, { query: given })])
  return { ...found, today: dayInVienna(new Date()), mayChange }
}

/** All titles with search, filters and order. */
export default function Titles() {
  const { titles, more, languages, categories, today, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const [isNew, setNew] = useState(false)
  return (
    <>
      <PageHead title={t('DESK.SECTION.TITLES')} about={t('DESK.SECTION.TITLES.ABOUT')}>
        <Link className={buttonClass('quiet')} to="/content/categories">
          {t('DESK.SECTION.CATEGORIES')}
        </Link>
        {mayChange && <Button onPress={() => setNew(true)}>{t('DESK.SHELF.NEW_TITLE')}</Button>}
      </PageHead>
      <TitleFilter languages={languages} categories={categories} />
      <DataTable
        label={t('DESK.SECTION.TITLES')}
        rows={titles}
        columns={useColumns(today)}
        rowId={({ key }) => key}
        nothing={<NothingHere of="TITLES" mayChange={mayChange} />}
      />
      <Pager by="after" next={more ? titles.at(-1)?.key : null} />
      {isNew && <NewTitleDialog categories={categories} onDone={() => setNew(false)} />}
    </>
  )
}

/** @param today 2026-12-31: a title whose last day is before it is gone */
function useColumns(today: string): Column<ShelfTitle>[] {
  const t = useText()
  const day = useDay()
  const number = useNumber()
  const names = useNames()
  return [
    {
      id: 'name',
      header: t('DESK.FIELD.name'),
      cell: (title) => (
        <>
          <Link to={`/titles/${title.key}`}>
            <strong>{title.name}</strong>
          </Link>
          <small>{title.publisher ?? title.key}</small>
        </>
      ),
    },
    {
      id: 'kind',
      header: t('DESK.SHELF.KIND'),
      cell: (title) => (
        <>
          {t(`DESK.SHELF.KIND.${title.kind}`)}
          <small>{t(`DESK.FREQUENCY.${title.frequency}`)}</small>
        </>
      ),
    },
    {
      id: 'where',
      header: t('DESK.FIELD.language'),
      cell: (title) => (
        <>
          {names.language(title.language)}
          {title.country && <small>{names.country(title.country)}</small>}
        </>
      ),
    },
    {
      id: 'reach',
      header: t('DESK.SHELF.REACH'),
      cell: (title) => (
        <>
          {title.shownIn ? title.shownIn.join(', ') : t('DESK.SHELF.EVERYWHERE')}
          <small>
            {[
              title.ageRating > 0 && t('DESK.SHELF.AGE.from', { age: title.ageRating }),
              title.hasPlans && t('DESK.SHELF.STATE.own-plans'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </>
      ),
    },
    {
      id: 'newest',
      header: t('DESK.SHELF.NEWEST'),
      cell: (title) => (
        <>
          {title.newest ? day(title.newest) : t('DESK.SHELF.NO_ISSUE')}
          {title.availableUntil && (
            <small>
              {t(title.availableUntil < today ? 'DESK.SHELF.GONE' : 'DESK.SHELF.UNTIL', {
                day: day(title.availableUntil),
              })}
            </small>
          )}
        </>
      ),
    },
    {
      id: 'issues',
      header: t('DESK.SHELF.ISSUES'),
      align: 'end',
      cell: (title) => <Link to={`/issues?title=${title.key}`}>{number(title.issues)}</Link>,
    },
  ]
}

/** Search, filters and order. */
function TitleFilter({ languages, categories }: Pick<Awaited<ReturnType<typeof loader>>, 'languages' | 'categories'>) {
  const [query] = useSearchParams()
  const t = useText()
  const language = useLanguage()
  const names = useNames()
  const value = (name: string) => query.get(name) ?? ''
  const all: readonly (readonly [string, string])[] = [['', t('DESK.SHELF.ALL')]]
  return (
    <FilterForm>
      <FilterSearch
        name="search"
        label={t('DESK.SHELF.SEARCH')}
        value={value('search')}
        placeholder={t('DESK.SHELF.SEARCH_TITLES')}
      />
      <FilterSelect
        name="state"
        label={t('DESK.LIST.STATE')}
        value={value('state')}
        options={TITLE_STATES.map((id) => [id === 'all' ? '' : id, t(`DESK.SHELF.STATE.${id}`)])}
      />
      <FilterSelect
        name="kind"
        label={t('DESK.SHELF.KIND')}
        value={value('kind')}
        options={[...all, ...(['magazine', 'newspaper'] as const).map((id) => [id, t(`DESK.SHELF.KIND.${id}`)] as const)]}
      />
      <FilterSelect
        name="language"
        label={t('DESK.FIELD.language')}
        value={value('language')}
        options={[...all, ...languages.map((id) => [id, names.language(id)] as const)]}
      />
      <FilterSelect
        name="category"
        label={t('DESK.SHELF.CATEGORY')}
        value={value('category')}
        options={[...all, ...categories.map(({ uid, names }) => [uid, names[language] ?? uid] as const)]}
      />
      <FilterSelect
        name="order"
        label={t('DESK.SHELF.ORDER')}
        value={value('order')}
        options={TITLE_ORDERS.map((id) => [id === 'name' ? '' : id, t(`DESK.SHELF.ORDER.${id}`)])}
      />
      {query.has('publisher') && <input type="hidden" name="publisher" value={value('publisher')} />}
    </FilterForm>
  )
}
