-- A vendor's pages and counts are read from these alone, however many quotes it has: the row rules ask for the building, too.
create index service_quotes_of_vendor on service_quotes (vendor_id, created_at desc, id) include (building_id);
create index service_quotes_of_vendor_in_state on service_quotes (vendor_id, state, created_at desc, id) include (building_id);
drop index service_quotes_vendor;
drop index service_quotes_vendor_state;
