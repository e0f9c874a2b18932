-- When the last email about sign-ins on new devices was or is due. Sign-ins within an hour of it are gathered into the next.
alter table accounts add column new_device_email_at timestamptz;
