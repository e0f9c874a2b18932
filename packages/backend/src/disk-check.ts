import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { clearAlarm, raiseAlarm } from './billing/alarms.ts'
import type { AppContext } from './context.ts'

/** The alarm is raised below this free space, as by the rule DiskFull in ops/alerts.yaml. Bytes. */
const DISK_ALARM_BYTES = 2e9

/**
 * Raises an operator alarm when little space is left in the data folder of this server, and clears it when there is more again.
 * On a full disk, it would be too late: an embedded database stops there, and nothing can be stored or reported (ADR-0406).
 */
export async function updateDiskAlarm(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  folder: string,
  leastBytes = DISK_ALARM_BYTES,
): Promise<void> {
  const { bsize, bavail } = await statfs(folder)
  const alarm = { kind: 'disk-full', subject: `${hostname()}:${folder}` } as const
  if (bsize * bavail >= leastBytes) await clearAlarm(ctx.db, ctx, alarm)
  else await raiseAlarm(ctx.db, ctx, alarm)
}
