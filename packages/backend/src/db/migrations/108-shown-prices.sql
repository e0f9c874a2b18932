-- The regular price that a cart showed last, minor units, and when: what was shown is what is bought at.
alter table carts
  add column shown_price integer check (shown_price > 0),
  add column shown_at timestamptz;
