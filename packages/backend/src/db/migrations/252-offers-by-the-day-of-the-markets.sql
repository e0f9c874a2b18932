-- Vouchers and promo codes have a first and a last day. They were stored as days in UTC, and are days in Vienna now: the same
-- day, which begins one or two hours earlier. A moment that is no midnight was not typed as a day: codes that were ended.
update vouchers set redeemable_from = (redeemable_from at time zone 'UTC') at time zone 'Europe/Vienna'
where redeemable_from = date_trunc('day', redeemable_from, 'UTC');
update vouchers set redeemable_until = (redeemable_until at time zone 'UTC') at time zone 'Europe/Vienna'
where redeemable_until = date_trunc('day', redeemable_until, 'UTC');
update promo_codes set redeemable_from = (redeemable_from at time zone 'UTC') at time zone 'Europe/Vienna'
where redeemable_from = date_trunc('day', redeemable_from, 'UTC');
update promo_codes set redeemable_until = (redeemable_until at time zone 'UTC') at time zone 'Europe/Vienna'
where redeemable_until = date_trunc('day', redeemable_until, 'UTC');
