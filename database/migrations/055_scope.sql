-- What exactly is to be done (product, 2.1): each service type asks its own questions, and each round keeps the answers.
alter table service_types add column scope_form jsonb not null default '[]',
  add check (jsonb_typeof(scope_form) = 'array' and jsonb_array_length(scope_form) <= 8);

-- Lines of a key, a label, the answers, and what the crew ticks; as text of at most 8,000 characters.
create function is_scope(scope jsonb) returns boolean language sql immutable
  return jsonb_typeof(scope) = 'array' and jsonb_array_length(scope) <= 8 and length(scope::text) <= 8000
    and not exists (
      select from jsonb_array_elements(case jsonb_typeof(scope) when 'array' then scope else '[]' end) line
      where jsonb_typeof(line -> 'key') is distinct from 'string' or jsonb_typeof(line -> 'label') is distinct from 'string'
        or jsonb_typeof(line -> 'answer') is distinct from 'array' or jsonb_typeof(line -> 'tasks') is distinct from 'array');
alter table building_services add column scope jsonb not null default '[]' check (is_scope(scope));
alter table request_rounds add column scope jsonb not null default '[]' check (is_scope(scope));

create or replace function keep_round() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into request_rounds (building_service_id, building_id, service_type_id, round, description, scope, service_type,
    required_every_weeks, preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at)
  values (new.id, new.building_id, new.service_type_id, new.round, new.description, new.scope, new.service_type,
    new.required_every_weeks, new.preferred_start_date, new.preferred_end_date, new.until_ended, new.excluded_vendors,
    new.requested_by, new.requested_at)
  on conflict (building_service_id, round) do update set (description, scope, service_type, required_every_weeks,
      preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at)
    = (new.description, new.scope, new.service_type, new.required_every_weeks, new.preferred_start_date, new.preferred_end_date,
      new.until_ended, new.excluded_vendors, new.requested_by, new.requested_at);
  return null;
end $$;
drop trigger building_services_round on building_services;
create trigger building_services_round after insert or update of round, description, scope, service_type, required_every_weeks,
  preferred_start_date, preferred_end_date, until_ended, excluded_vendors, requested_by, requested_at
  on building_services for each row execute function keep_round();

-- '{}' in a task stands for the answer; 'No' and 0 make no task.
update service_types t set scope_form = asked.form from (values
  ('Landscaping', '[
    {"key": "turf", "label": "Turf to mow", "kind": "number", "unit": "sq ft", "task": "Mow and edge the turf"},
    {"key": "beds", "label": "Planted beds", "kind": "number", "unit": "sq ft", "task": "Weed the beds"},
    {"key": "shrubs", "label": "Shrubs and hedges to trim", "kind": "choice", "options": ["No", "At each visit", "Twice a year"], "task": "Trim shrubs and hedges as agreed"},
    {"key": "cleanups", "label": "Clean-ups", "kind": "several", "options": ["Spring", "Fall", "Leaves at each visit"]},
    {"key": "mulch", "label": "Fresh mulch", "kind": "choice", "options": ["No", "Once a year", "Twice a year"]},
    {"key": "clippings", "label": "Clippings", "kind": "choice", "options": ["Hauled away", "Left as mulch"]}]'::jsonb),
  ('Tree Care', '[
    {"key": "trees", "label": "Trees", "kind": "number", "unit": "trees"},
    {"key": "height", "label": "Tallest tree", "kind": "number", "unit": "ft"},
    {"key": "work", "label": "Work", "kind": "several", "options": ["Pruning", "Dead wood", "Removal", "Stump grinding", "Health check"], "task": "{}"},
    {"key": "wires", "label": "Near power lines or roofs", "kind": "choice", "options": ["No", "Yes"]},
    {"key": "debris", "label": "Wood and chips", "kind": "choice", "options": ["Hauled away", "Left on site"]}]'),
  ('Leaf Removal', '[
    {"key": "area", "label": "Area", "kind": "number", "unit": "sq ft"},
    {"key": "places", "label": "Where", "kind": "several", "options": ["Lawns", "Beds", "Walks", "Parking lot", "Storm drains"], "task": "Clear leaves from the {}"},
    {"key": "away", "label": "Leaves", "kind": "choice", "options": ["Hauled away", "Composted on site", "Bagged for city pickup"]}]'),
  ('Irrigation Care', '[
    {"key": "zones", "label": "Zones", "kind": "number", "unit": "zones"},
    {"key": "work", "label": "Work", "kind": "several", "options": ["Spring start-up", "Summer check", "Winter blow-out", "Backflow test", "Small repairs"], "task": "{}"},
    {"key": "controller", "label": "Controller", "kind": "text"}]'),
  ('Snow Removal', '[
    {"key": "depth", "label": "Trigger depth", "kind": "number", "unit": "inches"},
    {"key": "places", "label": "Where to clear", "kind": "several", "options": ["Sidewalk", "Walks", "Stairs", "Ramps", "Driveway", "Parking lot"], "task": "Clear the {}"},
    {"key": "walks", "label": "Length of walks", "kind": "number", "unit": "ft"},
    {"key": "by", "label": "Cleared by", "kind": "choice", "options": ["5 AM", "6 AM", "7 AM", "8 AM", "10 AM"]},
    {"key": "salt", "label": "Salt after clearing", "kind": "choice", "options": ["Yes", "No"], "task": "Salt walks, stairs and ramps"},
    {"key": "again", "label": "While it keeps snowing", "kind": "choice", "options": ["Come back", "Once, after it ends"]}]'),
  ('Salting and De-icing', '[
    {"key": "places", "label": "Where", "kind": "several", "options": ["Sidewalk", "Walks", "Stairs", "Ramp", "Driveway", "Parking lot"], "task": "Salt the {}"},
    {"key": "product", "label": "Product", "kind": "choice", "options": ["Rock salt", "Safe for pets", "Safe for concrete", "Sand"]},
    {"key": "when", "label": "When", "kind": "choice", "options": ["Before a forecast freeze", "When it is icy", "Both"]},
    {"key": "by", "label": "Done by", "kind": "choice", "options": ["5 AM", "6 AM", "7 AM", "8 AM"]}]'),
  ('Common Area Cleaning', '[
    {"key": "floors", "label": "Floors", "kind": "number", "unit": "floors"},
    {"key": "places", "label": "Areas", "kind": "several", "options": ["Lobby", "Halls", "Stairs", "Elevators", "Laundry room", "Mail room", "Restrooms", "Gym"], "task": "Clean the {}"},
    {"key": "flooring", "label": "Flooring", "kind": "several", "options": ["Carpet", "Tile or stone", "Wood", "Vinyl"]},
    {"key": "glass", "label": "Entrance glass", "kind": "choice", "options": ["Yes", "No"], "task": "Clean the entrance glass"},
    {"key": "supplies", "label": "Supplies", "kind": "choice", "options": ["Brought by the vendor", "Kept by the building"]},
    {"key": "hours", "label": "Hours", "kind": "choice", "options": ["Any", "Daytime only", "Before 8 AM", "After 6 PM"]}]'),
  ('Window Washing', '[
    {"key": "panes", "label": "Panes", "kind": "number", "unit": "panes"},
    {"key": "floors", "label": "Highest floor", "kind": "number", "unit": "floors"},
    {"key": "sides", "label": "Sides", "kind": "several", "options": ["Outside", "Inside"], "task": "Wash the windows: {}"},
    {"key": "extras", "label": "Also", "kind": "several", "options": ["Screens", "Frames and sills", "Skylights", "Balcony glass"], "task": "Clean {}"},
    {"key": "access", "label": "Access", "kind": "choice", "options": ["From the ground", "Ladder", "Roof anchors", "Lift"]}]'),
  ('Carpet Cleaning', '[
    {"key": "area", "label": "Carpet", "kind": "number", "unit": "sq ft"},
    {"key": "places", "label": "Where", "kind": "several", "options": ["Halls", "Lobby", "Stairs", "Elevators"], "task": "Clean the carpet: {}"},
    {"key": "method", "label": "Method", "kind": "choice", "options": ["Hot water", "Low moisture", "No preference"]},
    {"key": "stains", "label": "Stains or odors", "kind": "text"},
    {"key": "protect", "label": "Protective treatment", "kind": "choice", "options": ["No", "Yes"], "task": "Treat the carpet"}]'),
  ('Pressure Washing', '[
    {"key": "area", "label": "Area", "kind": "number", "unit": "sq ft"},
    {"key": "places", "label": "Surfaces", "kind": "several", "options": ["Sidewalk", "Driveway", "Garage floor", "Walls", "Stairs", "Trash area"], "task": "Wash the {}"},
    {"key": "moss", "label": "Moss treatment", "kind": "choice", "options": ["No", "Yes"], "task": "Treat the moss"},
    {"key": "water", "label": "Water", "kind": "choice", "options": ["Tap on site", "Brought along"]}]'),
  ('Garage Cleaning', '[
    {"key": "levels", "label": "Levels", "kind": "number", "unit": "levels"},
    {"key": "spaces", "label": "Parking spaces", "kind": "number", "unit": "spaces"},
    {"key": "work", "label": "Work", "kind": "several", "options": ["Sweep", "Scrub", "Treat oil spots", "Clear drains", "Dust pipes and lights"], "task": "{}"},
    {"key": "cars", "label": "Cars", "kind": "choice", "options": ["Moved out by level", "Stay parked"]}]'),
  ('Graffiti Removal', '[
    {"key": "surfaces", "label": "Surfaces", "kind": "several", "options": ["Brick", "Concrete", "Painted wall", "Metal", "Glass"], "task": "Clean the {}"},
    {"key": "area", "label": "Area", "kind": "number", "unit": "sq ft"},
    {"key": "within", "label": "Removed within", "kind": "choice", "options": ["24 hours", "2 days", "A week"]},
    {"key": "coating", "label": "Protective coating", "kind": "choice", "options": ["No", "Yes"], "task": "Apply the protective coating"}]'),
  ('Trash Take-Out', '[
    {"key": "bins", "label": "Bins", "kind": "number", "unit": "bins", "task": "Bins out, and back after collection"},
    {"key": "days", "label": "Collection days", "kind": "several", "options": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]},
    {"key": "out", "label": "Bins out", "kind": "choice", "options": ["The evening before", "By 6 AM", "By 7 AM"]},
    {"key": "rinse", "label": "Rinse the bins", "kind": "choice", "options": ["Yes", "No"], "task": "Rinse the bins"},
    {"key": "area", "label": "Sweep the trash area", "kind": "choice", "options": ["Yes", "No"], "task": "Sweep the trash area"}]'),
  ('Recycling and Compost', '[
    {"key": "bins", "label": "Bins", "kind": "number", "unit": "bins"},
    {"key": "kinds", "label": "Streams", "kind": "several", "options": ["Recycling", "Compost", "Glass", "Cardboard"], "task": "{} sorted, bins out"},
    {"key": "days", "label": "Collection days", "kind": "several", "options": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]},
    {"key": "sort", "label": "Sort what is in the wrong bin", "kind": "choice", "options": ["Yes", "No"], "task": "Sort what is in the wrong bin"}]'),
  ('Bulk Item Pickup', '[
    {"key": "items", "label": "Items", "kind": "text"},
    {"key": "volume", "label": "About how much", "kind": "number", "unit": "cubic yards"},
    {"key": "from", "label": "Picked up from", "kind": "choice", "options": ["Curb", "Trash area", "Basement", "Apartments"]},
    {"key": "special", "label": "Among them", "kind": "several", "options": ["Refrigerators", "Mattresses", "Electronics", "Paint"], "task": "{} disposed of by the rules"},
    {"key": "elevator", "label": "Elevator", "kind": "choice", "options": ["Yes", "No"]}]'),
  ('Trash Chute Cleaning', '[
    {"key": "chutes", "label": "Chutes", "kind": "number", "unit": "chutes", "task": "Wash the chutes"},
    {"key": "floors", "label": "Floors", "kind": "number", "unit": "floors"},
    {"key": "also", "label": "Also", "kind": "several", "options": ["Chute doors", "Compactor", "Trash room", "Deodorizing"], "task": "{}"}]'),
  ('General Maintenance', '[
    {"key": "hours", "label": "Hours a visit", "kind": "number", "unit": "hours"},
    {"key": "work", "label": "Usual work", "kind": "several", "options": ["Light bulbs", "Doors and hinges", "Touch-up paint", "Small leaks", "Filters", "Safety walk"], "task": "{}"},
    {"key": "materials", "label": "Materials", "kind": "choice", "options": ["Billed at cost", "Included up to $50", "Bought by the building"]},
    {"key": "list", "label": "First on the list", "kind": "text"}]'),
  ('Gutter Cleaning', '[
    {"key": "length", "label": "Gutters", "kind": "number", "unit": "ft", "task": "Empty and flush {} ft of gutters"},
    {"key": "floors", "label": "Height", "kind": "number", "unit": "floors"},
    {"key": "downspouts", "label": "Downspouts", "kind": "number", "unit": "downspouts", "task": "Flush the downspouts"},
    {"key": "guards", "label": "Gutter guards", "kind": "choice", "options": ["None", "To be taken off and put back"]},
    {"key": "roof", "label": "Debris on the roof", "kind": "choice", "options": ["No", "Blow off"], "task": "Blow the debris off the roof"}]'),
  ('HVAC Maintenance', '[
    {"key": "units", "label": "Units", "kind": "number", "unit": "units", "task": "Check the units"},
    {"key": "systems", "label": "Systems", "kind": "several", "options": ["Boiler", "Furnace", "Heat pump", "Rooftop unit", "Exhaust fans", "Air conditioner"]},
    {"key": "filters", "label": "Filters", "kind": "choice", "options": ["Changed, included", "Changed, billed at cost", "No"], "task": "Change the filters"},
    {"key": "age", "label": "Age of the oldest", "kind": "number", "unit": "years"},
    {"key": "emergency", "label": "Emergency calls", "kind": "choice", "options": ["Within 4 hours", "Same day", "Not needed"]}]'),
  ('Elevator Maintenance', '[
    {"key": "cars", "label": "Elevators", "kind": "number", "unit": "elevators", "task": "Service the elevators"},
    {"key": "stops", "label": "Stops", "kind": "number", "unit": "stops"},
    {"key": "drive", "label": "Drive", "kind": "choice", "options": ["Hydraulic", "Traction", "Machine-room-less"]},
    {"key": "maker", "label": "Maker and year", "kind": "text"},
    {"key": "contract", "label": "Contract", "kind": "choice", "options": ["Full service", "Oil and grease", "Inspection only"]},
    {"key": "calls", "label": "Entrapment calls", "kind": "choice", "options": ["Around the clock", "Business hours"]}]'),
  ('Fire Safety Inspection', '[
    {"key": "systems", "label": "To be tested", "kind": "several", "options": ["Extinguishers", "Alarm panel", "Smoke detectors", "Sprinklers", "Standpipes", "Emergency lights"], "task": "Test and tag: {}"},
    {"key": "extinguishers", "label": "Extinguishers", "kind": "number", "unit": "extinguishers"},
    {"key": "heads", "label": "Sprinkler heads", "kind": "number", "unit": "heads"},
    {"key": "report", "label": "Report to the city", "kind": "choice", "options": ["Filed by the vendor", "Filed by the building"]},
    {"key": "due", "label": "Last inspection", "kind": "text"}]'),
  ('Pest Control', '[
    {"key": "pests", "label": "Pests", "kind": "several", "options": ["Rats and mice", "Ants", "Cockroaches", "Bed bugs", "Wasps", "Prevention only"], "task": "Check and treat: {}"},
    {"key": "places", "label": "Where", "kind": "several", "options": ["Basement", "Garage", "Trash area", "Halls", "Grounds", "Apartments"]},
    {"key": "units", "label": "Apartments to treat", "kind": "number", "unit": "apartments"},
    {"key": "products", "label": "Products", "kind": "choice", "options": ["Any approved", "Safe for pets and children", "Traps only"]}]'),
  ('Pool and Spa Care', '[
    {"key": "volume", "label": "Volume", "kind": "number", "unit": "gallons"},
    {"key": "water", "label": "Water", "kind": "several", "options": ["Pool", "Spa", "Wading pool"], "task": "Test and balance the {}"},
    {"key": "place", "label": "Place", "kind": "choice", "options": ["Indoors", "Outdoors"]},
    {"key": "season", "label": "Season", "kind": "choice", "options": ["All year", "May to September"]},
    {"key": "work", "label": "Work", "kind": "several", "options": ["Skim and vacuum", "Backwash filters", "Clean the deck", "Keep the log"], "task": "{}"},
    {"key": "chemicals", "label": "Chemicals", "kind": "choice", "options": ["Included", "Billed at cost"]}]'),
  ('Plumbing Repair', '[
    {"key": "problem", "label": "Problem", "kind": "several", "options": ["Leak", "Clog", "Fixture", "Water heater", "Drain line", "Low pressure"], "task": "Repaired and tested: {}"},
    {"key": "place", "label": "Where", "kind": "text"},
    {"key": "urgent", "label": "How soon", "kind": "choice", "options": ["Today", "Within 3 days", "When convenient"]},
    {"key": "shutoff", "label": "Water can be shut off", "kind": "choice", "options": ["Any time", "With a day of notice", "No"]},
    {"key": "wall", "label": "Open and close walls", "kind": "choice", "options": ["Yes", "No"], "task": "Close the walls"}]'),
  ('Electrical Repair', '[
    {"key": "problem", "label": "Problem", "kind": "several", "options": ["Lights", "Outlets", "Breakers", "Panel", "Exit signs", "Car chargers"], "task": "Repaired and tested: {}"},
    {"key": "place", "label": "Where", "kind": "text"},
    {"key": "count", "label": "Fixtures", "kind": "number", "unit": "fixtures"},
    {"key": "urgent", "label": "How soon", "kind": "choice", "options": ["Today", "Within 3 days", "When convenient"]},
    {"key": "permit", "label": "Permit", "kind": "choice", "options": ["Pulled by the vendor", "Not needed", "Not known"]}]'),
  ('Roof Repair', '[
    {"key": "roof", "label": "Roof", "kind": "choice", "options": ["Flat", "Pitched", "Both"]},
    {"key": "material", "label": "Material", "kind": "choice", "options": ["Membrane", "Shingles", "Metal", "Tile", "Tar and gravel"]},
    {"key": "problem", "label": "Problem", "kind": "several", "options": ["Leak", "Flashing", "Drains", "Skylights", "Moss"], "task": "Repaired: {}"},
    {"key": "floors", "label": "Height", "kind": "number", "unit": "floors"},
    {"key": "warranty", "label": "Roof under warranty", "kind": "choice", "options": ["No", "Yes", "Not known"]}]'),
  ('Painting', '[
    {"key": "places", "label": "What to paint", "kind": "several", "options": ["Halls", "Lobby", "Doors", "Railings", "Outside trim", "Outside walls"], "task": "Paint the {}"},
    {"key": "area", "label": "Area", "kind": "number", "unit": "sq ft"},
    {"key": "coats", "label": "Coats", "kind": "number", "unit": "coats"},
    {"key": "prep", "label": "Walls", "kind": "choice", "options": ["Sound", "Small repairs", "Peeling"]},
    {"key": "paint", "label": "Paint", "kind": "choice", "options": ["Brought by the vendor", "Bought by the building"]},
    {"key": "lead", "label": "Built before 1978", "kind": "choice", "options": ["No", "Yes"]}]'),
  ('Door and Lock Repair', '[
    {"key": "doors", "label": "Doors", "kind": "number", "unit": "doors"},
    {"key": "problem", "label": "Problem", "kind": "several", "options": ["Lock", "Closer", "Hinges", "Frame", "Intercom", "Garage door"], "task": "Repaired: {}"},
    {"key": "keys", "label": "New keys", "kind": "number", "unit": "keys", "task": "Hand over the keys"},
    {"key": "urgent", "label": "How soon", "kind": "choice", "options": ["Today", "Within 3 days", "When convenient"]}]'),
  ('Masonry and Stoop Repair', '[
    {"key": "work", "label": "Work", "kind": "several", "options": ["Steps", "Repointing", "Cracks", "Chimney", "Retaining wall", "Sealing"], "task": "Repaired: {}"},
    {"key": "material", "label": "Material", "kind": "choice", "options": ["Brick", "Stone", "Concrete", "Stucco"]},
    {"key": "area", "label": "Area", "kind": "number", "unit": "sq ft"},
    {"key": "landmark", "label": "Landmark rules", "kind": "choice", "options": ["No", "Yes", "Not known"]}]'),
  ('Delivery Acceptance', '[
    {"key": "parcels", "label": "Parcels a week", "kind": "number", "unit": "parcels"},
    {"key": "hours", "label": "Hours a day", "kind": "number", "unit": "hours"},
    {"key": "storage", "label": "Kept in", "kind": "choice", "options": ["Mail room", "Lockers", "Vendor''s store"]},
    {"key": "cold", "label": "Groceries kept cold", "kind": "choice", "options": ["No", "Yes"], "task": "Groceries put in the cold"},
    {"key": "notice", "label": "Residents are told by", "kind": "choice", "options": ["Text message", "Email", "Note at the door"], "task": "Tell residents of their parcels"}]'),
  ('Spare Key Management', '[
    {"key": "keys", "label": "Keys", "kind": "number", "unit": "keys", "task": "Count the keys against the log"},
    {"key": "reach", "label": "Keys can be had", "kind": "choice", "options": ["Around the clock", "Daytime", "Business hours"]},
    {"key": "log", "label": "Log for the captain", "kind": "choice", "options": ["Every month", "On request"]},
    {"key": "lockout", "label": "Opens for residents who are locked out", "kind": "choice", "options": ["Yes", "No"]}]'),
  ('Concierge', '[
    {"key": "hours", "label": "Hours a day", "kind": "number", "unit": "hours"},
    {"key": "days", "label": "Days", "kind": "several", "options": ["Weekdays", "Saturday", "Sunday", "Holidays"]},
    {"key": "duties", "label": "Duties", "kind": "several", "options": ["Visitors", "Parcels", "Trades", "Keys", "Lobby kept tidy", "Rounds"], "task": "{}"},
    {"key": "uniform", "label": "Dress", "kind": "choice", "options": ["Uniform", "Business", "Casual"]}]'),
  ('Dog Waste Stations', '[
    {"key": "stations", "label": "Stations", "kind": "number", "unit": "stations", "task": "Empty the stations"},
    {"key": "bags", "label": "Bags", "kind": "choice", "options": ["Brought by the vendor", "Bought by the building"], "task": "Refill the bags"},
    {"key": "grounds", "label": "Grounds picked up, too", "kind": "choice", "options": ["No", "Yes"], "task": "Pick up on the grounds"}]'),
  ('Security Patrol', '[
    {"key": "rounds", "label": "Rounds a visit", "kind": "number", "unit": "rounds", "task": "Walk every round"},
    {"key": "hours", "label": "When", "kind": "choice", "options": ["Evening", "Night", "Evening and night", "Around the clock"]},
    {"key": "places", "label": "Where", "kind": "several", "options": ["Entrances", "Garage", "Grounds", "Roof", "Stairs", "Laundry room"], "task": "Walk the {}"},
    {"key": "armed", "label": "Guards", "kind": "choice", "options": ["Unarmed", "Armed"]},
    {"key": "report", "label": "Report", "kind": "choice", "options": ["After each visit", "Only what happened"], "task": "Write the report"}]'),
  ('Camera and Intercom Care', '[
    {"key": "cameras", "label": "Cameras", "kind": "number", "unit": "cameras", "task": "Check and clean the cameras"},
    {"key": "intercoms", "label": "Intercoms", "kind": "number", "unit": "intercoms", "task": "Test the intercoms"},
    {"key": "fobs", "label": "Fobs in use", "kind": "number", "unit": "fobs"},
    {"key": "system", "label": "System", "kind": "text"},
    {"key": "kept", "label": "Recordings kept", "kind": "choice", "options": ["7 days", "14 days", "30 days"]}]'),
  ('Holiday Lights', '[
    {"key": "length", "label": "Lights", "kind": "number", "unit": "ft"},
    {"key": "places", "label": "Where", "kind": "several", "options": ["Entrance", "Roofline", "Trees", "Railings", "Lobby"], "task": "Lights on the {}"},
    {"key": "owned", "label": "Owned by", "kind": "choice", "options": ["The vendor", "The building"]},
    {"key": "up", "label": "Up by", "kind": "choice", "options": ["November 15", "December 1", "December 10"]},
    {"key": "down", "label": "Down by", "kind": "choice", "options": ["January 6", "January 31"]}]'),
  ('Moving Day Help', '[
    {"key": "elevator", "label": "Elevator pads", "kind": "choice", "options": ["Yes", "No"], "task": "Hang and take down the elevator pads"},
    {"key": "space", "label": "Loading space", "kind": "choice", "options": ["Kept free", "City permit", "No"], "task": "Keep the loading space free"},
    {"key": "floors", "label": "Floor protection", "kind": "choice", "options": ["Yes", "No"], "task": "Protect the floors"},
    {"key": "hours", "label": "Hours", "kind": "number", "unit": "hours"},
    {"key": "check", "label": "Damage check before and after", "kind": "choice", "options": ["Yes", "No"], "task": "Check for damage before and after"}]')
) asked (name, form) where t.name = asked.name;
