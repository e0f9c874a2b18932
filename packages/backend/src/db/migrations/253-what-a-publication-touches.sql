-- The notification `catalogue` of a publication names what it touches, as surrogate keys of pages: its title and the
-- categories of that title (ADR-0257). Every other notification is empty: anything may have changed.
create function touched_by_publication(issue all_issues) returns text language plpgsql stable as $$
declare
  touched text;
begin
  -- A title that was not shown until now, or a supplement of another issue, changes what is shown elsewhere.
  if issue.supplement_to is null and exists (select from issues where title_id = issue.title_id and id <> issue.id) then
    select concat_ws(' ', 'published', 'title-' || key, (
      select string_agg('category-' || uid, ' ' order by uid) from title_categories join categories on categories.id = category_id
      where title_categories.title_id = titles.id))
    into touched from titles where id = issue.title_id;
  end if;
  -- PostgreSQL allows 8,000 bytes.
  return case when octet_length(touched) < 7900 then touched else '' end;
end $$;

create function issue_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform pg_notify('catalogue', touched_by_publication(new));
  elsif tg_op = 'DELETE' then
    perform pg_notify('catalogue', '');
  elsif old is distinct from new then
    -- An issue whose time has come is published, too; nothing else of it changes then.
    if new.shown_from is null and to_jsonb(old) - '{shown_from,published_at}'::text[] = to_jsonb(new) - '{shown_from,published_at}'::text[]
    then
      perform pg_notify('catalogue', touched_by_publication(new));
    else
      perform pg_notify('catalogue', '');
    end if;
  end if;
  return null;
end $$;
create or replace trigger issues_changed after insert or update or delete on all_issues
  for each row execute function issue_changed();

-- A publication writes what it knows about its title and categories again: only what differs is a change.
create or replace trigger titles_changed after insert or delete on titles
  for each row execute function catalogue_changed();
create trigger titles_updated after update on titles
  for each row when (old.* is distinct from new.*) execute function catalogue_changed();
create or replace trigger categorised after insert or update or delete on title_categories
  for each row execute function catalogue_changed();
