-- Earlier versions can serve.
-- Vendors whose drafts are made by themselves on the 1st of each month (product, 3.1).
create table monthly_drafts (
  vendor_id uuid primary key references vendor_profiles on delete cascade,
  -- From when on visits are drafted: the 1st of the month in which it was switched on.
  since date not null check (extract(day from since) = 1),
  -- The last month that was drafted, or that began before it was switched on, as its 1st.
  drafted_month date not null check (extract(day from drafted_month) = 1)
);
