-- The token of a session that a confirmation replaced: requests may be under way with it (ADR-0250).
alter table staff_sessions add column replaced_token_hash bytea unique;
