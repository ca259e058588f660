-- A vendor is a company, and people sign in for it. Before, the company was its one person: both had the same id.
alter table vendor_profiles
  drop constraint vendor_profiles_id_fkey,
  alter column id set default gen_random_uuid();
alter table profiles add column vendor_id uuid references vendor_profiles;
update profiles set vendor_id = id where role = 'contractor';
alter table profiles add constraint contractors_have_a_company check ((role = 'contractor') = (vendor_id is not null));
create index profiles_vendor on profiles (vendor_id) where vendor_id is not null;
