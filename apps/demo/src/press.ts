import { availableParallelism } from 'node:os'
import type { Files } from '@kiosk/backend/adapters/storage/port'
import type { Connection } from '@kiosk/backend/db/connect'
import { importIssue } from '@kiosk/importer/import-issue'
import { createWorkers } from '@kiosk/importer/workers/workers'
import { printIssue } from './printing/print-issue.ts'
import type { PlannedIssue } from './titles/plan.ts'
import { withCheckDigit } from './titles/title.ts'

/** Prints issues as PDFs and imports each as an operator would. */
export type Press = {
  print(plan: PlannedIssue): Promise<Buffer>
  publish(plan: PlannedIssue, pdfPath: string): Promise<void>
  close(): Promise<void>
}

export function openPress(options: { connection: Connection; files: Files }): Press {
  const workers = createWorkers({ processes: availableParallelism() })
  return {
    print: printIssue,
    async publish(plan, pdfPath) {
      const { title } = plan
      await importIssue(
        {
          connection: options.connection,
          files: options.files,
          pdfPath,
          demonstration: true,
          pictures: 'on demand',
          metadata: {
            key: title.key,
            title: title.name,
            kind: title.kind,
            language: title.language,
            publisher: title.publisher,
            frequency: title.frequency,
            country: title.country,
            place: title.place,
            ...(title.issn ? { issn: withCheckDigit(title.issn) } : {}),
            issue: plan.name,
            number: plan.number,
            volume: plan.volume,
            date: plan.date,
            ...(plan.dateEnd ? { dateEnd: plan.dateEnd } : {}),
            ...(plan.edition ? { edition: plan.edition } : {}),
            issueKind: plan.kind,
            headline: plan.headline,
            description: plan.description,
            targetingTags: [title.subject],
          },
        },
        workers,
      )
    },
    close: () => workers.close(),
  }
}
