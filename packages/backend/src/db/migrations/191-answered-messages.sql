-- Messages from readers are open until somebody has answered them by e-mail and marks them at the desk.
alter table feedback add column answered_at timestamptz;
create index feedback_open on feedback (id desc) where answered_at is null;
