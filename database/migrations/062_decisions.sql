-- Why a building chose a quote, and whether a quote was the lowest that leaves nothing out: its vendor reads both (product, 2.5).
alter table service_quotes
  add column decision_reason text check (btrim(decision_reason) <> '' and length(decision_reason) <= 60),
  add column was_lowest boolean,
  add check (status <> 'pending' or decision_reason is null and was_lowest is null);
