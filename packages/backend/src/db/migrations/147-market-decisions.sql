-- What operators decided about accounts whose country the evidence does not show (ADR-0146). The last row of an account and
-- a country counts. Rows are only added; they go with the account.
create table market_decisions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The country that may be sold into, or may not. ISO 3166-1 alpha-2.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- allow: sold by this alone; refuse: not sold whatever else is known; clear: the evidence decides again.
  decision text not null check (decision in ('allow', 'refuse', 'clear')),
  -- The operator's name on the machine, and the reason in the operator's words.
  actor text not null check (actor <> ''),
  why text not null check (why <> ''),
  at timestamptz not null
);
create index market_decisions_of_account on market_decisions (account_id, country, id desc);
create trigger market_decisions_stay before update on market_decisions for each row execute function never_changed();

-- An operator's allowance is evidence of its own, and is kept with its reason after the account is gone.
alter table invoice_evidence drop constraint invoice_evidence_piece_check;
alter table invoice_evidence add constraint invoice_evidence_piece_check
  check (piece in ('market', 'network', 'method', 'operator'));
alter table invoice_evidence add column actor text;
alter table invoice_evidence add column why text;
alter table invoice_evidence add constraint invoice_evidence_reason_check
  check ((piece = 'operator') = (actor is not null) and (actor is null) = (why is null));
