-- What a reader was allowed to approve at a wallet, written down before the reader leaves for it. The id is what the wallet is
-- told (`custom_id`), so that whatever it charges finds its owner. It stays when the account is erased.
create table wallet_approvals (
  id uuid primary key,
  provider text not null,
  account_id bigint references accounts on delete set null,
  -- Our plan (a tariff), and the wallet's.
  plan_id integer not null,
  wallet_plan text not null,
  cart_id bigint references carts on delete set null,
  voucher_code text,
  -- What was shown: the first charge and the regular one, minor units per 30 days.
  price integer not null check (price >= 0),
  regular_price integer not null check (regular_price > 0),
  currency text not null,
  created_at timestamptz not null,
  -- The subscription that was made of it, once.
  contract_id bigint unique references subscriptions
);
create index wallet_approvals_of_account on wallet_approvals (account_id);
create index wallet_approvals_of_cart on wallet_approvals (cart_id);

-- Every subscription of the wallet that we have heard of, whoever told it.
create table wallet_subscriptions (
  provider text not null,
  -- The wallet's name of it.
  reference text not null,
  approval_id uuid references wallet_approvals,
  -- found: to be bound or refused; bound: it is a subscription here; refused: it is cancelled there and its charges go back;
  -- closed: nothing is left to do.
  state text not null default 'found' check (state in ('found', 'bound', 'refused', 'closed')),
  -- Why it was refused or closed, a fixed word; see wallet-subscriptions.ts.
  reason text not null default '',
  found_at timestamptz not null,
  settled_at timestamptz,
  -- When the wallet is asked about it again; null: only when it tells something.
  next_check_at timestamptz,
  primary key (provider, reference)
);
create index wallet_subscriptions_of_approval on wallet_subscriptions (approval_id);
create index wallet_subscriptions_due on wallet_subscriptions (next_check_at) where next_check_at is not null;

-- Until when the wallet's own lists were read.
create table wallet_sweeps (
  provider text primary key,
  subscriptions_until timestamptz,
  returns_until timestamptz
);

insert into wallet_subscriptions (provider, reference, state, reason, found_at, settled_at, next_check_at)
  select 'paypal', wallet_subscription,
    case when bool_or(bound_at is not null) then 'bound' when bool_or(refused_at is not null) then 'closed' else 'found' end,
    case when bool_or(refused_at is not null) and not bool_or(bound_at is not null) then 'refused' else '' end,
    min(at), min(coalesce(bound_at, refused_at)),
    case when bool_and(bound_at is null and refused_at is null) then min(at) end
  from wallet_log group by wallet_subscription;
insert into wallet_subscriptions (provider, reference, state, found_at, settled_at)
  select 'paypal', provider_reference, 'bound', created_at, created_at from subscriptions
  where order_type = 3 and provider_reference is not null on conflict (provider, reference) do update set state = 'bound';
drop table wallet_log;
