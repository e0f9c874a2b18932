-- Pictures of pages that were drawn on demand: those not used for longest are deleted where all weigh too much.
create table drawn_pictures (
  name text primary key,
  bytes bigint not null,
  used_at timestamptz not null
);
create index drawn_pictures_by_use on drawn_pictures (used_at);
