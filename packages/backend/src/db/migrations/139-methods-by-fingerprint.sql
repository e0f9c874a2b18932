-- Whether a card or account has had an offer before is asked whenever a cart with one is shown.
create index methods_by_fingerprint on payment_methods (fingerprint) where fingerprint is not null;
