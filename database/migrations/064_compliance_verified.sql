-- Earlier versions can serve.
-- A document that was ever verified stays, even once it is refused: visits stood on it (product, 2.6).
alter table compliance_documents add column verified_at timestamptz;
-- When one that is refused now was verified first, its events say.
update compliance_documents set verified_at = decided_at where status = 'verified';
update compliance_documents d set verified_at = e.at
from (select subject, min(at) as at from events where kind = 'compliance_verified' group by subject) e where e.subject = d.id;
alter table compliance_documents add constraint compliance_documents_verified
  check (status <> 'verified' or verified_at is not null);

create function keep_first_verification() returns trigger language plpgsql as $$
begin
  new.verified_at := coalesce(old.verified_at, case when new.status = 'verified' then new.decided_at end);
  return new;
end $$;
create trigger compliance_documents_verified before update on compliance_documents
  for each row execute function keep_first_verification();

-- Verified ones don't count: an admin has looked at each, and nobody can remove them.
create or replace function vendor_has_at_most_sixty_documents() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two at once don't count without each other.
  perform from vendor_profiles where id = new.vendor_id for no key update;
  if (select count(*) from compliance_documents where vendor_id = new.vendor_id and verified_at is null) > 60 then
    raise check_violation using message = 'a vendor has at most sixty documents', constraint = 'compliance_documents_sixty';
  end if;
  return null;
end $$;

-- A document is required for visits from this day on: who came before it was asked for lacked nothing.
alter table service_requirements add column required_from date not null default '2026-01-01';
alter table service_requirements alter column required_from set default current_date;
