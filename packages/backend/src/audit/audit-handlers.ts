import { auditActions } from '@kiosk/domain/staff/audit-actions'
import { auditEntries, auditExport, auditState } from '@kiosk/domain/staff/audit-endpoints'
import { AUDIT_PAGE_ROWS } from '@kiosk/domain/staff/limits'
import { csvResponse } from '../http/file-response.ts'
import { defineDeskHandler } from '../staff/desk-handler.ts'
import { auditCsv } from './audit-csv.ts'
import { findEntries, presentEntry } from './find-entries.ts'
import { verifyAudit } from './verify-audit.ts'

export const list = defineDeskHandler(auditEntries, async ({ ctx, input }) => {
  const found = await findEntries(ctx.db, input)
    .limit(AUDIT_PAGE_ROWS + 1)
    .execute()
  const entries = found.slice(0, AUDIT_PAGE_ROWS).map(presentEntry)
  return { entries, actions: [...auditActions], more: found.length > AUDIT_PAGE_ROWS }
})

export const exportEntries = defineDeskHandler(auditExport, async ({ ctx, input }) =>
  csvResponse(auditCsv(ctx.db, input, ';'), 'audit-log.csv'),
)

export const state = defineDeskHandler(auditState, ({ ctx }) => verifyAudit(ctx.db))
