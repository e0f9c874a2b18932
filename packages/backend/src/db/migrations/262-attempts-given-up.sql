-- Attempts that were given up while the provider may still take the money, such as an upgrade whose credit was returned: they are
-- declined, and the provider is polled until it has reported its result.
alter table payment_attempts add column outcome_unknown boolean not null default false;
create index attempts_of_unknown_outcome on payment_attempts (sent_at) where outcome_unknown;
