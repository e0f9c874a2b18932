/**
 * All jobs by name with their payloads: ids only, never a token, a password or an address. A domain declares its jobs next to
 * their handlers with `declare module '../jobs/job.ts'`; this folder does not depend on them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains add to it
export interface Jobs {}

/** One run of a job. `signal` is aborted when the server stops. */
export type Job = { id: string; attempt: number; lastTry: boolean; signal?: AbortSignal | undefined }

/** Handlers must be idempotent: a job of a killed worker runs again. */
export type JobHandlers = { [Name in keyof Jobs]: (payload: Jobs[Name], job: Job) => Promise<void> }
