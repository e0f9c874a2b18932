import { regionById, regions } from '@kiosk/domain/regions'
import { useText } from '../shell/use-text.tsx'
import { CheckGroup } from './check-group.tsx'

const options = regions.map(({ id, country }) => ({ id: String(id), name: country }))

type Props = { name?: string; markets?: readonly number[] | null | undefined }

/** In which markets something is shown; none chosen = in all of them. */
export function MarketsField({ name = 'markets', markets }: Props) {
  const t = useText()
  return (
    <CheckGroup label={t('DESK.PROMO.MARKETS_ALL')} name={name} options={options} defaultValue={markets?.map(String) ?? []} />
  )
}

/** Returns the chosen markets; null = all of them. */
export function marketsIn(form: FormData, name = 'markets'): number[] | null {
  const chosen = form.getAll(name).map(Number)
  return chosen.length === 0 || chosen.length === options.length ? null : chosen
}

/** "AT, LU" */
export const marketNames = (ids: readonly number[]): string => ids.map((id) => regionById(id)?.country ?? id).join(', ')
