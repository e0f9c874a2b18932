-- What stays of a redeemed voucher when its account is erased: a keyed hash of the address or of the payment data with the
-- offer, so that nobody gets an offer for new readers again and again. It names nobody, and goes after two years.
create table voucher_traces (
  id bigint generated always as identity primary key,
  trace bytea not null unique,
  at timestamptz not null
);
create index voucher_traces_by_age on voucher_traces (at);
