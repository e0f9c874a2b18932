/** Tables of the wallet in the sandbox's file. Amounts are in minor units, times in milliseconds. */
export const WALLET_SCHEMA = `
-- What a call with a PayPal-Request-Id has made: repeating the id makes nothing new.
create table if not exists wallet_requests (key text primary key, made text not null);
create table if not exists wallet_plans (
  id text primary key, product text not null, name text not null, status text not null, cycles text not null,
  preferences text not null, created_at integer not null
);
create table if not exists wallet_subscriptions (
  id text primary key, token text not null unique, plan text not null, custom_id text, quantity text not null, cycles text,
  status text not null, language text not null, merchant text, payer text, answer text, reason text,
  started_at integer, activates_at integer, next_at integer, retry_at integer,
  cycles_done integer not null default 0, failed integer not null default 0,
  -- told_at is the time that the merchant sees: never later than the real time.
  created_at integer not null, told_at integer not null, updated_at integer not null
);
create index if not exists wallet_subscriptions_by_plan on wallet_subscriptions (plan, told_at);
-- Country of the payer's address, if the wallet knows it.
create table if not exists wallet_addresses (subscription text primary key, country text not null);
create table if not exists wallet_charges (
  id text primary key, subscription text not null, amount integer not null, currency text not null, status text not null,
  ends_at integer, becomes text, at integer not null, told_at integer not null
);
create index if not exists wallet_charges_by_subscription on wallet_charges (subscription, at);
create index if not exists wallet_charges_under_way on wallet_charges (ends_at) where ends_at is not null;
-- Amounts of a charge that were given back (negative), or that the merchant got back (positive).
create table if not exists wallet_returns (
  id text primary key, charge text not null, kind text not null, undoes text, amount integer not null, currency text not null,
  told_at integer not null
);
create index if not exists wallet_returns_by_charge on wallet_returns (charge);
create table if not exists wallet_disputes (
  id text primary key, charge text not null, status text not null, outcome text, taken text not null, amount integer not null,
  currency text not null, created_at integer not null, updated_at integer not null
);
create table if not exists wallet_deliveries (
  id integer primary key, body text not null, tries integer not null default 0, due_at integer not null
);
create index if not exists wallet_deliveries_due on wallet_deliveries (due_at);
`
