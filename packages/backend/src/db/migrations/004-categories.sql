-- The shelves every newsstand has. An operator adds others; importing relies on these.
insert into categories (uid, names, position) values
  ('news', '{"de": "Nachrichten", "en": "News", "fr": "Actualité"}', 1),
  ('regional', '{"de": "Regionale Zeitungen", "en": "Regional papers", "fr": "Presse régionale"}', 2),
  ('women', '{"de": "Frauen & Mode", "en": "Women & fashion", "fr": "Femmes & mode"}', 3),
  ('cooking', '{"de": "Kochen & Genuss", "en": "Food & drink", "fr": "Cuisine & saveurs"}', 4),
  ('home', '{"de": "Wohnen & Garten", "en": "Home & garden", "fr": "Maison & jardin"}', 5),
  ('travel', '{"de": "Reise & Natur", "en": "Travel & nature", "fr": "Voyage & nature"}', 6),
  ('sport', '{"de": "Sport", "en": "Sport", "fr": "Sport"}', 7),
  ('cars', '{"de": "Auto & Motor", "en": "Cars", "fr": "Auto & moto"}', 8),
  ('business', '{"de": "Wirtschaft & Geld", "en": "Business & money", "fr": "Économie & finances"}', 9),
  ('science', '{"de": "Wissen", "en": "Science", "fr": "Sciences"}', 10),
  ('technology', '{"de": "Technik & Digitales", "en": "Technology", "fr": "Technologie"}', 11),
  ('culture', '{"de": "Kultur & Literatur", "en": "Culture & books", "fr": "Culture & livres"}', 12),
  ('men', '{"de": "Männer", "en": "Men", "fr": "Hommes"}', 13),
  ('children', '{"de": "Kinder", "en": "Children", "fr": "Enfants"}', 14)
on conflict (uid) do nothing;
