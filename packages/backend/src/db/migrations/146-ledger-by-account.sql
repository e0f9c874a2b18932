-- The comparison of books reads the cash of one provider from a day on, every night: without this it reads the whole ledger.
create index ledger_of_account on ledger (account, at);
-- Whether a movement was listed before the days that are looked at.
create index provider_entries_of_reference on provider_entries (reference);
