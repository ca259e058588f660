-- Why a building chose a quote, and whether a quote was the lowest that leaves nothing out: its vendor reads both (product, 2.5).
alter table service_quotes
  add column decision_reason text check (decision_reason in
    ('The lowest price', 'What it includes', 'Days and hours', 'Good work before', 'Recommended by others')),
  add column was_lowest boolean,
  add check (status <> 'pending' or decision_reason is null and was_lowest is null);

-- What was agreed and decided stays: nobody chooses other extras afterwards.
create function decided_quotes_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was decided about a quote stays' using errcode = 'check_violation';
end $$;
create trigger service_quotes_decided before update of chosen, extra_price, once_price, decision_reason, was_lowest on service_quotes
  for each row when (old.status <> 'pending' and (new.chosen, new.extra_price, new.once_price, new.decision_reason, new.was_lowest)
    is distinct from (old.chosen, old.extra_price, old.once_price, old.decision_reason, old.was_lowest))
  execute function decided_quotes_stay();
