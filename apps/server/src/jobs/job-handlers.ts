import { eraseDueAccount } from '@kiosk/backend/accounts/erase-account'
import type { Cdn } from '@kiosk/backend/adapters/cdn/port'
import { detectSpikes } from '@kiosk/backend/auth/security-event-spikes'
import { sweepPayments, sweepWalletPayments } from '@kiosk/backend/billing/charges/sweep-pending'
import { forgetMethod } from '@kiosk/backend/billing/checkout/forget-method'
import { anonymiseOldInvoices } from '@kiosk/backend/billing/invoices/retention'
import { storeInvoicePdfs, storeMissingInvoicePdfs } from '@kiosk/backend/billing/invoices/stored-pdfs'
import { flagWeakEvidence } from '@kiosk/backend/billing/plans/weak-evidence'
import { reconcileNightly } from '@kiosk/backend/billing/reconciliation/nightly'
import { runRenewals } from '@kiosk/backend/billing/renewals/run'
import { cancelAtWallet } from '@kiosk/backend/billing/wallets/cancel-at-provider'
import { applyPlannedFrontPage } from '@kiosk/backend/catalogue/front-page'
import { renderNewestCovers } from '@kiosk/backend/catalogue/newest-covers'
import { repeatPurges } from '@kiosk/backend/catalogue/purge-cdn'
import { rebuildIssues } from '@kiosk/backend/catalogue/rebuilds/rebuild-issues'
import { readings } from '@kiosk/backend/catalogue/refresh-recommendations'
import { readScans } from '@kiosk/backend/catalogue/scans/read-scans'
import { createSearchIndexes } from '@kiosk/backend/catalogue/search/search-indexes'
import { releaseIssue } from '@kiosk/backend/catalogue/shelf/issue-visibility'
import { announceLeaving } from '@kiosk/backend/catalogue/shelf/leaving'
import { publishUpload } from '@kiosk/backend/catalogue/uploads/publish-upload'
import { readUpload, removeUploadFiles } from '@kiosk/backend/catalogue/uploads/read-upload'
import { updateCertificateAlarm } from '@kiosk/backend/certificate-check'
import { announceEdition } from '@kiosk/backend/content/text-handlers'
import type { AppContext } from '@kiosk/backend/context'
import { poolOf } from '@kiosk/backend/db/connect'
import { jobsAtOnce } from '@kiosk/backend/db/pool-sizes'
import { refreshFigures } from '@kiosk/backend/desk/figures/refresh-figures'
import { updateDiskAlarm, type WatchedDisk } from '@kiosk/backend/disk-check'
import { waitForBulkSlot } from '@kiosk/backend/emails/bulk-pace'
import { createLane } from '@kiosk/backend/emails/recipient-queues'
import { sendEmail } from '@kiosk/backend/emails/send-email'
import { housekeeping } from '@kiosk/backend/housekeeping'
import type { JobHandlers } from '@kiosk/backend/jobs/job'
import type { JobQueue } from '@kiosk/backend/jobs/worker'
import { runNewsletter, SENDERS } from '@kiosk/backend/newsletters/send-newsletter'
import { announceIssue } from '@kiosk/backend/notifications/announce-issue'
import { pushRelease } from '@kiosk/backend/notifications/push-release'
import { runSavedSearches } from '@kiosk/backend/notifications/saved-search-run'
import { DEFAULT_EMAIL_RATES, type EmailRates } from '@kiosk/backend/settings/settings'
import { JOB_SCHEDULE, PAYMENT_SCHEDULE, REBUILD_SCHEDULE, SCAN_SCHEDULE } from './job-schedule.ts'

type EmailJobs = 'letter' | 'bulk-letter' | 'newsletter'
type UploadJobs = 'read-upload' | 'publish-upload'
/** Those that call a payment provider. */
type PaymentJobs = 'payments' | 'billing' | 'wallets' | 'reconcile' | 'forget-method' | 'cancel-wallet'
type OwnQueueJobs =
  | EmailJobs
  | UploadJobs
  | PaymentJobs
  | 'covers'
  | 'rebuild'
  | 'scans'
  | 'search-indexes'
  | 'releases'
  | 'readings'

type QueueOptions = {
  /** Direct connection to the database as the role that owns the tables. */
  ownerUrl?: string
  /** What is purged. */
  cdns?: readonly Cdn[]
  emailRates?: EmailRates
  /** Share of one core with which issues are read again, 0 to 100; 0 = never. */
  rebuildCorePercent?: number
  /** Disk whose free space is watched. Default: none is. */
  watchedDisk?: WatchedDisk | undefined
}

/**
 * Returns the handler of every job by name, in queues that run independently: urgent e-mails, bulk e-mails, newsletters,
 * announcements of issues, readings, uploads, covers, issues that are read again, scans, indexes after a restore, payments, and all
 * other jobs. A slow mail server or a large PDF delays no payment, a slow payment provider no publication (ADR-0408), and one slow
 * recipient host uses at most half of the e-mail slots. See smtp-mailer.ts for the connections.
 */
export function jobQueues(ctx: AppContext, options: QueueOptions = {}): JobQueue[] {
  const {
    ownerUrl = poolOf(ctx.db).url,
    cdns = [],
    emailRates = DEFAULT_EMAIL_RATES,
    rebuildCorePercent = 0,
    watchedDisk,
  } = options
  const { atOnce, bulkAtOnce, bulkPerMinute } = emailRates
  const concurrency = jobsAtOnce(emailRates)
  const half = (all: number) => Math.max(1, Math.floor(all / 2))
  const [urgent, bulk, newsletters] = [createLane(half(atOnce)), createLane(half(bulkAtOnce)), createLane(half(SENDERS))]
  const emails: Pick<JobHandlers, EmailJobs> = {
    letter: (email, job) => sendEmail(email, ctx, { ...job, lane: urgent, queue: 'letter' }),
    'bulk-letter': async (email, job) => {
      await waitForBulkSlot(ctx.db, bulkPerMinute, job.signal)
      await sendEmail(email, ctx, { ...job, lane: bulk, queue: 'bulk-letter' })
    },
    newsletter: (payload, { signal }) => runNewsletter(payload, ctx, { signal, lane: newsletters }),
  }
  const uploads: Pick<JobHandlers, UploadJobs> = {
    'read-upload': (payload, job) => readUpload(payload, ctx, job),
    'publish-upload': (payload, job) => publishUpload(payload, ctx, job),
  }
  const payments: Pick<JobHandlers, PaymentJobs> = {
    payments: (payload) => sweepPayments(payload, ctx),
    billing: async () => void (await runRenewals(ctx)),
    wallets: (payload) => sweepWalletPayments(payload, ctx),
    reconcile: (payload) => reconcileNightly(payload, ctx),
    'forget-method': (payload) => forgetMethod(payload, ctx),
    'cancel-wallet': ({ contract: subscription }) => cancelAtWallet(ctx, subscription),
  }
  const others: Omit<JobHandlers, OwnQueueJobs> = {
    'purge-cdn': (payload) => repeatPurges(payload, cdns),
    'saved-searches': () => runSavedSearches(ctx),
    push: (payload, job) => pushRelease(payload, ctx, job),
    housekeeping: async (payload) => {
      await housekeeping(payload, ctx)
      if (watchedDisk) await updateDiskAlarm(ctx, watchedDisk)
    },
    'security-storms': async () => void (await detectSpikes(ctx)),
    papers: ({ invoiceIds }) => storeInvoicePdfs(ctx, invoiceIds),
    'old-papers': async () => {
      await storeMissingInvoicePdfs(ctx)
      await anonymiseOldInvoices(ctx)
      await flagWeakEvidence(ctx)
    },
    'erase-account': (payload) => eraseDueAccount(payload, ctx),
    figures: async () => void (await refreshFigures(ctx)),
    certificates: () => updateCertificateAlarm(ctx),
    'remove-upload': (payload) => removeUploadFiles(payload, ctx),
    'front-page': (payload) => applyPlannedFrontPage(payload, ctx),
    'edition-begins': () => announceEdition(ctx),
    'issue-release': (payload) => releaseIssue(payload, ctx),
    'title-leaves': (payload) => announceLeaving(payload, ctx),
  }
  const handlers: Record<keyof typeof concurrency, JobQueue['handlers']> = {
    letter: { letter: emails.letter },
    'bulk-letter': { 'bulk-letter': emails['bulk-letter'] },
    newsletter: { newsletter: emails.newsletter },
    releases: { releases: (payload) => announceIssue(payload, ctx) },
    readings: { readings: (payload, { signal }) => readings(payload, ctx, signal) },
    'read-upload': { 'read-upload': uploads['read-upload'] },
    'publish-upload': { 'publish-upload': uploads['publish-upload'] },
    scans: { scans: (_, job) => readScans(ctx, job) },
    covers: { covers: (payload, job) => renderNewestCovers(payload, ctx, job) },
    rebuild: { rebuild: (_, job) => rebuildIssues(ctx, { corePercent: rebuildCorePercent }, job) },
    'search-indexes': { 'search-indexes': (payload, job) => createSearchIndexes({ ownerUrl, log: ctx.log }, payload, job) },
    payments,
    other: others,
  }
  const names = Object.keys(handlers) as (keyof typeof handlers)[]
  return names.map((name) => ({
    name,
    concurrency: concurrency[name],
    handlers: handlers[name],
    ...(name === 'payments' && { schedule: PAYMENT_SCHEDULE }),
    ...(name === 'other' && { schedule: JOB_SCHEDULE }),
    ...(name === 'rebuild' && rebuildCorePercent > 0 && { schedule: REBUILD_SCHEDULE }),
    ...(name === 'scans' && { schedule: SCAN_SCHEDULE, isUsable: async () => Boolean(await ctx.scanReader?.program()) }),
  }))
}
