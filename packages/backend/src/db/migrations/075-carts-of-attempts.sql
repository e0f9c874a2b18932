-- The cart that an attempt pays is looked for, and locked, whenever an attempt of a purchase ends.
create index carts_of_attempts on carts (attempt_id) where attempt_id is not null;
