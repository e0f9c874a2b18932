-- Codes of the demonstration go with it; an operator's own of the same name stay.
alter table promo_codes add column demonstration boolean not null default false;
