-- Events that are not processed yet: none or a few of hundreds of thousands, looked for every minute.
drop index concurrently if exists provider_events_left;
create index concurrently provider_events_left on provider_events (received_at) where processed_at is null;
