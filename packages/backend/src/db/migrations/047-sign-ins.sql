-- Sign-ins as their owner sees them, bearer sessions of apps, the second factor and passkeys.

alter table devices
  -- The owner's name for it; null = what it calls itself.
  add column given_name text check (given_name <> ''),
  -- Null: known since before this was recorded.
  add column created_at timestamptz,
  -- Where it was last used: ISO 3166-1 alpha-2; '' = unknown.
  add column country text not null default '';
update devices set created_at = (select min(created_at) from sessions where sessions.device_id = devices.id);
alter table devices alter column created_at set default now();

alter table sessions
  -- Where it began: ISO 3166-1 alpha-2; '' = unknown.
  add column country text not null default '',
  -- "Firefox · Windows"; '' = begun before this was recorded.
  add column app_name text not null default '',
  -- browser: a cookie; app: bearer tokens; program: an OPDS program that sends a password each time.
  add column kind text not null default 'browser' check (kind in ('browser', 'app', 'program'));
update sessions set kind = 'program' from devices where devices.id = sessions.device_id and devices.vendor_id like 'program-%';

-- Bearer tokens of an app's session; they end with it.
create table session_tokens (
  id bigint generated always as identity primary key,
  session_id bigint not null references sessions on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  -- SHA-256 of a 256-bit token.
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- A refresh token is used once; the second use ends the session.
  used_at timestamptz
);
create index session_tokens_of_session on session_tokens (session_id);
create index session_tokens_by_expiry on session_tokens (expires_at);

-- Second factor by time-based codes (RFC 6238).
create table totp_factors (
  account_id bigint primary key references accounts on delete cascade,
  -- AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag.
  secret bytea not null,
  -- Null until a first code proved that the app has the secret.
  enabled_at timestamptz,
  -- Time step of the last accepted code: each code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Keyed hash.
  code_hash bytea not null,
  used_at timestamptz,
  unique (account_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  credential_id bytea not null unique,
  -- COSE key.
  public_key bytea not null,
  -- Signature counter; stays 0 with passkeys that are synchronised.
  counter bigint not null,
  transports text[] not null default '{}',
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null check (name <> ''),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_account on passkeys (account_id, id);

-- Purposes are listed in domain/accounts/terms.ts alone.
alter table one_time_tokens drop constraint if exists one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose ~ '^[a-z]+(-[a-z]+)*$');

-- "second-factor.enabled": subjects have hyphens, too.
alter table security_events drop constraint if exists security_events_kind_check;
alter table security_events add constraint security_events_kind_check check (kind ~ '^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+$');
