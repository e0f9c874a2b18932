-- When a debit under way is taken, as its provider says; null where it does not say.
alter table payment_attempts add column debit_on date;
