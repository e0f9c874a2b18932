/**
 * Jobs that run once across all servers at these times (UTC); missed runs are caught up within `fill`. Names of jobs are stored
 * in the database and stay.
 */
export const JOB_SCHEDULE = [
  '17 * * * * housekeeping ?fill=1d&jobKey=housekeeping',
  // Recommendations and trending topics; drops readings past their retention period.
  '47 * * * * readings ?fill=1d&jobKey=readings',
  '*/10 * * * * security-storms ?jobKey=security-storms',
  // Missing invoice PDFs, invoices past their retention period, purchases with weak evidence of their country.
  '41 2 * * * old-papers ?fill=2d&jobKey=old-papers',
  // Figures of the day before, once it is over in Vienna.
  '23 0 * * * figures ?fill=2d&jobKey=figures',
  // Applies saved searches to new issues, after the morning's newspapers are published.
  '7 6 * * * saved-searches ?fill=1d&jobKey=saved-searches',
  // The website's TLS certificate.
  '37 5 * * * certificates ?fill=1d&jobKey=certificates',
].join('\n')

/** Jobs that call payment providers. */
export const PAYMENT_SCHEDULE = [
  // Interrupted payments.
  '* * * * * payments ?jobKey=payments',
  // Renewals.
  '*/10 * * * * billing ?jobKey=billing',
  // Interrupted payments at wallets.
  '*/10 * * * * wallets ?jobKey=wallets',
  // Comparison with the providers.
  '11 3 * * * reconcile ?fill=2d&jobKey=reconcile',
].join('\n')

/** Looks for issues that were read by an earlier version. Each process that runs jobs takes one of these jobs at a time. */
export const REBUILD_SCHEDULE = '* * * * * rebuild ?jobKey=rebuild'

/** Reads pages without text, where a program for it is installed. */
export const SCAN_SCHEDULE = '* * * * * scans ?jobKey=scans'
