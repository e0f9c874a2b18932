/** Jobs that run once across all servers at these times (UTC); missed runs are made up within `fill`. */
export const JOB_SCHEDULE = [
  '17 * * * * housekeeping ?fill=1d&jobKey=housekeeping',
  '*/10 * * * * security-storms ?jobKey=security-storms',
  '* * * * * payments ?jobKey=payments',
  '*/10 * * * * billing ?jobKey=billing',
  '*/10 * * * * wallets ?jobKey=wallets',
  '11 3 * * * reconcile ?fill=2d&jobKey=reconcile',
  '41 2 * * * old-papers ?fill=2d&jobKey=old-papers',
].join('\n')
