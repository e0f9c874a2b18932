-- The index of ADR-0263. With 368,000 pages of 1.5 KB it takes up to ten minutes.
drop index concurrently if exists pages_terms;
create index concurrently pages_terms on pages using gin (page_terms(text, search)) with (fastupdate = off);
-- Statistics of the new index.
analyze pages;
