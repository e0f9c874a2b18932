-- When a campaign was ended before its last day: its page stays and says that it is over. Servers of the version before show the
-- page as if the campaign ran; its vouchers have ended there, too.
alter table campaign_pages add column ended_at timestamptz;
