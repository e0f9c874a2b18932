-- Where a buyer came from, as the address of the till told it: utmSource, utmMedium, utmContent, utmCampaign, referrer.
alter table carts add column came_from jsonb not null default '{}';
alter table subscriptions add column came_from jsonb not null default '{}';
