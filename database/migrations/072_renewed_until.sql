-- Earlier versions can serve.
-- Until when the agreement of an accepted quote was renewed, kept by a trigger, so that lists query renewals only of quotes that have one.
alter table service_quotes add column renewed_until date check (renewed_until is null or status = 'accepted');

create function extend_quote() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update service_quotes set renewed_until = greatest(renewed_until, new.until_date) where id = new.service_quote_id;
  return null;
end $$;
create trigger renewals_agreed after insert or update of answer on renewals for each row when (new.answer = 'agreed')
  execute function extend_quote();

update service_quotes q set renewed_until = (select max(until_date) from renewals r where r.service_quote_id = q.id and r.answer = 'agreed')
where exists (select from renewals r where r.service_quote_id = q.id and r.answer = 'agreed');

-- A request adds a quote for each vendor, without terms: the function ran for each of them.
alter table service_quotes drop constraint service_quotes_terms,
  add constraint service_quotes_terms check (lines = '[]' and extras = '[]' or are_terms(lines, extras)
    and jsonb_array_length(lines) <= 8 and jsonb_array_length(extras) <= 10);
