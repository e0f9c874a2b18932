import { loadDataRegister } from '../../content/data-register.ts'

/** Deleting or erasing an account also deletes its data. */
const PERSONAL = Object.keys(loadDataRegister().tables)
/** Sending or settling a charge changes these, including the effects of its result. */
const CHARGES = [
  'subscriptions',
  'periods',
  'planned_ends',
  'planned_plan_changes',
  'price_notices',
  'voucher_redemptions',
  'invoices',
  'invoice_lines',
  'invoice_evidence',
  'number_series',
  'payment_attempts',
  'ledger',
  'refunds',
  'disputes',
  'dispute_invoices',
  'suspense',
  'suspense_actions',
  'operator_alarms',
]
const DOCUMENTS = ['subscription_documents', 'subscription_document_files']
/** Text and articles of an issue, and the references that follow their words. */
const REBUILT = [
  'all_issues',
  'pages',
  'removed_page_texts',
  'all_articles',
  'former_articles',
  'article_corrections',
  'takedowns',
  'bookmarks',
  'reading_places',
  'readings',
  'topics',
  'topic_readers',
  'failed_rebuilds',
  'scanned_pages',
  'titles',
  'searched_issues',
  'issue_makeup',
]
const WALLETS = ['wallet_approvals', 'wallet_returns', 'wallet_subscriptions', 'wallet_sweeps']

/** Tables that each job may change. Jobs leave no entry in the audit log: their names explain what they change. */
export const CHANGED_BY_JOBS: Record<string, readonly string[]> = {
  // Links and documents in e-mails are created when they are sent.
  letter: ['sent_emails', 'one_time_tokens', 'staff', 'deleted_account_emails', 'invoice_files', ...DOCUMENTS],
  // Also invoices and notices of many subscriptions.
  'bulk-letter': ['sent_emails', 'one_time_tokens', 'price_notices', 'invoice_files', ...DOCUMENTS],
  newsletter: ['newsletters', 'newsletter_recipients'],
  releases: ['release_emails', 'release_pushes'],
  readings: [
    'readings',
    'reading_events',
    'counted_reading_days',
    'title_readers',
    'title_pairs',
    'topic_readers',
    'readers_also_read',
    'topics',
  ],
  'saved-searches': ['saved_search_runs', 'searched_issues', 'saved_search_hits', 'saved_search_emails'],
  push: ['release_pushes', 'push_subscriptions'],
  'title-leaves': ['leaving_notices'],
  housekeeping: [...PERSONAL, 'uploads', 'search_keys'],
  'security-storms': ['security_events'],
  payments: [...CHARGES, ...WALLETS],
  billing: [...CHARGES, 'price_campaigns'],
  wallets: [...CHARGES, ...WALLETS],
  'cancel-wallet': WALLETS,
  papers: ['invoice_files', 'subscription_document_files'],
  'old-papers': [
    'invoice_files',
    'subscriptions',
    'payment_methods',
    'withdrawal_acceptances',
    'invoice_evidence',
    'invoices',
    'operator_alarms',
  ],
  reconcile: [...CHARGES, 'provider_entries', 'reconciled_until'],
  'forget-method': ['payment_methods'],
  'erase-account': PERSONAL,
  certificates: ['operator_alarms'],
  figures: ['daily_figures', 'ledger_days'],
  'read-upload': ['uploads'],
  // The issue itself has an entry.
  'publish-upload': ['uploads', 'imports'],
  'remove-upload': [],
  'front-page': ['planned_front_pages', 'content_sets', 'content_set_entries'],
  'edition-begins': [],
  'issue-release': ['all_issues', 'searched_issues'],
  covers: [],
  rebuild: REBUILT,
  scans: REBUILT,
  'purge-cdn': [],
  'search-indexes': [],
}
