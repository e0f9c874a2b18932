import type pg from 'pg'

/** Returns a line about the size of the newsstand: its contents, and the bytes of an issue on the disk. */
export async function sizeLine(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<Record<'issues' | 'pages' | 'text' | 'articles' | 'readers' | 'events' | 'disk', number>>(
    `select (select count(*) from all_issues) as issues, (select sum(page_count) from all_issues) as pages,
       (select avg(octet_length(text)) from pages where issue_id in (select id from all_issues order by uid limit 100))::float8 as text,
       (select count(*) from accounts) as readers, (select reltuples::bigint from pg_class where oid = 'all_articles'::regclass) as articles,
       (select sum(reltuples)::bigint from pg_inherits join pg_class on oid = inhrelid where inhparent = 'readings'::regclass and reltuples > 0) as events,
       (select sum(pg_total_relation_size(oid)) from pg_class where oid = any ('{all_issues,pages,all_articles}'::regclass[]))::float8 as disk`,
  )
  const { issues, pages, text, articles, readers, events, disk } = rows[0]!
  const number = new Intl.NumberFormat('en')
  const megabytes = (bytes: number) => `${number.format(Math.round(bytes / 1e6))} MB`
  return (
    `${number.format(issues)} issues with ${number.format(pages)} pages, ${megabytes(text * pages)} of text and ` +
    `${number.format(articles)} articles, ${number.format(readers)} readers, ${number.format(events)} reading events; ` +
    `on the disk ${number.format(Math.round(disk / issues / 1000))} KB per issue`
  )
}
