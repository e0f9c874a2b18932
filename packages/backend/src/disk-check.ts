import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { clearAlarm, raiseAlarm } from './billing/alarms.ts'
import type { AppContext } from './context.ts'

/** The alarm is raised below this free space, as by the rule DiskFull in ops/alerts.yaml. Bytes. */
const RAISED_BELOW_BYTES = 2e9
/** It is cleared above this free space, so that a disk that stays about as full raises it once. Bytes. */
const CLEARED_ABOVE_BYTES = 2.5e9

export type WatchedDisk = { folder: string; name?: string | undefined }

/**
 * Raises an operator alarm when little space is left in the data folder of this server, and clears it when there is more again.
 * On a full disk, it would be too late: an embedded database stops there, and nothing can be stored or reported (ADR-0406). People
 * close the alarm of a machine that no longer exists or has another name.
 * @param name of the disk; default: machine and folder
 */
export async function updateDiskAlarm(
  ctx: Pick<AppContext, 'db' | 'log' | 'now'>,
  { folder, name = `${hostname()}:${folder}` }: WatchedDisk,
  { raisedBelow = RAISED_BELOW_BYTES, clearedAbove = CLEARED_ABOVE_BYTES } = {},
): Promise<void> {
  const { bsize, bavail } = await statfs(folder)
  const alarm = { kind: 'disk-full', subject: name } as const
  const free = bsize * bavail
  if (free < raisedBelow) await raiseAlarm(ctx.db, ctx, alarm)
  else if (free > clearedAbove) await clearAlarm(ctx.db, ctx, alarm)
}
