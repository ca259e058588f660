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
  disliked integer not null check (disliked >= 0),
  counted_at timestamptz not null default now()
);
