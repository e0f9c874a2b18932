-- Where a buyer is: what a sale is decided by, and what is kept of it with the invoice (ADR-0125). Country codes only.

-- The account was made from a country that is no market: its market is a default and proves nothing. False for accounts made before.
alter table accounts add column market_assumed boolean not null default false;
alter table registrations add column market_assumed boolean not null default false;

-- Country of the card's issuer, of the IBAN, or of the payer's address, as the provider tells it; '' = not told.
alter table payment_methods add column country text not null default '' check (country ~ '^([A-Z]{2})?$');

-- Country of the network from which the order was begun; null = not known.
alter table carts add column network_country text check (network_country ~ '^[A-Z]{2}$');

-- Pieces of evidence for the country of an invoice (article 24f of Regulation (EU) 282/2011), as they were when it was drafted.
create table invoice_evidence (
  invoice_id bigint not null references invoices on delete cascade,
  -- market: where the account is registered; network: where the order came from; method: card issuer, bank or payer's address.
  piece text not null check (piece in ('market', 'network', 'method')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  at timestamptz not null,
  primary key (invoice_id, piece)
);
-- Like the lines, it is part of what was issued.
create trigger issued_evidence_stays before insert or update or delete on invoice_evidence
  for each row execute function issued_line_stays();
create trigger invoice_evidence_is_kept before truncate on invoice_evidence
  for each statement execute function never_truncated();
