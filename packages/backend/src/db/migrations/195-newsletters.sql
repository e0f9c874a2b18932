-- Newsletters: written at the desk, sent once to each reader who confirmed to get them (ADR-0214).
create table newsletters (
  id bigint generated always as identity primary key,
  -- Shown at the desk only.
  name text not null check (name <> ''),
  -- `draft` may be changed. `scheduled` begins at `starts_at`. `stopped` and `sent` are final.
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  -- Language for readers whose language has no text; null: they do not get it.
  fallback_language text check (fallback_language in ('de', 'en', 'fr')),
  -- Whom it is for; an empty list stands for all.
  languages text[] not null default '{}',
  markets integer[] not null default '{}',
  tiers text[] not null default '{}',
  -- Readers who follow one of these titles.
  title_ids bigint[] not null default '{}',
  messages_per_minute integer not null check (messages_per_minute > 0),
  starts_at timestamptz,
  -- Increases with each change of the text, so that two editors do not overwrite each other.
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The selection of readers continues after this account; `selected_at`: it is complete.
  selected_up_to bigint not null default 0,
  selected_at timestamptz,
  selected integer not null default 0,
  -- The run that sends now, until `run_alive_until`. By the clock of the database, as `next_message_at` is.
  run_id uuid,
  run_alive_until timestamptz,
  -- When the next message may be sent.
  next_message_at timestamptz
);

create table newsletter_texts (
  newsletter_id bigint not null references newsletters on delete cascade,
  language text not null check (language in ('de', 'en', 'fr')),
  subject text not null,
  -- Shown by mail programs next to the subject.
  preheader text not null default '',
  -- Markdown.
  body text not null,
  button_label text not null default '',
  button_address text not null default '',
  primary key (newsletter_id, language)
);

-- Issues and titles below the text, in order.
create table newsletter_featured (
  newsletter_id bigint not null references newsletters on delete cascade,
  position integer not null,
  -- One of them.
  issue_id bigint references all_issues on delete cascade,
  title_id bigint references titles on delete cascade,
  primary key (newsletter_id, position),
  check ((issue_id is null) <> (title_id is null))
);
create index newsletter_featured_issue on newsletter_featured (issue_id) where issue_id is not null;
create index newsletter_featured_title on newsletter_featured (title_id) where title_id is not null;

create table newsletter_recipients (
  id bigint generated always as identity primary key,
  newsletter_id bigint not null references newsletters on delete cascade,
  -- Null: the account was erased.
  account_id bigint references accounts on delete set null,
  -- The consent that permits it.
  consent_id bigint references consents on delete set null,
  -- Of the text.
  language text not null check (language in ('de', 'en', 'fr')),
  -- `sending`: handed to the mail server, no answer yet. `uncertain`: the answer was lost, so it may have arrived.
  -- `skipped`: unsubscribed, undeliverable or closed since the selection.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'uncertain', 'failed', 'skipped')),
  -- Run that sends or sent it.
  run_id uuid,
  attempts integer not null default 0,
  -- A further attempt, not before this.
  retry_at timestamptz,
  sent_at timestamptz,
  bounced_at timestamptz,
  -- Unsubscribed by the link of this message.
  unsubscribed_at timestamptz,
  unique (newsletter_id, account_id)
);
create index newsletter_recipients_waiting on newsletter_recipients (newsletter_id, id) where state = 'waiting';
create index newsletter_recipients_state on newsletter_recipients (newsletter_id, state);
-- For the figures.
create index newsletter_recipients_left on newsletter_recipients (newsletter_id)
  where bounced_at is not null or unsubscribed_at is not null;
create index newsletter_recipients_account on newsletter_recipients (account_id);
create index newsletter_recipients_consent on newsletter_recipients (consent_id);

-- Readers who confirmed the newsletter: the selection reads these only.
create index accounts_newsletter on accounts (id)
  where send_newsletter and newsletter_confirmed_at is not null and verified_at is not null and mail_bounced_at is null
    and deactivated_at is null and erasure_requested_at is null;
