-- Lists of the desk with 120,000 readers (ADR-0230). Charges of an invoice had an index for those that succeeded or wait only.
create index attempts_of_invoice on payment_attempts (invoice_id);
-- Counts of the overview.
create index accounts_in_use on accounts (verified_at) where verified_at is not null and deactivated_at is null;
create index subscriptions_running on subscriptions (plan_id) where state in ('active', 'past-due');
