-- A new price for running subscriptions of a plan, and what each reader was told of it (ADR-0105).
create table price_campaigns (
  id bigint generated always as identity primary key,
  plan_id integer not null,
  -- Minor units per 30 days, tax included.
  price integer not null check (price > 0),
  -- Renewals from this day on, in Vienna.
  from_day date not null,
  -- consent: who agrees pays it; object: who does not cancel pays it; lower: it is less, and nobody is asked.
  rule text not null check (rule in ('consent', 'object', 'lower')),
  -- What becomes of the subscription of who does not agree, where consent is asked: it ends, or keeps its price.
  without_consent text not null check (without_consent in ('end', 'keep')),
  created_at timestamptz not null,
  -- Nobody is told any more.
  closed_at timestamptz,
  -- Whoever was told and does not pay it yet keeps the price of before, and is told so.
  stopped_at timestamptz
);
create unique index one_open_campaign_a_plan on price_campaigns (plan_id) where closed_at is null;

create table price_notices (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references price_campaigns,
  contract_id bigint not null references subscriptions,
  old_price integer not null check (old_price > 0),
  new_price integer not null check (new_price > 0),
  -- The first charge at the new price; null until the e-mail is written that names it.
  effective_at timestamptz,
  -- When the mail server took the e-mail: a higher price holds for nobody who was not told.
  told_at timestamptz,
  -- Whether the new price holds from then on: not while a consent is missing.
  applies boolean not null,
  -- Where it does not apply then, the subscription is not renewed.
  ends boolean not null,
  created_at timestamptz not null,
  agreed_at timestamptz,
  stopped_at timestamptz,
  unique (campaign_id, contract_id)
);
create index price_notices_of_contract on price_notices (contract_id);
