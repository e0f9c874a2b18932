-- Money that a provider reports and that belongs to nothing we know. It stays here, and in the ledger's account "suspense",
-- until it is assigned to something or returned.
create table suspense (
  id bigint generated always as identity primary key,
  provider text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'payout', 'other')),
  -- The provider's own name of the movement.
  reference text not null,
  -- Minor units: positive came to us, negative left us.
  amount integer not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- When the provider moved it.
  at timestamptz not null,
  -- Why it could not be booked, a fixed word; see SuspenseReason in payments/suspense.ts.
  reason text not null check (reason ~ '^[a-z]+(-[a-z]+)*$'),
  -- Names that help to find the owner: { "subscription": …, "approval": … }; never a person's name or address.
  details jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'assigned', 'returned')),
  found_at timestamptz not null default now(),
  -- It is to go back: the provider is asked under `return_id` until it answers.
  return_id uuid unique,
  return_requested_at timestamptz,
  return_sent_at timestamptz,
  -- The provider's name of the refund.
  return_reference text,
  -- The provider refused to return it: somebody has to decide.
  return_failed_at timestamptz,
  resolved_at timestamptz,
  -- What was decided, in the operator's words.
  resolution text not null default '',
  unique (provider, kind, reference),
  check ((state = 'open') = (resolved_at is null)),
  check ((return_id is null) = (return_requested_at is null))
);
create index suspense_open on suspense (at) where state = 'open';

-- The cash that is in suspense; reconciliation finds it by the provider's name of the movement.
alter table ledger add column suspense_id bigint references suspense;
create index ledger_of_suspense on ledger (suspense_id) where suspense_id is not null;

-- What the operator has to look at. One alarm for each kind and subject while it is open; the operator gets one e-mail.
create table operator_alarms (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  -- What it is about: "paypal charge 4XY…", "plan P-2".
  subject text not null,
  -- Numbers and fixed words only; never a person's name or address.
  details jsonb not null default '{}',
  raised_at timestamptz not null default now(),
  cleared_at timestamptz
);
create unique index one_open_alarm on operator_alarms (kind, subject) where cleared_at is null;
