import type { Connection } from '@kiosk/backend/db/connect'
import { publishedFrom } from './earlier-imports.ts'
import type { IssueFile } from './find-issue-files.ts'
import { ImportError, importErrors } from './import-error.ts'
import { readSource } from './read-source.ts'
import { settledIdentity } from './settled-identity.ts'
import type { Workers } from './workers/workers.ts'

type At = { connection: Pick<Connection, 'db'>; workers: Workers; signal?: AbortSignal | undefined }

/**
 * Finds files of one run that claim to be the same issue although their contents differ. Only the operator knows which one is
 * right: `replaces` in the sidecar of one of them says so, or a number, edition or languageEdition makes them different issues.
 * @returns the error of each file to reject, by path
 */
export async function conflictsAmong(issues: IssueFile[], at: At): Promise<Map<string, ImportError>> {
  const claims = new Map<string, { path: string; sha256: string; wins: boolean }[]>()
  for (const issue of issues) {
    const { path, metadata } = issue
    at.signal?.throwIfAborted()
    try {
      const claim = await claimOf(issue, at)
      if (!claim) continue
      const others = claims.get(claim.uid) ?? []
      if (!others.some(({ sha256 }) => sha256 === claim.sha256))
        claims.set(claim.uid, [...others, { path, sha256: claim.sha256, wins: metadata.replaces === true }])
    } catch (error) {
      // The import of the file reports this error.
      if (!(error instanceof ImportError)) throw error
    }
  }
  const rejected = new Map<string, ImportError>()
  for (const rivals of claims.values()) {
    const winners = rivals.filter(({ wins }) => wins)
    const winner = winners.length === 1 ? winners[0] : undefined
    for (const rival of rivals) {
      const others = rivals.filter((other) => other !== rival).map(({ path }) => path)
      if (others.length > 0 && rival !== winner) rejected.set(rival.path, importErrors.sameIssue(winner ? [winner.path] : others))
    }
  }
  return rejected
}

/**
 * Returns the issue that a new file claims to be; null if the file has been imported before.
 * @throws ImportError if the file cannot be imported
 */
async function claimOf(
  { path, metadata }: IssueFile,
  { connection, workers }: At,
): Promise<{ uid: string; sha256: string } | null> {
  const { db } = connection
  const source = await readSource(path, workers.bounds)
  if (!metadata.replaces && (await publishedFrom(db, source.sha256))) return null
  const pdfInfo = await workers.run('pdfInfo', { path })
  const { uid } = await settledIdentity(db, { pdfPath: path, metadata }, pdfInfo, source)
  return { uid, sha256: source.sha256 }
}
