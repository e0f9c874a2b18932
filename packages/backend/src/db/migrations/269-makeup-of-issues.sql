-- How issues are set: fonts with their roles, headings and running heads. The next issues of a title are read with it (ADR-0340).
create table issue_makeup (
  issue_id bigint primary key references all_issues on delete cascade,
  -- Version of the reading that gave the roles. Those of another version do not count; fonts and words do.
  reading_version integer not null,
  makeup jsonb not null
);
