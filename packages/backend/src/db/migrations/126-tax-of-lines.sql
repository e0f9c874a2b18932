-- A period that lies on both sides of a change of the tax rate is divided in Switzerland: an invoice may have two rates
-- (ADR-0126). Hundredths of a percent; null in lines of before = the rate of the invoice.
alter table invoice_lines add column tax_rate integer check (tax_rate between 0 and 5000);

-- A paper that moves an invoice to the rate that the law asks for: its gross is nothing, net and tax change.
alter table invoices add column is_tax_correction boolean not null default false
  check (not is_tax_correction or (kind = 'credit-note' and gross = 0 and due = 0));
create index tax_corrections_of_invoice on invoices (corrects) where is_tax_correction;
