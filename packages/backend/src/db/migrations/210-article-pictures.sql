-- The printed picture that stands at an article (ADR-0227): { page, x, y, width, height }, fractions of the page.
alter table all_articles add column picture jsonb;
create or replace view articles as select * from all_articles where removed_by is null;
