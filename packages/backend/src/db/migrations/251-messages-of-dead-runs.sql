-- Messages of runs that died while their newsletter was paused or stopped. A run that is alive still records what it sent.
update newsletter_recipients r set state = 'uncertain'
from newsletters n
where n.id = r.newsletter_id and n.state in ('paused', 'stopped') and r.state = 'sending'
  and (n.run_alive_until is null or n.run_alive_until < now());
