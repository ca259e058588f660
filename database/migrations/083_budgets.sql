-- Earlier versions can serve.
-- What a building means to spend in a year, by category of the catalog (product, 3.4; decision 61). Each change is a version of its own, and
-- the last one counts. Integer cents.
create table budgets (
  id uuid primary key default gen_random_uuid(),
  building_id uuid not null references buildings,
  year smallint not null check (year between 2000 and 2999),
  version integer not null check (version > 0),
  set_by uuid references profiles on delete set null,
  set_at timestamptz not null,
  constraint one_budget_a_version unique (building_id, year, version),
  unique (id, building_id)
);
create index budgets_set_by on budgets (set_by);

create table budget_lines (
  budget_id uuid not null,
  building_id uuid not null,
  category text not null check (btrim(category) <> '' and length(category) <= 100),
  amount integer not null check (amount between 1 and 1000000000),
  primary key (budget_id, category),
  foreign key (budget_id, building_id) references budgets (id, building_id)
);
comment on column budget_lines.amount is 'integer cents';
create index budget_lines_budget on budget_lines (budget_id, building_id);

create function budget_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  -- Who set it may leave.
  if tg_op = 'DELETE' or to_jsonb(new) - 'set_by' <> to_jsonb(old) - 'set_by' or (to_jsonb(new) ->> 'set_by') is not null then
    raise check_violation using message = 'a version of a budget stays as it is', constraint = 'budgets_stay';
  end if;
  return new;
end $$;
create trigger budgets_stay before update or delete on budgets for each row execute function budget_stays();
create trigger budget_lines_stay before update or delete on budget_lines for each row execute function budget_stays();

-- That 80 or 100 % of a budgeted amount were spent, told once for each amount.
create table budget_alerts (
  building_id uuid not null references buildings,
  year smallint not null,
  -- Null: the whole budget.
  category text,
  percent smallint not null check (percent in (80, 100)),
  budgeted bigint not null check (budgeted > 0),
  spent bigint not null,
  at timestamptz not null,
  constraint told_once unique nulls not distinct (building_id, year, category, percent, budgeted),
  check (spent * 100 >= budgeted * percent)
);
comment on column budget_alerts.budgeted is 'integer cents';
comment on column budget_alerts.spent is 'integer cents';
