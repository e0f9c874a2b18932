-- What providers' own lists of their balances say: every entry once, as it stands there. Fees, payouts and exchanges are booked
-- from here, so that the account "cash:PROVIDER" of the ledger is what the provider holds for us.
create table provider_entries (
  id bigint generated always as identity primary key,
  provider text not null,
  -- The provider's own name of the entry.
  entry text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'exchange', 'other')),
  -- The provider's name of what moved, and of the charge that a refund or dispute is of.
  reference text not null,
  charge text,
  -- As it stands in the balance, before its fee. Minor units.
  amount integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- What the provider kept for it, in the same currency; negative: it gave a fee back.
  fee integer not null,
  at timestamptz not null,
  noted_at timestamptz not null,
  unique (provider, entry)
);
create trigger provider_entries_stay before update or delete on provider_entries for each row execute function never_changed();
create trigger provider_entries_are_kept before truncate on provider_entries for each statement execute function never_truncated();

-- The entry that a fee, payout or exchange was booked from.
alter table ledger add column entry_id bigint references provider_entries;
create index ledger_of_entry on ledger (entry_id) where entry_id is not null;
