-- Security events: sign-ins, changed credentials, limits. Append-only; readers see theirs, the operator sees all.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- See SecurityEventKind in session/security-events.ts.
  kind text not null check (kind ~ '^[a-z]+(\.[a-z-]+)+$'),
  -- Null: nobody's account, or an erased one.
  account_id bigint references accounts on delete set null,
  -- Keyed hash of the network (IPv4 address or IPv6 /64): groups events of one origin without storing an address.
  network_hash text not null default '',
  -- ISO 3166-1 alpha-2; '' = unknown.
  country text not null default '',
  -- "Firefox · Windows".
  device_name text not null default '',
  -- Numbers and fixed words only; never an address, a name or a token.
  details jsonb not null default '{}'
);
create index security_events_of_account on security_events (account_id, id desc) where account_id is not null;
create index security_events_by_kind on security_events (kind, at);
create index security_events_by_time on security_events (at);

create function security_events_are_append_only() returns trigger language plpgsql as $$
begin
  -- Erasing an account detaches its events.
  if tg_op = 'UPDATE' and new.account_id is null
    and (new.id, new.at, new.kind, new.network_hash, new.country, new.device_name, new.details)
      = (old.id, old.at, old.kind, old.network_hash, old.country, old.device_name, old.details) then
    return new;
  end if;
  -- Housekeeping deletes events at the end of their retention; see RETENTION_DAYS in jobs/housekeeping.ts.
  if tg_op = 'DELETE' and old.at < now() - interval '364 days' then
    return old;
  end if;
  raise exception 'security_events is append-only';
end $$;
create trigger security_events_append_only before update or delete on security_events
  for each row execute function security_events_are_append_only();
