import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../time.ts'

/** Passwords of staff. Characters (ASVS 5.0, 6.2). */
export const STAFF_PASSWORD = { min: 12, max: 200 } as const

/**
 * Sessions of staff end after inactivity, and at the latest after a working day. `replacedToken`: how long a token stays valid
 * after a confirmation has replaced it. Seconds.
 */
export const STAFF_SESSION_SECONDS = { idle: HOUR_SECONDS, longest: 12 * HOUR_SECONDS, replacedToken: 10 } as const

/** Time after a sign-in or a confirmation in which money may be moved and rights changed. Seconds. */
export const STAFF_CONFIRMED_SECONDS = 10 * MINUTE_SECONDS

/** Lifetime of the link in an invitation. Seconds. */
export const INVITATION_SECONDS = 3 * DAY_SECONDS

export const AUDIT_PAGE_ROWS = 50
/** Titles, issues or publishers on a page. */
export const SHELF_ROWS = 50
/** Titles, and issues, that the command palette lists. */
export const PALETTE_ROWS = 6
/** How long before a title's last day its readers are told. */
export const LEAVING_NOTICE_DAYS = 14
/** Takedowns on a page. */
export const TAKEDOWN_ROWS = 50
/** Issues that a search for one to take down lists. */
export const TAKEDOWN_ISSUES = 20
/** Longest reason for a change. Characters. */
export const REASON_LENGTH = 500
/** Longest key of a category, topic, link or advertisement; addresses contain it. Characters. */
export const CONTENT_KEY_LENGTH = 64
/** Pattern of these keys for a form field. Browsers require the escaped hyphen. */
export const CONTENT_KEY_PATTERN = `[a-z0-9\\-]{1,${CONTENT_KEY_LENGTH}}`
export const CONTENT_KEY = new RegExp(`^${CONTENT_KEY_PATTERN}$`)
/** Longest name of a category. Characters. */
export const CATEGORY_NAME_LENGTH = 60
/** Titles in the row of covers of a home page. */
export const MOST_FEATURED = 40
/** Titles that a search at the desk lists. */
export const FOUND_TITLES = 20

/** Newsletters on a page of the list. */
export const NEWSLETTER_ROWS = 50
/** Longest parts of a newsletter. Characters. */
export const NEWSLETTER_TEXT = { name: 120, subject: 150, preheader: 200, body: 20_000, buttonLabel: 60, address: 500 } as const
/** Tiers by which the readers of a newsletter can be chosen. */
export const NEWSLETTER_TIERS = ['FREE', 'MAGZ', 'PREMIUM'] as const
/** Issues and titles below the text of a newsletter, and how many a search for them finds. */
export const NEWSLETTER_FEATURED = { most: 6, found: 20 } as const
/** Titles whose readers a newsletter is for. */
export const NEWSLETTER_TITLES = 50
/** Highest rate of a newsletter. Messages. */
export const MOST_MESSAGES_PER_MINUTE = 6_000
/** Vouchers, promo codes, messages and other rows on a page. */
export const OFFER_ROWS = 50
export const CONTENT_ROWS = 50
/** Codes in one CSV file, and its size. */
export const MOST_IMPORTED_CODES = 10_000
export const LONGEST_CSV_BYTES = 1024 * 1024
/** Picture of an advertisement, topic or link, before it is encoded. */
export const LARGEST_PICTURE_BYTES = 2 * 1024 * 1024
/** One text in one language. Characters. */
export const LONGEST_TEXT_CHARACTERS = 60_000
/** Largest body of a call with a CSV file or a picture, which JSON makes larger. */
export const LARGE_BODY_BYTES = 3 * 1024 * 1024
/** Readers that a search lists; more are left out. */
export const FOUND_READERS = 20
/** Events about money that the page of a reader lists first, and at most. */
export const READER_MONEY_ROWS = { first: 40, most: 2000 } as const
/** Rows of each other list on the page of a reader. */
export const READER_ROWS = 50
/** Longest note about a reader. Characters. */
export const NOTE_LENGTH = 4000
/** Most days that are granted at once. */
export const MOST_GRANTED_DAYS = 366
/** Time in which an e-mail is not sent again from the desk. Seconds. */
export const EMAIL_REPEAT_SECONDS = MINUTE_SECONDS
/** Refunds when a subscription ends before the end of its paid period: the unused days, everything paid, or nothing. */
export const REFUND_POLICIES = ['pro-rata', 'whole', 'none'] as const
/** Reasons for goodwill days, as given to the reader. */
export const GOODWILL_REASONS = ['outage', 'late-issue', 'mistake', 'thanks'] as const
/** Rows of a page of a list about money. */
export const MONEY_ROWS = 50
/** Background jobs or alarms on a page. */
export const OPERATION_ROWS = 50
/** Differences with providers that a page lists. */
export const MOST_DIFFERENCES = 200

/** The words of an unsuccessful search are stored only once this many visitors have searched for them (ADR-0223). */
export const FEWEST_SEARCHERS = 5
/** Retention of these words, from the Monday of their week on. */
export const UNSUCCESSFUL_SEARCH_DAYS = 90
/** Days that the desk shows. */
export const SHOWN_SEARCH_DAYS = 30
