-- Figures of complete days in Vienna, so that the desk computes none of them from all rows. A nightly job fills them (ADR-0211).
create table daily_figures (
  day date not null,
  -- readers, new-readers, subscriptions, recurring, running, lost, billed, deferred, reading-seconds, title-readers
  figure text not null,
  -- Of what: number of a plan, currency, id of a title; empty = of everything.
  dimension text not null default '',
  value bigint not null,
  primary key (day, figure, dimension)
);
create index daily_figures_by_figure on daily_figures (figure, day);

-- Sum of the postings of a day by account. Its balance is the sum of all days.
create table ledger_days (
  day date not null,
  account text not null,
  currency text not null,
  amount bigint not null,
  primary key (account, currency, day)
);
create index ledger_days_by_day on ledger_days (day);

-- Seconds that were read on a day, of everybody together. In several rows, so that readers do not wait for each other.
create table reading_seconds (
  day date not null,
  slot smallint not null check (slot between 0 and 15),
  seconds bigint not null,
  primary key (day, slot)
);

-- Lists of the desk.
create index invoices_by_amount on invoices (gross, issued_at) where issued_at is not null;
create index invoices_by_country on invoices (country, issued_at) where issued_at is not null;
create index subscriptions_past_due on subscriptions (id) where state = 'past-due';
create index declined_attempts on payment_attempts (settled_at, id) where state = 'declined';
-- Postings are appended in the order of time.
create index ledger_by_time on ledger using brin (at);
