import type { Passkey } from '@kiosk/domain/accounts/second-factor-endpoints'
import type { Selectable } from 'kysely'
import type { Passkeys } from '../../db/schema.ts'

type Row = Pick<Selectable<Passkeys>, 'id' | 'name' | 'created_at' | 'last_used_at' | 'backup_eligible'>

export function presentPasskey({ id, name, created_at, last_used_at, backup_eligible }: Row): Passkey {
  return {
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    synced: backup_eligible,
  }
}
