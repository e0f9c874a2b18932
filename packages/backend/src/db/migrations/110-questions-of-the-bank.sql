-- A renewal waits for the reader: the bank wants an answer. Its attempt is in "action", and `action` is null until somebody asks.
alter table payment_attempts
  -- Until when the reader may answer; null = a purchase, whose buyer is at the screen.
  add column answer_by timestamptz,
  -- When the next e-mail about it goes out; null = none.
  add column remind_at timestamptz,
  -- How many steps of the schedule are done.
  add column reminders smallint not null default 0;
create index attempts_to_remind on payment_attempts (remind_at) where remind_at is not null;
create index attempts_that_wait on payment_attempts (answer_by) where state = 'action' and answer_by is not null;
-- Those that were asked before this: three days are what they had.
update payment_attempts set answer_by = created_at + interval '3 days' where state = 'action' and initiator = 'merchant';
