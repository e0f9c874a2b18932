-- What is decided about money in suspense: whose it is, booked, or sent back. What left suspense because it was booked elsewhere
-- is "booked"; "assigned" only names the subscription, and the money stays.
alter table suspense drop constraint suspense_state_check;
update suspense set state = 'booked' where state = 'assigned';
alter table suspense add constraint suspense_state_check check (state in ('open', 'booked', 'returned'));
-- Whose it is, once somebody knows.
alter table suspense add column subscription bigint references subscriptions;
-- The payment that it was booked with.
alter table suspense add column attempt_id uuid references payment_attempts;
create index suspense_of_attempt on suspense (attempt_id) where attempt_id is not null;
create index suspense_of_subscription on suspense (subscription) where subscription is not null;

-- Who decided what, when and why. Only added to.
create table suspense_acts (
  id bigint generated always as identity primary key,
  suspense_id bigint not null references suspense,
  -- assigned: its subscription is named; booked: it left suspense; return-requested: it is to go back; returned: it went back;
  -- return-failed: the provider refused that.
  act text not null check (act in ('assigned', 'booked', 'return-requested', 'returned', 'return-failed')),
  -- Name of the operator who decided; "kiosk" for what happens by itself.
  actor text not null check (actor <> ''),
  -- In the words of who decided.
  why text not null,
  -- Where it was booked, names and numbers only: { "contract": "V-000042", "invoice": "2026-000007", "account": "other-income" }.
  details jsonb not null default '{}',
  at timestamptz not null
);
create index acts_of_suspense on suspense_acts (suspense_id);
create trigger suspense_acts_stay before update or delete on suspense_acts for each row execute function never_changed();
create trigger suspense_acts_are_kept before truncate on suspense_acts for each statement execute function never_truncated();
