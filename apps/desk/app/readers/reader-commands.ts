import { isPermitted, type Role } from '@kiosk/domain/staff/roles'
import { useText } from '../shell/use-text.tsx'

/** Matches an address or a number that may identify a reader. */
const NAMES_READER = /@|\d{4}|^v-\d/i

/** Returns the commands of the palette that search for a reader. */
export function useReaderCommands(role: Role): (search: string) => { path: string; name: string }[] {
  const t = useText()
  if (!isPermitted(role, 'readers.read')) return () => []
  return (search) =>
    NAMES_READER.test(search.trim())
      ? [
          {
            path: `/readers?search=${encodeURIComponent(search.trim())}`,
            name: t('DESK.READERS.PALETTE', { search: search.trim() }),
          },
        ]
      : []
}
