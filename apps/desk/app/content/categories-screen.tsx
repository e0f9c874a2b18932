import { deskCategories, orderCategories, removeCategory } from '@kiosk/contract/desk-routes'
import type { CategoryRow } from '@kiosk/domain/staff/category-endpoints'
import { useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { Button } from '../pieces/button.tsx'
import { type Column, DataTable } from '../pieces/data-table.tsx'
import { NothingYet } from '../pieces/nothing-yet.tsx'
import { Failure } from '../pieces/notice.tsx'
import { Select } from '../pieces/select.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { deskContext } from '../shell/desk-context.ts'
import { FormDialog, optionalIn } from '../shell/form-dialog.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useLanguage, useText } from '../shell/use-text.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { RowButtons } from './row-buttons.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = deskContext(context)
  const [mayChange, found] = await Promise.all([ctx.may('content.write'), ctx.call(deskCategories)])
  return { ...found, mayChange }
}

/** What the website groups titles by, in the order in which it shows them. */
export default function Categories() {
  const { categories: rows, mayChange } = useLoaderData<typeof loader>()
  const t = useText()
  const language = useLanguage()
  const { move, error } = useMove(rows)
  const [edited, setEdited] = useState<CategoryRow | 'new' | null>(null)
  const [removed, setRemoved] = useState<CategoryRow | null>(null)
  const nameOf = ({ uid, names }: CategoryRow) => names[language] || uid
  const columns = useColumns(nameOf)
  const actions = (row: CategoryRow) => (
    <>
      <Button
        kind="bare"
        aria-label={t('DESK.CATEGORIES.UP_OF', { name: nameOf(row) })}
        id={`up-${row.uid}`}
        isDisabled={row.uid === rows[0]?.uid}
        onPress={() => void move(row, -1)}
      >
        ↑
      </Button>
      <Button
        kind="bare"
        aria-label={t('DESK.CATEGORIES.DOWN_OF', { name: nameOf(row) })}
        id={`down-${row.uid}`}
        isDisabled={row.uid === rows.at(-1)?.uid}
        onPress={() => void move(row, 1)}
      >
        ↓
      </Button>
      <RowButtons name={nameOf(row)} onChange={() => setEdited(row)} onRemove={() => setRemoved(row)} />
    </>
  )
  return (
    <>
      <PageHead title={t('DESK.SECTION.CATEGORIES')} about={t('DESK.CATEGORIES.ABOUT')}>
        {mayChange && <Button onPress={() => setEdited('new')}>{t('DESK.CATEGORIES.NEW')}</Button>}
      </PageHead>
      <Failure error={error} />
      <DataTable
        label={t('DESK.SECTION.CATEGORIES')}
        rows={rows}
        columns={columns}
        actions={mayChange && actions}
        rowId={({ uid }) => uid}
        nothing={<NothingYet of="DESK.CATEGORIES.NOTHING" mayChange={mayChange} />}
      />
      {edited && <CategoryDialog category={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />}
      {removed && (
        <RemoveCategory
          category={removed}
          others={rows.filter(({ uid }) => uid !== removed.uid).map((row) => ({ id: row.uid, name: nameOf(row) }))}
          name={nameOf(removed)}
          onDone={() => setRemoved(null)}
        />
      )}
    </>
  )
}

function useColumns(nameOf: (row: CategoryRow) => string): Column<CategoryRow>[] {
  const t = useText()
  const language = useLanguage()
  return [
    {
      id: 'name',
      header: t('DESK.FIELD.name'),
      cell: (row) => (
        <>
          <strong>{nameOf(row)}</strong>
          <small>{row.uid}</small>
        </>
      ),
    },
    {
      id: 'languages',
      header: t('DESK.CATEGORIES.LANGUAGES'),
      cell: ({ names }) =>
        (['de', 'en', 'fr'] as const)
          .filter((each) => each !== language)
          .map((each) => (
            <div key={each} lang={each}>
              {names[each]}
            </div>
          )),
    },
    {
      id: 'titles',
      header: t('DESK.SECTION.TITLES'),
      align: 'end',
      cell: (row) => (
        <>
          <Link to={`/titles?category=${row.uid}`}>{row.titles}</Link>
          {row.advertisements > 0 && <small>{t('DESK.CATEGORIES.ADS', { count: row.advertisements })}</small>}
        </>
      ),
    },
  ]
}

/** Moves rows by one place. A row that has moved keeps the focus; at the ends of the list, its other button gets it. */
function useMove(rows: readonly CategoryRow[]) {
  const { run, error } = useChange()
  const moved = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the moved row is in its place.
  useEffect(() => {
    if (moved.current) document.getElementById(moved.current)?.focus()
    moved.current = null
  }, [rows])
  async function move(row: CategoryRow, by: 1 | -1): Promise<void> {
    const before = rows.map(({ uid }) => uid)
    const uids = before.filter((uid) => uid !== row.uid)
    const place = before.indexOf(row.uid) + by
    uids.splice(place, 0, row.uid)
    const isUp = place === before.length - 1 || (by === -1 && place > 0)
    moved.current = `${isUp ? 'up' : 'down'}-${row.uid}`
    await run(() => deskClient.call(orderCategories, { body: { uids, before } }))
  }
  return { move, error }
}

type RemoveProps = { category: CategoryRow; name: string; others: readonly { id: string; name: string }[]; onDone(): void }

/** Removes a category; what is in it moves to another one. */
function RemoveCategory({ category, name, others, onDone }: RemoveProps) {
  const t = useText()
  const isEmpty = category.titles + category.advertisements === 0
  return (
    <FormDialog
      title={t('DESK.REMOVE_OF', { name })}
      button={t('DESK.REMOVE')}
      kind="danger"
      send={(form) =>
        deskClient.call(removeCategory, { params: { uid: category.uid }, body: { moveTo: optionalIn(form, 'moveTo') } })
      }
      onDone={onDone}
    >
      <p>{isEmpty ? t('DESK.CATEGORIES.REMOVE_EMPTY') : t('DESK.CATEGORIES.REMOVE_ABOUT')}</p>
      {!isEmpty && <Select label={t('DESK.CATEGORIES.MOVE_TO')} name="moveTo" options={others} isRequired />}
    </FormDialog>
  )
}
