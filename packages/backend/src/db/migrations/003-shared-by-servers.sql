-- What servers on one database count together: requests by (hashed) address. Lost in a crash, and no harm done.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expired on rate_limits (expire);

-- A title's place on the shelf and its recommendations are part of cached answers too.
create trigger recommendations_changed after insert or update or delete on readers_also_read
  for each statement execute function catalogue_changed();
create trigger categories_changed after insert or update or delete on categories
  for each statement execute function catalogue_changed();
create trigger categorised after insert or update or delete on title_categories
  for each statement execute function catalogue_changed();
create trigger subscribed after insert or update or delete on title_subscriptions
  for each statement execute function catalogue_changed();
create trigger related_changed after insert or update or delete on related_issues
  for each statement execute function catalogue_changed();
create trigger advertisements_changed after insert or update or delete on house_advertisements
  for each statement execute function catalogue_changed();
