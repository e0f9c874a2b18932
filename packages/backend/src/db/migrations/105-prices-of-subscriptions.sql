-- A subscription keeps the price that it was sold at (ADR-0105).
alter table subscriptions
  -- Minor units per 30 days, tax included, once its reduced charges are over.
  add column regular_price integer check (regular_price > 0),
  -- What was announced for `announced_for`, minor units; null: nothing was.
  add column announced_amount integer check (announced_amount >= 0);

create function pg_temp.listed(tariff integer, day date) returns integer language sql as $$
  select coalesce(
    (select price from prices where subscription_id = tariff and valid_from <= day order by valid_from desc limit 1),
    -- What was shipped when this was written.
    (select price from (values (10, 999), (2, 1999), (3, 799), (5, 1499), (6, 1990), (8, 2990), (9, 999)) as shipped (id, price)
      where id = tariff))
$$;

-- What the wallet charges by its plan, else what was paid last without a reduction, else the list price of the day on which it
-- was bought.
update subscriptions s set regular_price = coalesce(
  (select w.regular_price from wallet_approvals w where w.contract_id = s.id),
  (select p.price from periods p where p.subscription = s.id and not p.reduced and p.state in ('paid', 'refunded') and p.price > 0
    order by p.sequence desc limit 1),
  pg_temp.listed(s.subscription_id, (s.created_at at time zone 'Europe/Vienna')::date));
-- Debits that were announced until now named the list price of their day. One that is lower now is announced again.
update subscriptions s set announced_amount = case when reduced_left > 0 and reduced_price is not null then reduced_price
    else pg_temp.listed(s.subscription_id, (s.announced_for at time zone 'Europe/Vienna')::date) end
  where announced_for is not null;

alter table subscriptions alter column regular_price set not null;
drop function pg_temp.listed(integer, date);
