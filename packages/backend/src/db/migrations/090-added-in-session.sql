-- When the session began in which a second factor, its recovery codes or a passkey were added: "this wasn't me" keeps what
-- its owner added in a session from before the sign-in that it is about. Null = from before this was noted.
alter table passkeys add column session_began_at timestamptz;
alter table totp_factors add column session_began_at timestamptz;
alter table recovery_codes add column session_began_at timestamptz, add column created_at timestamptz;
