-- People who read: accounts, how they come in, what they agreed to.
create table accounts (
  id bigint generated always as identity primary key,
  -- As it was typed; compared without case. At most 254 characters.
  email text not null check (length(email) between 3 and 254),
  -- argon2id, PHC string; null = comes in another way.
  password_hash text,
  firstname text not null default '',
  lastname text not null default '',
  age_group_id integer,
  gender_id integer,
  federal_state_id integer,
  -- Market of the account (ADR-0171): where it registered, until a confirmed change.
  region_id integer not null check (region_id between 1 and 4),
  language text not null check (language in ('de', 'en', 'fr')),
  send_newsletter boolean not null default false,
  -- A newsletter goes out only after this (ADR-0171).
  newsletter_confirmed_at timestamptz,
  send_release_newsletter boolean not null default false,
  allow_age_restricted boolean not null default false,
  facebook_id text unique,
  apple_id text unique,
  -- When the address was proved; null = not yet.
  verified_at timestamptz,
  -- Edition of the terms that was accepted; null = none yet (other ways in).
  terms_version text,
  platform text not null default 'website',
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_content text not null default '',
  utm_campaign text not null default '',
  referrer text not null default '',
  -- Path of our own where the reader wanted to go when registering.
  verification_target text not null default '',
  -- Mail came back: nothing but what was just asked for is sent there.
  mail_bounced_at timestamptz,
  demonstration boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index accounts_by_email on accounts (lower(email));

-- What somebody agreed to, or took back: proof, in the order it happened.
create table consents (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('terms', 'newsletter', 'releases', 'age-restricted', 'region')),
  given boolean not null,
  -- Edition or wording agreed to; for a region "1 to 3".
  wording text not null default '',
  at timestamptz not null default now()
);
create index consents_of_account on consents (account_id, id);

create table devices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- The `device` cookie of a browser, or what an app calls itself (ADR-0171).
  vendor_id text not null check (length(vendor_id) between 1 and 100),
  name text not null,
  last_access timestamptz not null default now(),
  -- Last time it opened an issue: what the tier's limit counts.
  last_reading_at timestamptz,
  unique (account_id, vendor_id)
);

create table sessions (
  id bigint generated always as identity primary key,
  -- SHA-256 of the 256-bit token in the cookie.
  token_hash bytea not null unique,
  account_id bigint not null references accounts on delete cascade,
  device_id bigint references devices on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Kept for 30 days; false = ends with the browser, or a day after its last use.
  remembered boolean not null default false,
  -- Last time a password was given in this session: what a change of address asks for (ADR-0171).
  password_at timestamptz
);
create index sessions_of_account on sessions (account_id);
create index sessions_of_device on sessions (device_id);
create index sessions_age on sessions (expires_at);

-- Links in mails and hand-overs between programs: each used once, each with an end.
create table one_time_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in
    ('verification', 'email', 'recovery', 'terms', 'session', 'sso', 'social', 'identity', 'unsubscribe')),
  account_id bigint references accounts on delete cascade,
  -- What the purpose needs: the new address, the provider's nonce.
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_of_account on one_time_tokens (account_id, purpose);
create index tokens_age on one_time_tokens (expires_at);

create table favourites (
  account_id bigint not null references accounts on delete cascade,
  title_id bigint not null references titles on delete cascade,
  at timestamptz not null default now(),
  primary key (account_id, title_id)
);
create index favourites_of_title on favourites (title_id);

-- Paid contracts. A row with an open end, or one in the future, is active.
create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- domain/subscriptions/tariffs.ts
  subscription_id integer not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz
);
create index subscriptions_of_account on subscriptions (account_id, starts_at desc);

create table promo_codes (
  code text primary key check (code = upper(code) and code ~ '^[A-Z0-9-]{3,40}$'),
  -- { "de": …, "en": …, "fr": … }
  titles jsonb not null,
  -- In which markets; null = all.
  region_ids integer[],
  redeemable_from timestamptz not null default now(),
  redeemable_until timestamptz not null,
  -- How long a redeemed code opens ad-free reading. Days.
  days integer not null check (days > 0),
  -- How many accounts may redeem it; null = any number.
  most integer check (most > 0),
  redeemed integer not null default 0 check (most is null or redeemed <= most)
);
create table promo_redemptions (
  account_id bigint not null references accounts on delete cascade,
  code text not null references promo_codes,
  redeemed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, code)
);

create table feedback (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null,
  title text not null,
  content text not null,
  at timestamptz not null default now()
);

-- Reports of our own programs' faults: kept as sent, never unpacked.
create table crash_reports (
  id bigint generated always as identity primary key,
  device text not null,
  os text not null,
  app text not null,
  exception text not null,
  zip_log text not null,
  at timestamptz not null default now()
);

-- A new address waits here until its link is used (ADR-0171).
create table address_changes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null check (length(email) between 3 and 254),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index address_changes_of_account on address_changes (account_id, id desc);

-- Where to say goodbye once an account is erased; the row goes when the mail has.
create table partings (
  id bigint generated always as identity primary key,
  email text not null,
  firstname text not null,
  language text not null,
  at timestamptz not null default now()
);
