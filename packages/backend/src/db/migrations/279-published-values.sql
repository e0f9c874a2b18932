-- What the website says about the operator is changed at the desk (ADR-0343): all servers read it again.
create trigger published_values_changed after insert or update on app_settings
  for each row when (new.key = 'published-values') execute function catalogue_changed();
