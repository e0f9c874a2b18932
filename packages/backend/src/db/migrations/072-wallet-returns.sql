-- What went back of a wallet's charges at the wallet itself, each return once.
create table wallet_returns (
  provider text not null,
  -- The wallet's names of the return and of the charge.
  reference text not null,
  charge text not null,
  -- Null: the charge is in suspense, or of another business at the same wallet.
  attempt_id uuid references payment_attempts,
  -- What was booked for it, minor units; 0: it was booked before, as a refund of ours or under another name.
  booked integer not null check (booked >= 0),
  at timestamptz not null,
  noted_at timestamptz not null,
  primary key (provider, reference)
);
create index wallet_returns_of_attempt on wallet_returns (attempt_id);
