-- Vendors are asked again before an agreement ends (product, 2.9): a service of the same type beside the one that runs, which it begins
-- after. Earlier versions can't serve: they find a building's service by its type alone.
alter table building_services add column follows uuid,
  add foreign key (follows, building_id, service_type_id) references building_services (id, building_id, service_type_id);
alter table building_services drop constraint building_services_building_id_service_type_id_key;
create unique index building_services_one_of_a_type on building_services (building_id, service_type_id) where follows is null;
create index building_services_building on building_services (building_id);
create unique index building_services_one_after on building_services (follows);
alter table building_services add constraint building_services_follows_another check (follows <> id);
