-- A reader lets the staff look at the account for a time (ADR-0220).

-- The staff asked the reader for it.
create table support_requests (
  -- Made by the browser, so that a repeated request sends one e-mail.
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Name of the member of staff.
  author text not null,
  asked_at timestamptz not null
);
create index support_requests_of_account on support_requests (account_id, asked_at desc);

-- The reader agreed: until `ends_at`, or until it was ended before.
create table support_grants (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  granted_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  check (ends_at > granted_at and ends_at <= granted_at + interval '30 minutes'),
  check (ended_at <= ends_at)
);
create index support_grants_of_account on support_grants (account_id, ends_at desc);

-- A member of staff looked, in one session of the desk; without the session the view has ended.
create table support_views (
  id bigint generated always as identity primary key,
  grant_id bigint not null references support_grants on delete cascade,
  staff_session_id bigint references staff_sessions on delete set null,
  -- Name of the member of staff.
  author text not null,
  opened_at timestamptz not null,
  looked_at timestamptz not null,
  unique (grant_id, staff_session_id)
);
create index support_views_of_session on support_views (staff_session_id);
