/**
 * Every job by name with its payload: ids only, never a token, a password or an address. A domain declares its own jobs beside
 * their handlers with `declare module '../jobs/job.ts'`; this folder knows none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains add to it
export interface Jobs {}

/** One run of a job. `signal`: the server stops. */
export type Job = { id: string; attempt: number; lastTry: boolean; signal?: AbortSignal | undefined }

/** Handlers must be idempotent: a job of a killed worker runs again. */
export type JobHandlers = { [Name in keyof Jobs]: (payload: Jobs[Name], job: Job) => Promise<void> }
