-- Campaigns as they are written at the desk, before they are published or published again (ADR-0238).
create table campaign_drafts (
  -- That of the campaign, published or not.
  key text primary key check (key ~ '^[a-z0-9][a-z0-9-]{1,59}$'),
  -- May be incomplete: the schema applies when it is published.
  campaign jsonb not null,
  -- Increases with each change, so that two people do not overwrite each other.
  revision integer not null default 1,
  changed_at timestamptz not null
);
