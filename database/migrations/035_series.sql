-- The day and the hour of a visit by its series, which a move of several visits changes (product, 1.3). A visit that was
-- moved by itself is at another time.
alter table appointments add column series_date date, add column series_time time(0);
update appointments set series_date = nominal_date, series_time = '09:00';
alter table appointments alter column series_date set not null, alter column series_time set not null;
