-- Texts are edited at the desk: the Markdown that an edition was written in, null for editions imported before, whose HTML is
-- edited instead; and the time from which it is shown, null = the day of its version.
alter table documents
  add column markdown text,
  add column shown_from timestamptz;
