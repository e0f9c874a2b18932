-- People who run the newsstand at the desk (ADR-0199). They are not readers: these accounts share nothing with `accounts`.
create table staff (
  id bigint generated always as identity primary key,
  -- Lower case.
  email text not null unique,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'care', 'finance', 'auditor')),
  language text not null check (language in ('de', 'en', 'fr')),
  created_at timestamptz not null,
  -- A link that sets up the ways to sign in. SHA-256; null = none waits.
  invitation_hash bytea unique,
  invitation_expires_at timestamptz,
  -- Null: the first invitation has not been accepted.
  joined_at timestamptz,
  disabled_at timestamptz,
  password_hash text,
  -- Encrypted with the app secret.
  totp_secret bytea,
  totp_enabled_at timestamptz,
  totp_last_step bigint not null default 0,
  check ((invitation_hash is null) = (invitation_expires_at is null)),
  -- A password alone does not sign in.
  check (password_hash is null or totp_secret is not null)
);

create table staff_recovery_codes (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  unique (staff_id, code_hash)
);

create table staff_passkeys (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id);

create table staff_sessions (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When the identity was last proved in this session.
  confirmed_at timestamptz not null,
  address text not null,
  device text not null
);
create index staff_sessions_of_staff on staff_sessions (staff_id);
