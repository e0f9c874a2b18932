/** Where the case of an alarm is settled, by its kind. Of the others, the list of alarms says what to do. */
export const ALARM_PAGES: Record<string, string> = {
  'books-differ': '/money/differences',
  suspense: '/money/suspense',
  'return-failed': '/money/suspense',
  'wallet-refused': '/money/suspense',
}
