-- Earlier versions can serve.
-- Secret ballots (product, 4.4; decision 70; docs/voting-secrecy.md). Nothing here joins a ballot to a unit: a signature knows its unit and no
-- ballot, the box is one sealed value without an order, and what is counted was shuffled and written at once.

-- That a unit's token was signed, or that it voted on paper: once for each unit. No time, and no person.
create table vote_signatures (
  vote_id uuid not null,
  unit_id uuid not null,
  building_id uuid not null,
  -- SHA-256 of the blinded token, to sign the same one again after a lost response.
  blinded text check (blinded ~ '^[0-9a-f]{64}$'),
  on_paper boolean not null default false,
  constraint one_signature_a_unit primary key (vote_id, unit_id),
  foreign key (vote_id, unit_id) references vote_roll (vote_id, unit_id),
  check ((blinded is null) = on_paper)
);

-- The ballots of a vote while it is open: one value, sealed with a key that is in the file storage and in no backup. Emptied at the end; the
-- row goes once the key is gone.
create table vote_boxes (
  vote_id uuid primary key,
  building_id uuid not null,
  key_file text not null check (length(key_file) <= 200),
  box bytea,
  foreign key (vote_id, building_id) references votes (id, building_id)
);
create index vote_boxes_vote on vote_boxes (vote_id, building_id);

-- What was in the box, in an order that chance made, written by one statement.
create table secret_ballots (
  id uuid primary key default gen_random_uuid(),
  vote_id uuid not null,
  building_id uuid not null,
  choice text[] not null check (cardinality(choice) between 1 and 20),
  foreign key (vote_id, building_id) references votes (id, building_id)
);
create index secret_ballots_vote on secret_ballots (vote_id, building_id);

-- The hashes of all receipts, in their own order: a voter finds theirs, which says that the ballot counted, and not how.
create table vote_receipts (
  vote_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  building_id uuid not null,
  primary key (vote_id, hash),
  foreign key (vote_id, building_id) references votes (id, building_id)
);
create index vote_receipts_vote on vote_receipts (vote_id, building_id);

create function unit_is_signed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_vote votes;
begin
  select * into found_vote from votes where id = coalesce(new.vote_id, old.vote_id) for key share;
  if tg_op <> 'INSERT' then
    raise check_violation using message = 'a unit votes once', constraint = 'ballots_stay';
  end if;
  if found_vote.state is distinct from 'open' or not found_vote.is_secret then
    raise check_violation using message = 'secret ballots are signed while the vote is open', constraint = 'ballots_while_open';
  end if;
  if new.on_paper <> exists (select from paper_ballots b where b.vote_id = new.vote_id and b.unit_id = new.unit_id and exists (
      select from paper_sheets s where s.id = b.sheet_id and s.confirmed_at is not null)) then
    raise check_violation using message = 'this unit votes on paper', constraint = 'ballot_stands_above';
  end if;
  update vote_roll set voted_as = 'secret' where vote_id = new.vote_id and unit_id = new.unit_id;
  return null;
end $$;
create trigger unit_is_signed after insert or update or delete on vote_signatures for each row execute function unit_is_signed();

-- A vote that ends keeps neither its box nor the choices of its sheets.
create function empty_box() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update vote_boxes set box = null where vote_id = new.id;
  update paper_sheets set choices = null where vote_id = new.id and choices is not null;
  return null;
end $$;
create trigger votes_empty_box after update of state on votes for each row
  when (old.state = 'open' and new.state <> 'open' and new.is_secret) execute function empty_box();
