-- A search reads only the pages that can be among its hits, instead of as many as it can in some milliseconds (ADR-0263).

-- What the search index knows of a page beside the stems: '=größe' for each word as it is written, in lower case and with ss for ß,
-- '~0f3a9' (a hash) for each two of them side by side, and 'gross:3' for each stem that is on it at least 3 times. Only the part of the text
-- that is indexed otherwise. The cost keeps the planner from computing it for pages that no index has found.
create function page_terms(page_text text, search tsvector) returns tsvector
language sql immutable parallel safe cost 10000 as $$
  with written as (
    select lexeme, positions from unnest(to_tsvector('simple'::regconfig, replace(left(page_text, 100000), 'ß', 'ss')))
  ), pairs as (
    select lexeme as word, lead(lexeme) over (order by position) as next
    from written, unnest(positions) as position
    where lexeme !~ '-'
  )
  select array_to_tsvector(array(
    select '=' || lexeme from written
    union all
    select '~' || left(md5(word || ' ' || next), 5) from pairs where next is not null
    union all
    select lexeme || ':' || level from unnest(search), unnest('{2,3,4,6,8,12}'::integer[]) as level
    where cardinality(positions) >= level))
$$;

-- Texts of a query as a tsquery on `page_terms`: all their words, side by side. Null if it has none.
create function as_page_terms(texts text) returns text language sql immutable as $$
  select string_agg(format('''%s''', replace(replace(term, '\', '\\'), '''', '''''')), ' & ')
  from unnest(tsvector_to_array(page_terms(texts, ''))) term
$$;

-- What is asked for (as for search_query) as a tsquery on `page_terms`: all terms as typed, or those in quotes. Null if there are none.
create function terms_as_typed(asked jsonb, only_quoted boolean) returns text language sql immutable as $$
  select string_agg(any_term, ' & ') from (
    select '(' || string_agg('(' || as_page_terms(term #>> '{spellings,0}') || ')', ' | ') || ')' as any_term
    from jsonb_array_elements(asked) with ordinality as groups(any_of, number), jsonb_array_elements(any_of) term
    where not (term ->> 'excluded')::boolean
    group by number
    having count(*) = count(as_page_terms(term #>> '{spellings,0}')) and (not only_quoted or bool_and((term ->> 'exact')::boolean))
  ) required
$$;

-- The same for all terms side by side in their order. Null if there are alternatives, or one term only.
create function terms_side_by_side(asked jsonb) returns text language sql immutable as $$
  select as_page_terms(string_agg(term #>> '{spellings,0}', ' ' order by number))
  from jsonb_array_elements(asked) with ordinality as groups(any_of, number), jsonb_array_elements(any_of) term
  where not (term ->> 'excluded')::boolean
  having count(*) > 1 and count(*) = count(distinct number)
$$;

-- The condition for pages that match a tsquery on `page_terms`.
create function page_terms_match(query text) returns text language sql immutable strict as $$
  select format('page_terms(p.text, p.search) @@ %L::tsquery', query)
$$;

-- The stems of a query without excluded ones and without their order, null if it excludes only: what an index can find.
create function searchable(query tsquery) returns tsquery language sql immutable as $$
  select case when querytree(query) not in ('', 'T') then regexp_replace(querytree(query), '<(-|\d+)>', '&', 'g')::tsquery end
$$;

-- The condition for pages with the stems of a query.
create function stems_match(query tsquery) returns text language sql immutable strict as $$
  select format('p.search @@ %L::tsquery', query)
$$;

-- One word or phrase in the stems of all supported languages, in any of its spellings; each form once.
create or replace function search_term(spellings text[]) returns tsquery language sql stable as $$
  select coalesce(string_agg(distinct format('(%s)', form), ' | '), '')::tsquery
  from unnest(spellings) spelling,
    unnest(array['kiosk_de', 'kiosk_en', 'kiosk_fr', 'kiosk_any']::regconfig[]) language,
    phraseto_tsquery(language, spelling) form
  where numnode(form) > 0
$$;

-- As before (031), and for ranking without compounds and excluded words: otherwise a page with two compounds of a word would be better
-- than any with the word, and one without the excluded words would match nothing as a whole.
drop function search_query(jsonb);
create function search_query(asked jsonb, for_ranking boolean default false) returns tsquery language plpgsql stable as $$
declare
  any_of jsonb;
  term jsonb;
  spellings text[];
  one tsquery;
  either tsquery;
  whole tsquery := '';
  with_small_words tsquery := '';
  small boolean;
begin
  for any_of in select * from jsonb_array_elements(asked) loop
    either := '';
    small := false;
    for term in select * from jsonb_array_elements(any_of) loop
      continue when for_ranking and (term ->> 'excluded')::boolean;
      spellings := array(select jsonb_array_elements_text(term -> 'spellings'));
      one := search_term(spellings);
      if not (term ->> 'exact')::boolean then
        small := small or left_out(spellings[1]);
        if not for_ranking then one := one || coalesce((
          select string_agg(distinct compound, ' | ')::tsquery
          from unnest(spellings) spelling, unnest(tsvector_to_array(to_tsvector('kiosk_de', spelling))) part,
            compounds_of(part, 24) compound
        ), ''); end if;
      end if;
      either := either || case when (term ->> 'excluded')::boolean then !! one else one end;
    end loop;
    with_small_words := with_small_words && either;
    if not small then whole := whole && either; end if;
  end loop;
  return case when numnode(whole) > 0 then whole else with_small_words end;
end $$;

-- How many pages meet a condition, without reading them: the planner's estimate if its statistics know that they are many, otherwise
-- the number of entries that the index returns. A word that they do not know counts as half a percent of all pages. It is volatile
-- because EXPLAIN must be.
create function count_pages(condition text, words integer, many integer) returns integer language plpgsql
set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 set work_mem = '32MB' as $$
declare
  plan json;
  estimate double precision;
begin
  execute 'explain (format json) select from pages p where ' || condition into plan;
  estimate := (plan #>> '{0,Plan,Plan Rows}')::double precision;
  if estimate > many + 0.005 * words * (select greatest(reltuples, 0) from pg_class where oid = 'pages'::regclass) then
    return least(estimate, 1e9);
  end if;
  execute 'explain (analyze, timing off, summary off, buffers off, format json) select from pages p where ' || condition || ' limit 1'
    into plan;
  return (plan #>> '{0,Plan,Plans,0,Plans,0,Actual Rows}')::double precision;
end $$;

-- Issues within the scope of a search, the newest first.
create function issues_in_scope(
  hidden bigint[], only_title bigint, only_language text, from_day date, to_day date, before_day date, before_issue bigint,
  skipped bigint, most bigint
) returns bigint[] language sql stable as $$
  select array(
    select i.id from issues i
    where i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
      and (only_language is null or left(i.language, 2) = only_language)
      and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
      and (before_day is null or (i.issue_date, i.id) < (before_day, before_issue))
    order by i.issue_date desc, i.id desc offset skipped limit most)
$$;

-- The relevance of a page: all words as typed side by side before all words as typed before other forms, then by frequency and nearness
-- of the words.
create function page_score(page pages, query tsquery, preferred text[], adjacent text[]) returns real
language sql stable parallel safe as $$
  select (ts_rank(page.search, query) + page_says(page, preferred)::integer + page_says(page, adjacent)::integer)::real
$$;

-- Pages that meet a condition and match a query, of some issues or (null) of all: read through bitmaps of indexes only. Without
-- `ranked_by` they have no score. In "case", the planner does not count on the query to narrow the condition further.
create function pages_meeting(
  condition text, issue_ids bigint[], query tsquery, ranked_by tsquery, required text[], preferred text[],
  adjacent text[], most integer
) returns table (issue_id bigint, number integer, score real) language plpgsql stable rows 50
set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off set max_parallel_workers_per_gather = 0
set work_mem = '32MB' as $$
begin
  return query execute 'select p.issue_id, p.number, ' || case when ranked_by is null then '0::real' else 'page_score(p, $5, $3, $6)' end
    || ' from pages p where ' || condition
    || case when issue_ids is null then '' else format(' and p.issue_id = any (%L::bigint[])', issue_ids) end
    || case when condition = stems_match(query) then '' else ' and case when p.search @@ $1 then true end' end
    || ' and page_says(p, $2) limit $4'
    using query, required, preferred, most, ranked_by, adjacent;
end $$;

-- The newest issues within the scope of a search that have pages that meet a condition. The text of the pages is not read.
create function newest_issues_with(
  condition text, hidden bigint[], only_title bigint, only_language text, from_day date, to_day date, most integer
) returns bigint[] language plpgsql stable
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set work_mem = '32MB' as $$
declare
  ids bigint[];
begin
  execute 'select array(select id from pages p cross join lateral (
      select i.id, i.issue_date from issues i
      where i.id = p.issue_id and i.title_id <> all ($1) and ($2 is null or i.title_id = $2)
        and ($3 is null or left(i.language, 2) = $3)
        and i.issue_date between coalesce($4, ''-infinity'') and coalesce($5, ''infinity'') offset 0) of_page
    where ' || condition || ' group by id, issue_date order by issue_date desc, id desc limit $6)'
    into ids using hidden, only_title, only_language, from_day, to_day, most;
  return ids;
end $$;

-- The pages from which the most relevant ones are chosen, with their relevance: at least `wanted` of them, if so many match, and
-- mostly all that can be better than those left out.
--
-- Pages with all words as typed side by side are better than those with all words as typed, and these are better than any others; of
-- each of these classes those with the words several times are better than those with the words once. So it takes from each class all pages, or, if these are more than `most`, those with the
-- words so often that they are not. Where that is too few, it adds the newest of the next ones.
create function best_pages(
  query tsquery, asked jsonb, required text[], preferred text[], adjacent text[],
  hidden bigint[], only_title bigint, only_language text, from_day date, to_day date, wanted integer, most integer
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
        from pages_meeting(condition, ids, query, ranked_by, required, preferred, adjacent, most) p
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

-- Matching pages of the newest issues, at most `each` of an issue and at least `wanted`, if so many match. It looks through so many
-- of the newest issues as should have them, then through more, unless the pages that match are few altogether.
create function newest_pages(
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
        from pages_meeting(condition, null, query, null, required, null, null, most) p
        join issues i on i.id = p.issue_id
        where i.title_id <> all (hidden) and (only_title is null or i.title_id = only_title)
          and (only_language is null or left(i.language, 2) = only_language)
          and i.issue_date between coalesce(from_day, '-infinity') and coalesce(to_day, 'infinity')
          and (before_day is null or (i.issue_date, i.id) < (before_day, before_issue))
      ) found where place <= each
      order by found.issue_date desc, found.issue_id desc, found.number limit wanted;
    return;
  end if;
  at_once := greatest(50, least(most_issues_at_once, issues_known * 3 * wanted / matching));
  loop
    ids := issues_in_scope(hidden, only_title, only_language, from_day, to_day, before_day, before_issue, skipped, at_once);
    exit when cardinality(ids) = 0;
    return query
      select found.issue_id, found.number from (
        select p.issue_id, p.number, i.issue_date, row_number() over (partition by p.issue_id order by p.number) as place
        from pages_meeting(condition, ids, query, null, required, null, null, null) p
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
