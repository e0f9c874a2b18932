-- Whether bank or payer took back a payment, which ended the subscription or its renewal. Servers of the version before do not set it;
-- their e-mails and pages compare times of disputes instead.
alter table subscriptions add column stopped_by_return boolean not null default false;
-- Until now, a return and the cancellation that it caused were recorded within the same second.
update subscriptions s set stopped_by_return = true
  from invoices i join payment_attempts a on a.invoice_id = i.id
    join (select attempt_id, taken_at as at, ended_subscription from disputes
      union all select attempt_id, noted_at, false from wallet_returns where booked > 0) r on r.attempt_id = a.id
  where i.subscription_id = s.id and not s.auto_renew
    and (r.ended_subscription and s.cancelled_at is null
      or s.cancelled_at between r.at - interval '5 seconds' and r.at + interval '5 seconds');
