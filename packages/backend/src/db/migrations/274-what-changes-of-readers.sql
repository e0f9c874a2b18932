-- The notification `readers` names the account of which something has changed that its pages show or depend on (ADR-0319): servers
-- then drop what they keep of it. In the transaction of the change, whichever program makes it. Empty: of any account.
-- Reading places are not notified when they are written, because that happens all the time and such commits wait for each other:
-- servers ask for the latest ones.
create function reader_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform pg_notify('readers', coalesce(new.account_id::text, '')); end if;
  if tg_op <> 'INSERT' then perform pg_notify('readers', coalesce(old.account_id::text, '')); end if;
  return null;
end $$;

create function account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('readers', old.id::text);
  return null;
end $$;

create function any_reader_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('readers', '');
  return null;
end $$;

create trigger readers_of_accounts_updated after update on accounts
  for each row when (old.* is distinct from new.*) execute function account_changed();
create trigger readers_of_accounts_deleted after delete on accounts
  for each row execute function account_changed();

-- A session that is used or extended shows nothing else; one that has expired is over anyway.
create trigger readers_of_sessions_updated after update on sessions
  for each row when (new.expires_at < old.expires_at or (old.account_id, old.token_hash) is distinct from (new.account_id, new.token_hash))
  execute function reader_changed();
create trigger readers_of_sessions_deleted after delete on sessions
  for each row when (old.expires_at > now()) execute function reader_changed();

create trigger readers_of_subscriptions_updated after update on subscriptions
  for each row when (old.* is distinct from new.*) execute function reader_changed();
create trigger readers_of_subscriptions_changed after insert or delete on subscriptions
  for each row execute function reader_changed();

create trigger readers_of_promotions_changed after insert or update or delete on promo_redemptions
  for each row execute function reader_changed();
create trigger readers_of_promo_codes_updated after update on promo_codes
  for each row when (old.titles is distinct from new.titles) execute function any_reader_changed();

create trigger readers_of_support_changed after insert or update or delete on support_grants
  for each row execute function reader_changed();

create trigger readers_of_addresses_changed after insert or update or delete on address_changes
  for each row execute function reader_changed();

create trigger readers_of_favourites_changed after insert or update or delete on favourites
  for each row execute function reader_changed();

create trigger readers_of_places_deleted after delete on reading_places
  for each row execute function reader_changed();
