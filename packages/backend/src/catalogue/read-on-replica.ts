import type { RequestContext } from '../http/handler.ts'

/**
 * Calls `read` with the database of a replica if there is one that has all catalogue changes known to this server, otherwise with
 * that of the call. `read` must only query, and may be called twice (`Replica`). Previews use the database of the call, because
 * they show what was just written.
 */
export function readOnReplica<Call extends RequestContext, Result>(
  call: Call,
  read: (call: Call) => Promise<Result>,
): Promise<Result> {
  const { ctx, visitor } = call
  if (!ctx.replica || visitor.preview) return read(call)
  return ctx.replica.read(ctx.db, (db) => read({ ...call, ctx: { ...ctx, db } }))
}
