-- What an asked vendor wants to know about a request. Every vendor that was asked reads question and answer, and none who asked
-- (product, 2.3): who did is in a table of its own.
create table request_questions (
  id uuid primary key default gen_random_uuid(),
  building_service_id uuid not null,
  building_id uuid not null references buildings,
  round integer not null,
  question text not null check (btrim(question) <> '' and length(question) <= 500),
  asked_at timestamptz not null default now(),
  answer text check (btrim(answer) <> '' and length(answer) <= 1000),
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  foreign key (building_service_id, round) references request_rounds (building_service_id, round),
  check ((answer is null) = (answered_at is null)),
  check (answer is not null or answered_by is null)
);
create index request_questions_round on request_questions (building_service_id, round, asked_at);
create index request_questions_building on request_questions (building_id);
create index request_questions_answered_by on request_questions (answered_by);

create table question_askers (
  question_id uuid primary key references request_questions on delete cascade,
  vendor_id uuid not null references vendor_profiles on delete cascade,
  asked_by uuid references profiles on delete set null
);
create index question_askers_vendor on question_askers (vendor_id);
create index question_askers_asked_by on question_askers (asked_by);

-- A vendor asks at most ten questions about a request.
create function vendor_asks_at_most_ten() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two questions at once don't count without each other.
  perform from vendor_profiles where id = new.vendor_id for no key update;
  if (select count(*) from question_askers a join request_questions q on q.id = a.question_id
      where a.vendor_id = new.vendor_id and (q.building_service_id, q.round) =
        (select building_service_id, round from request_questions where id = new.question_id)) > 10 then
    raise check_violation using message = 'a vendor asks at most ten questions about a request', constraint = 'question_askers_ten';
  end if;
  return null;
end $$;
create trigger question_askers_ten after insert on question_askers for each row execute function vendor_asks_at_most_ten();
-- Earlier versions can serve.
