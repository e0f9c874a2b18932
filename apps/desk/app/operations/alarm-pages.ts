/** The page on which an alarm is dealt with, by its kind. For other kinds, the list of alarms says what to do. */
export const ALARM_PAGES: Record<string, string> = {
  'books-differ': '/money/differences',
  suspense: '/money/suspense',
  'return-failed': '/money/suspense',
  'wallet-refused': '/money/suspense',
}
