-- Events that are old enough to be deleted, looked for every minute.
drop index concurrently if exists provider_events_by_age;
create index concurrently provider_events_by_age on provider_events (received_at);
