-- Money. Amounts are integer minor units of the currency of the region.
create extension if not exists btree_gist;

-- What a tariff costs from a day on; shipped defaults are those of domain/subscriptions/tariffs.ts.
create table prices (
  subscription_id integer not null,
  valid_from date not null,
  -- Per 30 days, tax included.
  price integer not null check (price > 0),
  primary key (subscription_id, valid_from)
);
create table tax_rates (
  country text not null check (country ~ '^[A-Z]{2}$'),
  valid_from date not null,
  -- Hundredths of a percent: 10 % = 1000.
  rate integer not null check (rate between 0 and 5000),
  primary key (country, valid_from)
);

-- A reduced price for a number of charges, then the regular one. Special offers of cards are vouchers that a card carries.
create table vouchers (
  code text primary key check (code = upper(code) and code ~ '^[A-Z0-9-]{3,40}$'),
  kind text not null default 'voucher' check (kind in ('voucher', 'special-offer', 'launch', 'campaign')),
  -- Tariffs it is good for.
  subscription_ids integer[] not null check (cardinality(subscription_ids) > 0),
  -- Reduced price per 30 days.
  price integer not null check (price >= 0),
  -- How long the reduction lasts; floor(days / 30) charges, 3 where nothing is said (ADR-0173).
  days integer check (days > 0),
  -- { "de": …, "en": …, "fr": … }: the badge of a special offer.
  titles jsonb not null default '{}',
  background text check (background ~ '^#[0-9a-f]{6}$'),
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  redeemable_from timestamptz not null default '2000-01-01',
  redeemable_until timestamptz,
  most integer check (most > 0),
  redeemed integer not null default 0 check (most is null or redeemed <= most),
  demonstration boolean not null default false
);

-- Cards, mandates and wallets that somebody left with a provider; the number is never ours.
create table payment_methods (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete set null,
  provider text not null check (provider in ('sandbox', 'stripe', 'paypal', 'google')),
  -- CC card, DD SEPA debit, PP wallet, GS store.
  kind text not null check (kind in ('CC', 'DD', 'PP', 'GS')),
  -- The provider's names of the method and of its customer.
  reference text not null,
  customer_reference text,
  brand text not null default '',
  -- What may be shown: "•••• 4242", "AT•• •••• 3201".
  masked text not null default '',
  mandate_reference text,
  mandate_text text,
  mandated_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (provider, reference)
);
create index methods_of_account on payment_methods (account_id) where active;

-- A subscription is a contract; `ends_at` says until when it entitles, and follows its periods.
alter table subscriptions
  add column state text not null default 'active' check (state in ('pending', 'active', 'past-due', 'ended')),
  add column auto_renew boolean not null default true,
  -- 1 card or debit by our clock, 2 Google store, 3 wallet.
  add column order_type smallint not null default 1 check (order_type in (1, 2, 3)),
  add column payment_method_id bigint references payment_methods,
  add column voucher_code text references vouchers,
  add column reduced_price integer,
  -- Reduced charges that are still to come.
  add column reduced_left integer not null default 0 check (reduced_left >= 0),
  -- What the wallet or store calls it.
  add column provider_reference text unique,
  -- When the next period is to be charged; null = never again.
  add column next_charge_at timestamptz,
  add column cancelled_at timestamptz,
  -- The contract that ends when this one begins; what is left of it is taken off the first charge.
  add column upgrade_from bigint references subscriptions,
  -- Hides the auto-renew control.
  add column dismissed boolean not null default false,
  add column created_at timestamptz not null default now();
-- Erasing an account leaves what the tax office asks for, without a name.
alter table subscriptions alter column account_id drop not null;
alter table subscriptions drop constraint subscriptions_account_id_fkey;
alter table subscriptions add foreign key (account_id) references accounts on delete set null;
create unique index one_live_subscription on subscriptions (account_id) where state in ('active', 'past-due');
create index subscriptions_due on subscriptions (next_charge_at) where next_charge_at is not null;

create table voucher_redemptions (
  code text not null references vouchers,
  account_id bigint not null references accounts on delete cascade,
  subscription bigint references subscriptions,
  at timestamptz not null default now(),
  primary key (code, account_id)
);

create table carts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  -- Tariff.
  subscription_id integer not null,
  voucher_code text references vouchers,
  -- open: may be bought; buying: somebody pressed the button; bought; left: another cart took its place.
  state text not null default 'open' check (state in ('open', 'buying', 'bought', 'left')),
  -- The attempt that pays it; the second press of the button is answered with it.
  attempt_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index one_cart_a_tariff on carts (account_id, subscription_id) where state in ('open', 'buying');

-- Loss of the right of withdrawal, expressly accepted (ADR-0173).
create table withdrawal_acceptances (
  id bigint generated always as identity primary key,
  account_id bigint references accounts on delete set null,
  subscription_id integer not null,
  wording_version text not null,
  wording text not null,
  language text not null,
  at timestamptz not null default now()
);
create index acceptances_of_account on withdrawal_acceptances (account_id, subscription_id, at desc);

-- Thirty days of a subscription, each paid by one invoice.
create table periods (
  id bigint generated always as identity primary key,
  subscription bigint not null references subscriptions,
  sequence integer not null check (sequence > 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price integer not null check (price >= 0),
  reduced boolean not null default false,
  -- open: not paid yet; paid; failed: given up; refunded.
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'refunded')),
  unique (subscription, sequence),
  check (ends_at > starts_at),
  exclude using gist (subscription with =, tstzrange(starts_at, ends_at) with &&) where (state <> 'failed')
);

create table number_series (
  key text primary key,
  next bigint not null default 1
);

-- Never changed once issued; corrections are credit notes.
create table invoices (
  id bigint generated always as identity primary key,
  -- Consecutive within its series; given when it is issued.
  number text unique,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit-note')),
  corrects bigint references invoices,
  account_id bigint references accounts on delete set null,
  subscription bigint references subscriptions,
  period_id bigint references periods,
  country text not null,
  currency text not null check (currency in ('EUR', 'CHF')),
  net integer not null,
  tax integer not null,
  gross integer not null,
  -- What is to be paid: gross less the credit note that is set against it.
  due integer not null check (due >= 0 or kind = 'credit-note'),
  credit_note_id bigint references invoices,
  -- Hundredths of a percent.
  tax_rate integer not null,
  -- Name and address of both sides, language and payment as they were: { seller, buyer, language, method, mandate }.
  snapshot jsonb not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'void')),
  issued_at timestamptz,
  created_at timestamptz not null default now(),
  check (net + tax = gross),
  check ((kind = 'invoice' and gross >= 0) or (kind = 'credit-note' and gross <= 0))
);
create unique index one_invoice_a_period on invoices (period_id) where kind = 'invoice';
create index invoices_of_account on invoices (account_id, issued_at desc);
create table invoice_lines (
  invoice_id bigint not null references invoices on delete cascade,
  position integer not null,
  -- What is sold, in the buyer's language.
  text text not null,
  net integer not null,
  tax integer not null,
  gross integer not null,
  primary key (invoice_id, position),
  check (net + tax = gross)
);

-- One try to take the money of an invoice; the id is the key that the provider knows it by.
create table payment_attempts (
  id uuid primary key,
  invoice_id bigint not null references invoices,
  payment_method_id bigint references payment_methods,
  provider text not null,
  amount integer not null check (amount >= 0),
  currency text not null,
  -- Somebody is there to answer a challenge, or it is our clock.
  initiator text not null check (initiator in ('customer', 'merchant')),
  -- created → sent → succeeded | declined | processing | action | unknown; the last three end in one of the first two.
  state text not null default 'created' check (state in ('created', 'sent', 'processing', 'action', 'unknown', 'succeeded', 'declined')),
  provider_reference text,
  -- Where a challenge is answered: { url, params }.
  action jsonb,
  decline_code text,
  decline_text text,
  retryable boolean,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz
);
create unique index one_open_attempt on payment_attempts (invoice_id)
  where state in ('created', 'sent', 'processing', 'action', 'unknown');
create unique index one_success on payment_attempts (invoice_id) where state = 'succeeded';
create index attempts_of_provider on payment_attempts (provider, provider_reference);

create table refunds (
  id uuid primary key,
  attempt_id uuid not null references payment_attempts,
  credit_note_id bigint references invoices,
  amount integer not null check (amount > 0),
  reason text not null,
  state text not null default 'created' check (state in ('created', 'sent', 'succeeded', 'failed', 'unknown')),
  provider_reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_of_attempt on refunds (attempt_id);

-- Double entry: the amounts of one transaction sum to zero, and nothing is ever changed.
create table ledger (
  id bigint generated always as identity primary key,
  transaction uuid not null,
  -- "receivable", "cash:stripe", "revenue:AT", "tax:AT", "fees:stripe", "disputed:stripe".
  account text not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  invoice_id bigint references invoices,
  attempt_id uuid references payment_attempts,
  refund_id uuid references refunds,
  at timestamptz not null default now()
);
create index ledger_of_invoice on ledger (invoice_id);
create function ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (select from ledger where transaction = new.transaction group by currency having sum(amount) <> 0) then
    raise exception 'transaction % does not balance', new.transaction;
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger deferrable initially deferred
  for each row execute function ledger_balances();
create function never_changed() returns trigger language plpgsql as $$
begin
  raise exception '% is never changed', tg_table_name;
end $$;
create trigger ledger_stays before update or delete on ledger for each row execute function never_changed();
create function issued_invoice_stays() returns trigger language plpgsql as $$
begin
  if old.issued_at is not null and (tg_op = 'DELETE' or
    (new.number, new.kind, new.currency, new.net, new.tax, new.gross, new.tax_rate, new.snapshot, new.issued_at)
      is distinct from (old.number, old.kind, old.currency, old.net, old.tax, old.gross, old.tax_rate, old.snapshot, old.issued_at)) then
    raise exception 'invoice % was issued', old.number;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger issued_invoices_stay before update or delete on invoices for each row execute function issued_invoice_stays();

-- What providers told us, once each; worked on in any order.
create table provider_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  primary key (provider, event_id)
);
-- Hosted pages that were opened: what comes back is known by them.
create table setup_sessions (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  provider text not null,
  purpose text not null check (purpose in ('registration', 'edit')),
  cart_id bigint references carts,
  provider_reference text,
  -- Where the provider's page is, and how it stands in a page of ours: { script, clientSecret, publicKey }.
  url text,
  embed jsonb,
  state text not null default 'open' check (state in ('open', 'done', 'failed')),
  payment_method_id bigint references payment_methods,
  -- The purchase that was made with it, once.
  attempt_id uuid references payment_attempts,
  failure_code text,
  failure_text text,
  created_at timestamptz not null default now()
);
-- Wallet payments as the browser saw them approved, before they were posted: what was lost on the way is found again.
create table wallet_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  subscription_id integer not null,
  wallet_subscription text not null,
  at timestamptz not null default now(),
  bound_at timestamptz,
  -- Could not be bound: cancelled at the wallet, and its money sent back.
  refused_at timestamptz,
  -- Somebody else may name it too: the wallet says whose it is.
  unique (account_id, wallet_subscription)
);

-- Contracts ended or withdrawn without a login: what was declared, and its receipt.
create table exit_declarations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('cancel', 'withdraw')),
  -- cancel: 'ordinary' at the end of the period, 'extraordinary' with a reason.
  manner text not null default 'ordinary' check (manner in ('ordinary', 'extraordinary')),
  name text not null,
  email text not null,
  contract text not null default '',
  reason text not null default '',
  wished_end date,
  language text not null,
  received_at timestamptz not null default now(),
  account_id bigint references accounts on delete set null,
  subscription bigint references subscriptions,
  applied_at timestamptz,
  -- What became of it, for the operator: 'applied', 'unknown', 'too-late', 'by-hand'.
  outcome text
);
