-- Checkouts that ended on the failed page, counted for the operator: nothing in it says whose. The id is that of the attempt
-- where there was one, so that each counts once however often its page is opened.
create table unsuccessful_checkouts (
  id uuid primary key,
  at timestamptz not null,
  reason text not null,
  -- null: there was no cart, or nobody knows which.
  tariff integer
);
create index unsuccessful_checkouts_by_time on unsuccessful_checkouts (at);
