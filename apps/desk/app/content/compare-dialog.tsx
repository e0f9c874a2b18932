import { textEdition } from '@kiosk/contract/desk-routes'
import type { Edition } from '@kiosk/domain/staff/content-endpoints'
import { diffWordsWithSpace } from 'diff'
import { useMemo, useState } from 'react'
import { Dialog } from '../pieces/dialog.tsx'
import { Difference } from '../pieces/difference.tsx'
import { Select } from '../pieces/select.tsx'
import { deskClient } from '../shell/desk-client.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { useDay } from '../shell/use-format.ts'
import { useText } from '../shell/use-text.tsx'
import style from './content.module.css'
import type { Draft } from './drafts.ts'

type Props = { edition: Edition; others: readonly Edition[]; draft: Draft; onDone(): void }

/** What another edition, or the text in the editor, changes in an edition. */
export function CompareDialog({ edition, others, draft, onDone }: Props) {
  const t = useText()
  const day = useDay()
  const [with_, setWith] = useState('draft')
  const before = useEdition(edition.id)
  const other = useEdition(with_ === 'draft' ? null : Number(with_))
  const after = with_ === 'draft' ? draft : other
  const parts = useMemo(() => (before && after ? diffWordsWithSpace(plain(before), plain(after)) : null), [before, after])
  const options = [
    { id: 'draft', name: t('DESK.TEXTS.IN_EDITOR') },
    ...others.map(({ id, version }) => ({ id: String(id), name: day(version) })),
  ]
  const isSame = parts?.every(({ added, removed }) => !added && !removed)
  return (
    <Dialog
      title={t('DESK.TEXTS.COMPARE_OF', { name: day(edition.version) })}
      isOpen
      onOpenChange={(isOpen) => isOpen || onDone()}
    >
      <Select
        label={t('DESK.TEXTS.WITH')}
        options={options}
        selectedKey={with_}
        onSelectionChange={(key) => setWith(String(key))}
      />
      <div role="status">{isSame && <p>{t('DESK.TEXTS.SAME')}</p>}</div>
      {parts && (
        <Difference label={t('DESK.TEXTS.COMPARE')} className={style.compared!} lang={edition.language}>
          {parts.map(({ added, removed, value }, index) => {
            const Part = added ? 'ins' : removed ? 'del' : 'span'
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and no state
            return <Part key={index}>{value}</Part>
          })}
        </Difference>
      )}
    </Dialog>
  )
}

const plain = ({ title, description, markdown }: Draft) => [title, description, markdown].join('\n\n')

function useEdition(id: number | null): Draft | null {
  return useAnswer(id, (of, signal) => deskClient.call(textEdition, { params: { id: of } }, { signal })).answer
}
