-- What an operator did to a contract: who, why, when, and what it changed (ADR-0100). Rows are only ever added.
create table contract_acts (
  -- Given by whoever asks: an act is carried out once, however often it is asked for.
  id uuid primary key,
  -- Their order.
  sequence bigint generated always as identity unique,
  contract bigint not null references subscriptions,
  -- See ActKind in payments/contract-acts/perform-act.ts.
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- Who did it: the operator's name on the machine, or at the desk.
  actor text not null,
  why text not null,
  at timestamptz not null,
  -- What it changed; amounts in minor units, times as ISO 8601.
  details jsonb not null
);
create index contract_acts_of_contract on contract_acts (contract, sequence);
create trigger contract_acts_stay before update or delete on contract_acts for each row execute function never_changed();
create trigger contract_acts_are_kept before truncate on contract_acts for each statement execute function never_truncated();

-- Contracts that the operator ends at a time to come. Changed under the lock of the subscription.
create table planned_ends (
  contract bigint primary key references subscriptions,
  ends_at timestamptz not null,
  refund text not null check (refund in ('pro-rata', 'whole', 'none')),
  act_id uuid not null references contract_acts deferrable initially deferred
);
create index planned_ends_due on planned_ends (ends_at);
create index planned_ends_of_act on planned_ends (act_id);
