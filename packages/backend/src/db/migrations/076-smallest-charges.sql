-- No provider charges less; what is left of an old voucher for less is waived. Those that are there stay as they are.
alter table vouchers add constraint vouchers_price_can_be_charged check (price = 0 or price >= 50) not valid;
