-- Money of a charge that its owner or a bank took back, by the provider's name of it: a dispute of a card, a debit returned.
create table disputes (
  id bigint generated always as identity primary key,
  provider text not null,
  reference text not null,
  attempt_id uuid not null references payment_attempts,
  code text not null check (code in ('returned', 'disputed')),
  -- In the provider's words.
  reason text not null default '',
  -- Minor units of the attempt's currency.
  amount integer not null check (amount > 0),
  -- taken: the money is gone; won: it came back.
  state text not null default 'taken' check (state in ('taken', 'won')),
  -- False: the money came and went before we heard of it, and nothing of it is in the ledger.
  booked boolean not null default true,
  -- Its contract ended because of it, and runs on when the dispute is won in time.
  ended_contract boolean not null default false,
  taken_at timestamptz not null,
  won_at timestamptz,
  unique (provider, reference),
  check ((state = 'won') = (won_at is not null))
);
create index disputes_of_attempt on disputes (attempt_id);
-- What was credited for a dispute, and the invoices that take the credit back when it is won.
create table dispute_invoices (
  invoice_id bigint primary key references invoices,
  dispute_id bigint not null references disputes
);
create index dispute_invoices_of_dispute on dispute_invoices (dispute_id);

-- The dispute that took the money which this refund was to give back; it is owed again when the dispute is won.
alter table refunds add column dispute_id bigint references disputes;
create index refunds_of_dispute on refunds (dispute_id) where dispute_id is not null;
create index refunds_of_provider on refunds (provider_reference) where provider_reference is not null;

-- Whether something of an attempt's money went back twice.
create index ledger_losses_of_attempt on ledger (attempt_id) where account = 'losses';

-- Money that went back before disputes had rows; the provider's name of it is not known. The next message adopts the row.
insert into disputes (provider, reference, attempt_id, code, reason, amount, booked, taken_at)
  select a.provider, 'of attempt ' || a.id, a.id, a.decline_code, coalesce(a.decline_text, ''), a.amount,
    exists (select from ledger l where l.attempt_id = a.id and l.account = 'cash:' || a.provider and l.amount < 0 and l.refund_id is null),
    coalesce((select max(l.at) from ledger l where l.attempt_id = a.id and l.amount < 0 and l.refund_id is null
      and l.account = 'cash:' || a.provider), a.settled_at, a.created_at)
  from payment_attempts a where a.decline_code in ('returned', 'disputed') and a.amount > 0;
insert into dispute_invoices (invoice_id, dispute_id)
  select distinct on (n.id) n.id, d.id from disputes d join ledger l on l.attempt_id = d.attempt_id
    and l.account = 'cash:' || d.provider and l.amount < 0 and l.refund_id is null
    join invoices n on n.id = l.invoice_id and n.kind = 'credit-note' order by n.id;
