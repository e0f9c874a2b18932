-- A row that goes looks for those that refer to it: without these, each erased account or replaced issue read whole tables.
create index reading_events_of_issue on reading_events (issue_id);
create index bookmarks_of_issue on bookmarks (issue_id);
create index downloads_of_issue on downloads (issue_id);
create index related_issues_to on related_issues (related_issue_id);
create index voucher_redemptions_of_account on voucher_redemptions (account_id);
create index voucher_redemptions_of_subscription on voucher_redemptions (subscription);
create index setup_sessions_of_account on setup_sessions (account_id);
create index setup_sessions_of_cart on setup_sessions (cart_id);
create index setup_sessions_of_method on setup_sessions (payment_method_id);
create index invoices_of_subscription on invoices (subscription);
create index payment_attempts_of_method on payment_attempts (payment_method_id);
create index subscriptions_of_method on subscriptions (payment_method_id);
