-- A registration waits here, with its own password, until the address is proved: whoever registers an address first owns
-- nothing of the account that its owner gets. `accounts` has the address; several registrations of it may wait.
create table registrations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- argon2id, PHC string.
  password_hash text not null,
  -- SHA-256 of the registration cookie: only in that browser the link of the email brings this password into force.
  -- Null: from before there was a cookie.
  browser_hash bytea,
  region_id integer not null check (region_id between 1 and 4),
  language text not null check (language in ('de', 'en', 'fr')),
  send_newsletter boolean not null default false,
  terms_version text not null,
  platform text not null default 'website',
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_content text not null default '',
  utm_campaign text not null default '',
  referrer text not null default '',
  verification_target text not null default '',
  created_at timestamptz not null default now()
);
create index registrations_of_account on registrations (account_id, id desc);
create unique index registrations_of_browser on registrations (account_id, browser_hash);
create index registrations_age on registrations (created_at);

-- What was agreed to with a registration goes with it, unless its address is proved by it.
alter table consents add column registration_id bigint references registrations on delete cascade;
create index consents_of_registration on consents (registration_id) where registration_id is not null;

-- Nobody knows in which browser these began: their links prove the address, and a new password is chosen then.
insert into registrations (account_id, password_hash, region_id, language, send_newsletter, terms_version, platform,
  utm_source, utm_medium, utm_content, utm_campaign, referrer, verification_target, created_at)
select id, password_hash, region_id, language, send_newsletter, coalesce(terms_version, ''), platform,
  utm_source, utm_medium, utm_content, utm_campaign, referrer, verification_target, created_at
from accounts where verified_at is null and password_hash is not null;
update accounts set password_hash = null where verified_at is null and password_hash is not null;
alter table accounts add constraint accounts_password_of_proved_address check (verified_at is not null or password_hash is null);

-- When somebody signed in first: an email about a new device goes out from the second time on.
alter table accounts add column first_signed_in_at timestamptz;
update accounts set first_signed_in_at = coalesce(verified_at, created_at)
where exists (select from devices where devices.account_id = accounts.id);
