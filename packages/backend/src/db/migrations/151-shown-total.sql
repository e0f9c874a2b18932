-- What the order button showed as the total when the wording was accepted, in minor units; null where the client does not say it.
alter table withdrawal_acceptances add column shown_total integer check (shown_total >= 0);
