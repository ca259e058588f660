-- For trigrams a word ends at a space: '1 minor' found every address on Minor, and each had to be read. With a letter in the
-- place of its spaces an address is one word.
create index buildings_part_of_address on buildings using gin (translate(lower(address), ' ', 'x') gin_trgm_ops);
drop index buildings_address_part;
