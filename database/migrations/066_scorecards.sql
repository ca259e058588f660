-- Earlier versions can serve.
-- What the last twelve months of each vendor say, counted every night from what was recorded (product, 2.7).
create table vendor_scorecards (
  vendor_id uuid primary key references vendor_profiles on delete cascade,
  -- Held; of these those with a check-in, and of these those that were on time.
  visits integer not null check (visits >= 0),
  timed integer not null check (timed between 0 and visits),
  on_time integer not null check (on_time between 0 and timed),
  missed integer not null check (missed >= 0),
  disputed integer not null check (disputed >= 0),
  -- Requests that were answered, by a price or a refusal, and the median time of an answer.
  answered integer not null check (answered >= 0),
  answer_minutes integer check ((answer_minutes is null) = (answered = 0)),
  -- Prices that were decided, and those that won; of these those whose price was not raised.
  decided integer not null check (decided >= 0),
  won integer not null check (won between 0 and decided),
  kept integer not null check (kept between 0 and won),
  liked integer not null check (liked >= 0),
  disliked integer not null check (disliked >= 0)
);

-- What a vendor says of itself, and photos of its work: at most twelve.
alter table vendor_profiles
  add column about text check (btrim(about) <> '' and length(about) <= 1000),
  add column service_area text check (btrim(service_area) <> '' and length(service_area) <= 200);

create table portfolio_photos (
  -- Chosen by the browser: a photo that is sent again is there once.
  id uuid primary key,
  vendor_id uuid not null references vendor_profiles on delete cascade,
  file_path text not null unique check (length(file_path) <= 200),
  file_size integer not null check (file_size > 0),
  added_by uuid references profiles on delete set null,
  added_at timestamptz not null default now()
);
create index portfolio_photos_vendor on portfolio_photos (vendor_id, added_at);
create index portfolio_photos_added_by on portfolio_photos (added_by);

create function vendor_has_at_most_twelve_photos() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- One after the other, so that two at once don't count without each other.
  perform from vendor_profiles where id = new.vendor_id for no key update;
  if (select count(*) from portfolio_photos where vendor_id = new.vendor_id) > 12 then
    raise check_violation using message = 'a vendor shows at most twelve photos', constraint = 'portfolio_photos_twelve';
  end if;
  return null;
end $$;
create trigger portfolio_photos_twelve after insert on portfolio_photos
  for each row execute function vendor_has_at_most_twelve_photos();
