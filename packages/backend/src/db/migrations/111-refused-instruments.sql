-- The provider's name of a card's or an account's number: the same for everybody who leaves it. Null = from before this.
alter table payment_methods add column fingerprint text;

-- Cards and accounts that are not accepted for a while: a first debit failed, an account is closed, a charge was disputed or a
-- debit returned. Nobody's: the number itself is never ours, and the row names no account.
create table refused_instruments (
  id bigint generated always as identity primary key,
  provider text not null,
  fingerprint text not null,
  reason text not null,
  at timestamptz not null,
  until timestamptz not null check (until > at)
);
create index refused_instruments_by_fingerprint on refused_instruments (provider, fingerprint, until);
