-- The plan that a contract has from its next period on, as the operator decided, with its price from then on: minor units per
-- 30 days (ADR-0100). Changed under the lock of the subscription.
create table planned_plans (
  contract bigint primary key references subscriptions,
  plan_id integer not null,
  price integer not null check (price > 0),
  act_id uuid not null references contract_acts deferrable initially deferred
);
create index planned_plans_of_act on planned_plans (act_id);
