/** A backup cannot be made, read or restored. The operator sees the message, one line, without a stack. */
export class BackupError extends Error {}
