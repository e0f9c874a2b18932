-- The index that finds a page says how well it matches, instead of regular expressions that read its whole text (ADR-0268).

drop function best_pages(tsquery, jsonb, text[], text[], text[], bigint[], bigint, text, date, date, integer, integer);
drop function pages_meeting(text, bigint[], tsquery, tsquery, text[], text[], text[], integer);
drop function page_score(pages, tsquery, text[], text[]);

-- Pages that meet a condition and match a query, of some issues or (null) of all: read through bitmaps of indexes only. Their score is
-- the frequency and nearness of the words, added to that of their class; without `ranked_by` they have none. In "case", the planner
-- does not count on the query to narrow the condition further. Comparing the stems of a page with a query costs a hundred times what the
-- planner assumes, because they must be read and decompressed first: the index is asked instead.
create function pages_meeting(
  condition text, issue_ids bigint[], query tsquery, ranked_by tsquery, score_of_class integer, required text[],
  most integer
) returns table (issue_id bigint, number integer, score real) language plpgsql stable rows 50
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set max_parallel_workers_per_gather = 0
set work_mem = '32MB' set cpu_operator_cost = 1 as $$
begin
  return query execute 'select p.issue_id, p.number, ' || case when ranked_by is null then '0::real' else '(ts_rank(p.search, $4) + $5)::real' end
    || ' from pages p where ' || condition
    || case when issue_ids is null then '' else format(' and p.issue_id = any (%L::bigint[])', issue_ids) end
    || case when condition = stems_match(query) then '' else ' and case when p.search @@ $1 then true end' end
    || ' and page_says(p, $2) limit $3'
    using query, required, most, ranked_by, score_of_class;
end $$;

-- The pages from which the most relevant ones are chosen, with their relevance: at least `wanted` of them, if so many match, and
-- mostly all that can be better than those left out.
--
-- Pages with all words as typed side by side are better than those with all words as typed, and these are better than any others; of
-- each of these classes those with the words several times are better than those with the words once. So it takes from each class all
-- pages, or, if these are more than `most`, those with the words so often that they are not. Where that is too few, it adds the newest
-- of the next ones. The index that finds a page says of which class it is; a page of two classes comes twice.
create function best_pages(
  query tsquery, asked jsonb, required text[], hidden bigint[], only_title bigint, only_language text,
  from_day date, to_day date, wanted integer, most integer
) returns table (issue_id bigint, number integer, issue_date date, score real) language plpgsql as $$
#variable_conflict use_column
declare
  most_issues_in_scope constant integer := 3000;
  most_pages_in_newest constant bigint := 10000;
  min_newest_issues constant bigint := 100;
  few_pages constant integer := 1200;
  exact constant text[] := array_remove(array[terms_side_by_side(asked), terms_as_typed(asked, false)], null);
  quoted constant text := terms_as_typed(asked, true);
  ranked_by constant tsquery := search_query(asked, for_ranking => true);
  stems constant tsquery := searchable(query);
  strong constant tsquery := searchable(ranked_by);
  scope bigint[];
  ids bigint[];
  class text;
  score_of_class integer;
  level integer;
  condition text;
  matching integer;
  fitting text;
  too_many text;
  so_many integer;
  common boolean;
  added integer;
  issues_known bigint;
  pages_known bigint;
begin
  if stems is null then return; end if;
  select greatest(reltuples, 1) into issues_known from pg_class where oid = 'all_issues'::regclass;
  select greatest(reltuples, 1) into pages_known from pg_class where oid = 'pages'::regclass;
  if only_title is not null or only_language is not null or from_day is not null or to_day is not null then
    scope := issues_in_scope(hidden, only_title, only_language, from_day, to_day, null, null, 0, most_issues_in_scope + 1);
    if cardinality(scope) > most_issues_in_scope then scope := null; end if;
  end if;
  <<classes>>
  foreach class in array exact || case when quoted = any (exact) then '{}' else array[quoted] end
  loop
    score_of_class := coalesce(cardinality(exact) + 1 - array_position(exact, class), 0);
    fitting := null;
    too_many := null;
    if class is null then
      condition := stems_match(stems);
      matching := count_pages(condition, numnode(stems), 20 * most);
    else
      condition := page_terms_match(class);
      matching := count_pages(condition, numnode(stems), 20 * most);
      if not class = any (exact) then condition := condition || ' and ' || stems_match(stems); end if;
    end if;
    if matching <= most then
      fitting := condition;
    else
      too_many := condition;
      so_many := matching;
      -- Common words: few pages first, because the many take long to count.
      common := matching > 50 * most;
      foreach level in array case when common then '{12,8,6,4,3,2}' else '{2,3,4,6,8,12}' end::integer[] loop
        condition := page_terms_match(concat_ws(' & ', '(' || class || ')',
          '(' || regexp_replace(strong::text, '''((?:[^'']|'''')*)''', format('''\1:%s''', level), 'g') || ')'));
        matching := count_pages(condition, numnode(stems), 20 * most);
        if matching <= most then
          fitting := condition;
          exit when not common or matching >= wanted;
        else
          too_many := condition;
          so_many := matching;
          exit when common;
        end if;
      end loop;
    end if;
    foreach condition in array array_remove(array[fitting, too_many], null) loop
      if scope is not null or condition = fitting then
        ids := scope;
      elsif so_many <= few_pages then
        ids := newest_issues_with(condition, hidden, only_title, only_language, from_day, to_day, wanted);
      else
        ids := issues_in_scope(hidden, only_title, only_language, from_day, to_day, null, null, 0,
          greatest(min_newest_issues, least(issues_known * 2 * wanted / so_many, most_pages_in_newest * issues_known / pages_known)));
      end if;
      return query
        select p.issue_id, p.number, i.issue_date, p.score
        from pages_meeting(condition, ids, query, ranked_by, score_of_class, required, most) p
        join issues i on i.id = p.issue_id
        where i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
          and (only_language is null or left(i.language, 2) = only_language)
          and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity');
      get diagnostics added = row_count;
      wanted := wanted - added;
      exit classes when wanted <= 0;
    end loop;
  end loop;
end $$;

-- As before (254).
create or replace function newest_pages(
  query tsquery, asked jsonb, required text[], hidden bigint[], only_title bigint, only_language text, from_day date, to_day date,
  before_day date, before_issue bigint, wanted integer, each integer, most integer
) returns table (issue_id bigint, number integer) language plpgsql as $$
#variable_conflict use_column
declare
  most_issues_at_once constant bigint := 4000;
  quoted constant text := terms_as_typed(asked, true);
  stems constant tsquery := searchable(query);
  condition text := stems_match(stems) || coalesce(' and ' || page_terms_match(quoted), '');
  matching integer;
  issues_known bigint;
  ids bigint[];
  skipped bigint := 0;
  at_once bigint;
  added integer;
begin
  if stems is null then return; end if;
  select greatest(reltuples, 1) into issues_known from pg_class where oid = 'all_issues'::regclass;
  matching := count_pages(case when quoted is null then condition else page_terms_match(quoted) end, numnode(stems), 20 * most);
  if matching <= most then
    return query
      select found.issue_id, found.number from (
        select p.issue_id, p.number, i.issue_date, row_number() over (partition by p.issue_id order by p.number) as place
        from pages_meeting(condition, null, query, null, null, required, most) p
        join issues i on i.id = p.issue_id
        where i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
          and (only_language is null or left(i.language, 2) = only_language)
          and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
          and (before_day is null or (i.issue_date, i.id) < (before_day, before_issue))
      ) found where place <= each
      order by found.issue_date desc, found.issue_id desc, found.number limit wanted;
    return;
  end if;
  at_once := greatest(wanted, least(most_issues_at_once, issues_known * 3 * wanted / matching));
  loop
    ids := issues_in_scope(hidden, only_title, only_language, from_day, to_day, before_day, before_issue, skipped, at_once);
    exit when cardinality(ids) = 0;
    return query
      select found.issue_id, found.number from (
        select p.issue_id, p.number, i.issue_date, row_number() over (partition by p.issue_id order by p.number) as place
        from pages_meeting(condition, ids, query, null, null, required, null) p
        join issues i on i.id = p.issue_id
      ) found where place <= each
      order by found.issue_date desc, found.issue_id desc, found.number limit wanted;
    get diagnostics added = row_count;
    wanted := wanted - added;
    exit when wanted <= 0;
    skipped := skipped + at_once;
    at_once := least(most_issues_at_once, at_once * 4);
  end loop;
end $$;
