-- Campaign pages that an operator imported; those that come with the house are the website's own.
create table campaign_pages (
  -- First segment of the page's path.
  key text primary key check (key ~ '^[a-z0-9][a-z0-9-]{1,59}$'),
  -- As the data file said it, checked by the schema (domain/campaigns/campaign-input.ts); its HTML sanitised.
  campaign jsonb not null,
  imported_at timestamptz not null default now()
);
create trigger campaign_pages_changed after insert or update or delete on campaign_pages
  for each statement execute function catalogue_changed();
