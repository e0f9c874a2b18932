import { setRelatedIssues, shelfIssues } from '@kiosk/contract/desk-routes'
import type { ShelfIssueDetails } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { MOST_RELATED, type ShelfIssue } from '@kiosk/domain/staff/shelf-issue-endpoints'
import { useState } from 'react'
import { Button as AriaButton, GridList, GridListItem } from 'react-aria-components'
import { Button } from '../pieces/button.tsx'
import { Buttons } from '../pieces/buttons.tsx'
import { ComboBox } from '../pieces/combo-box.tsx'
import { Nothing } from '../pieces/nothing.tsx'
import { Failure } from '../pieces/notice.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { moved } from '../shell/moved.ts'
import { UndoButtons } from '../shell/undo-buttons.tsx'
import { useChange } from '../shell/use-change.tsx'
import { useDay } from '../shell/use-format.ts'
import { useHistory } from '../shell/use-history.ts'
import { useLeaveWarning } from '../shell/use-leave-warning.ts'
import { useReorder } from '../shell/use-reorder.ts'
import { useText } from '../shell/use-text.tsx'
import { useFound } from './pickers.tsx'
import style from './shelf.module.css'

type Item = Pick<ShelfIssue, 'uid' | 'title' | 'name' | 'date' | 'state'> & { key: string }
const itemOf = (issue: ShelfIssue): Item => ({ ...issue, key: issue.uid })
const nameOf = ({ title, name }: Pick<ShelfIssue, 'title' | 'name'>) => `${title}, ${name}`

/** Issues that the page of this issue recommends: moved by drag, by keyboard or by buttons, with undo, and saved together. */
export function RelatedIssues({ issue, mayChange }: { issue: ShelfIssueDetails; mayChange: boolean }) {
  const t = useText()
  const { run, error, isPending } = useChange()
  const saved = issue.related.map(itemOf)
  const { current, change, undo, redo, canUndo, canRedo, reset } = useHistory<readonly Item[]>(saved)
  const [added, setAdded] = useState(0)
  const uids = (items: readonly Item[]) => items.map(({ uid }) => uid)
  useLeaveWarning(canUndo)
  const isChanged = uids(current).join(' ') !== uids(saved).join(' ')

  async function save(): Promise<void> {
    const body = { uids: uids(current), before: uids(saved) }
    if (await run(() => deskClient.call(setRelatedIssues, { params: { uid: issue.uid }, body }))) reset(current)
  }
  return (
    <section className={style.section} aria-labelledby="related">
      <h2 id="related">{t('DESK.RELATED.TITLE')}</h2>
      <p className={style.note}>{t('DESK.RELATED.ABOUT')}</p>
      {mayChange && current.length < MOST_RELATED && (
        <IssueSearch
          key={added}
          autoFocus={added > 0}
          without={[issue.uid, ...uids(current)]}
          onChoose={(found) => {
            change([...current, found])
            setAdded(added + 1)
          }}
        />
      )}
      {current.length === 0 ? (
        <Nothing>{t('DESK.RELATED.EMPTY')}</Nothing>
      ) : (
        <Order items={current} onChange={mayChange ? change : null} />
      )}
      <Failure error={error} />
      {mayChange && (
        <Buttons>
          <UndoButtons canUndo={canUndo} canRedo={canRedo} undo={undo} redo={redo} />
          <Button kind="quiet" isDisabled={!isChanged} isPending={isPending} onPress={() => void save()}>
            {t('DESK.SAVE')}
          </Button>
        </Buttons>
      )}
    </section>
  )
}

function Order({ items, onChange }: { items: readonly Item[]; onChange: ((items: readonly Item[]) => void) | null }) {
  const t = useText()
  const day = useDay()
  const dragAndDropHooks = useReorder(items, onChange)
  return (
    <GridList
      aria-label={t('DESK.RELATED.TITLE')}
      items={items.map((item, place) => ({ ...item, place }))}
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[items]}
      className={style.list!}
    >
      {({ place, ...item }) => {
        const name = nameOf(item)
        return (
          <GridListItem id={item.key} textValue={name} className={style.item!}>
            <div>
              <strong>{name}</strong>
              <small>
                {day(item.date)}
                {item.state !== 'shown' && ` · ${t(`DESK.SHELF.ISSUE_STATE.${item.state}`)}`}
              </small>
            </div>
            {onChange && (
              <div className={style.moves}>
                <AriaButton slot="drag" aria-label={t('DESK.RELATED.DRAG_OF', { name })}>
                  ⠿
                </AriaButton>
                <AriaButton
                  aria-label={t('DESK.RELATED.EARLIER_OF', { name })}
                  isDisabled={place === 0}
                  onPress={() => onChange(moved(items, [item.key], items[place - 1]!.key, 'before'))}
                >
                  ↑
                </AriaButton>
                <AriaButton
                  aria-label={t('DESK.RELATED.LATER_OF', { name })}
                  isDisabled={place === items.length - 1}
                  onPress={() => onChange(moved(items, [item.key], items[place + 1]!.key, 'after'))}
                >
                  ↓
                </AriaButton>
                <AriaButton
                  aria-label={t('DESK.LIST.REMOVE_OF', { name })}
                  onPress={() => onChange(items.filter(({ key }) => key !== item.key))}
                >
                  ✕
                </AriaButton>
              </div>
            )}
          </GridListItem>
        )
      }}
    </GridList>
  )
}

async function byWords(search: string, signal: AbortSignal) {
  return (await deskClient.call(shelfIssues, { query: { search } }, { signal })).issues
}

type SearchProps = { without: readonly string[]; autoFocus: boolean; onChoose(item: Item): void }

/** Finds issues while typing. Give it another key after a choice, so that it is empty and closed again. */
function IssueSearch({ without, autoFocus, onChoose }: SearchProps) {
  const t = useText()
  const day = useDay()
  const [typed, setTyped] = useState('')
  const { found, failure } = useFound(typed, byWords)
  const offered = found.filter(({ uid }) => !without.includes(uid)).slice(0, 12)
  return (
    <ComboBox
      label={t('DESK.RELATED.ADD')}
      hint={t('DESK.RELATED.ADD_HINT')}
      nothing={t('DESK.LIST.NOTHING')}
      failure={failure}
      autoFocus={autoFocus}
      options={offered.map((each) => ({ id: each.uid, name: nameOf(each), hint: day(each.date) }))}
      inputValue={typed}
      onInputChange={setTyped}
      selectedKey={null}
      onSelectionChange={(uid) => {
        const issue = offered.find((each) => each.uid === uid)
        if (issue) onChoose(itemOf(issue))
      }}
    />
  )
}
