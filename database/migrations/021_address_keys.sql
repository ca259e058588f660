-- One key for all spellings of an address (docs/decisions/0031-addresses.md). It is a function of the database, so that the
-- unique index, sign-up, the import and a server of the version before all use the same one.

-- Text without the marks that people write differently: compatibility forms, case, invisible characters and punctuation. What
-- tells numbers apart stays: '39.2', '112-10', '12 1/2'. So does '#', before a unit.
create function plain_words(value text) returns text language plpgsql immutable parallel safe strict
  set search_path = pg_catalog, public, pg_temp as $$
begin
  value := regexp_replace(value, '([¼½¾⅐-⅞])', ' \1', 'g');
  value := regexp_replace(value, '[''‘’ʻʼ´`\u00AD\u034F\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g');
  value := lower(normalize(value, NFKC));
  value := regexp_replace(value, '[‐-―−]', '-', 'g');
  value := replace(value, '⁄', '/');
  value := replace(replace(value, '&', ' and '), '#', ' # ');
  value := regexp_replace(value, '\.(?=[[:alpha:]]{2})', ' ', 'g');
  value := regexp_replace(value, '(?<![0-9])\.|\.(?![0-9])', '', 'g');
  value := regexp_replace(value, '(?<![0-9])[-/]|[-/](?![0-9])|-(?=[0-9]+(?:st|nd|rd|th)\M)', ' ', 'g');
  value := regexp_replace(value, '[][,;:!?"“”„«»(){}<>*_+=|\\~^@%$•·…\u2800]', ' ', 'g');
  return btrim(regexp_replace(value, '\s+', ' ', 'g'));
end $$;

-- The key of a street address: plain words without a unit at their end, and with the postal service's abbreviations (USPS
-- Publication 28, appendix C1) of a suffix and of directions, where a word is one: in '1 North St' and '5 Court St' the first
-- word is the street's name, and N St is another street.
create function address_key(address text) returns text language plpgsql immutable parallel safe strict
  set search_path = pg_catalog, public, pg_temp as $$
declare
  directions constant jsonb := '{"north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw",
    "southeast": "se", "southwest": "sw", "n": "n", "s": "s", "e": "e", "w": "w", "ne": "ne", "nw": "nw", "se": "se", "sw": "sw"}'::jsonb;
  ordinals constant jsonb := '{"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th",
    "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th"}'::jsonb;
  suffixes constant jsonb := '{
    "allee": "aly", "alley": "aly", "ally": "aly", "aly": "aly", "anex": "anx", "annex": "anx", "annx": "anx", "anx": "anx",
    "arc": "arc", "arcade": "arc", "av": "ave", "ave": "ave", "aven": "ave", "avenu": "ave", "avenue": "ave", "avn": "ave",
    "avnue": "ave", "bch": "bch", "beach": "bch", "bg": "bg", "burg": "bg", "bgs": "bgs", "burgs": "bgs", "blf": "blf", "bluf": "blf",
    "bluff": "blf", "blfs": "blfs", "bluffs": "blfs", "blvd": "blvd", "boul": "blvd", "boulevard": "blvd", "boulv": "blvd",
    "bend": "bnd", "bnd": "bnd", "br": "br", "branch": "br", "brnch": "br", "brdge": "brg", "brg": "brg", "bridge": "brg", "brk": "brk",
    "brook": "brk", "brks": "brks", "brooks": "brks", "bot": "btm", "bottm": "btm", "bottom": "btm", "btm": "btm", "byp": "byp",
    "bypa": "byp", "bypas": "byp", "bypass": "byp", "byps": "byp", "bayoo": "byu", "bayou": "byu", "byu": "byu", "cir": "cir",
    "circ": "cir", "circl": "cir", "circle": "cir", "crcl": "cir", "crcle": "cir", "circles": "cirs", "cirs": "cirs", "clb": "clb",
    "club": "clb", "clf": "clf", "cliff": "clf", "clfs": "clfs", "cliffs": "clfs", "cmn": "cmn", "common": "cmn", "cmns": "cmns",
    "commons": "cmns", "cor": "cor", "corner": "cor", "corners": "cors", "cors": "cors", "camp": "cp", "cmp": "cp", "cp": "cp",
    "cape": "cpe", "cpe": "cpe", "crecent": "cres", "cres": "cres", "crescent": "cres", "cresent": "cres", "crscnt": "cres",
    "crsent": "cres", "crsnt": "cres", "ck": "crk", "cr": "crk", "creek": "crk", "crk": "crk", "course": "crse", "crse": "crse",
    "crest": "crst", "crst": "crst", "causeway": "cswy", "causwa": "cswy", "causway": "cswy", "cswy": "cswy", "court": "ct", "crt": "ct",
    "ct": "ct", "cen": "ctr", "cent": "ctr", "center": "ctr", "centr": "ctr", "centre": "ctr", "cnter": "ctr", "cntr": "ctr",
    "ctr": "ctr", "centers": "ctrs", "ctrs": "ctrs", "courts": "cts", "cts": "cts", "curv": "curv", "curve": "curv", "cove": "cv",
    "cv": "cv", "coves": "cvs", "cvs": "cvs", "canyn": "cyn", "canyon": "cyn", "cnyn": "cyn", "cyn": "cyn", "dale": "dl", "dl": "dl",
    "dam": "dm", "dm": "dm", "dr": "dr", "driv": "dr", "drive": "dr", "drv": "dr", "drives": "drs", "drs": "drs", "div": "dv",
    "divide": "dv", "dv": "dv", "dvd": "dv", "est": "est", "estate": "est", "estates": "ests", "ests": "ests", "exp": "expy",
    "expr": "expy", "express": "expy", "expressway": "expy", "expw": "expy", "expy": "expy", "ext": "ext", "extension": "ext",
    "extn": "ext", "extnsn": "ext", "extensions": "exts", "exts": "exts", "fall": "fall", "field": "fld", "fld": "fld", "fields": "flds",
    "flds": "flds", "falls": "fls", "fls": "fls", "flat": "flt", "flt": "flt", "flats": "flts", "flts": "flts", "ford": "frd",
    "frd": "frd", "fords": "frds", "frds": "frds", "forg": "frg", "forge": "frg", "frg": "frg", "forges": "frgs", "frgs": "frgs",
    "fork": "frk", "frk": "frk", "forks": "frks", "frks": "frks", "forest": "frst", "forests": "frst", "frst": "frst", "ferry": "fry",
    "frry": "fry", "fry": "fry", "fort": "ft", "frt": "ft", "ft": "ft", "freeway": "fwy", "freewy": "fwy", "frway": "fwy", "frwy": "fwy",
    "fwy": "fwy", "garden": "gdn", "gardn": "gdn", "gdn": "gdn", "grden": "gdn", "grdn": "gdn", "gardens": "gdns", "gdns": "gdns",
    "grdns": "gdns", "glen": "gln", "gln": "gln", "glens": "glns", "glns": "glns", "green": "grn", "grn": "grn", "greens": "grns",
    "grns": "grns", "grov": "grv", "grove": "grv", "grv": "grv", "groves": "grvs", "grvs": "grvs", "gateway": "gtwy", "gatewy": "gtwy",
    "gatway": "gtwy", "gtway": "gtwy", "gtwy": "gtwy", "harb": "hbr", "harbor": "hbr", "harbr": "hbr", "hbr": "hbr", "hrbor": "hbr",
    "harbors": "hbrs", "hbrs": "hbrs", "hill": "hl", "hl": "hl", "hills": "hls", "hls": "hls", "hllw": "holw", "hollow": "holw",
    "hollows": "holw", "holw": "holw", "holws": "holw", "height": "hts", "heights": "hts", "hgts": "hts", "ht": "hts", "hts": "hts",
    "haven": "hvn", "havn": "hvn", "hvn": "hvn", "highway": "hwy", "highwy": "hwy", "hiway": "hwy", "hiwy": "hwy", "hway": "hwy",
    "hwy": "hwy", "inlet": "inlt", "inlt": "inlt", "is": "is", "island": "is", "islnd": "is", "isle": "isle", "isles": "isle",
    "islands": "iss", "islnds": "iss", "iss": "iss", "jct": "jct", "jction": "jct", "jctn": "jct", "junction": "jct", "junctn": "jct",
    "juncton": "jct", "jctns": "jcts", "jcts": "jcts", "junctions": "jcts", "knl": "knl", "knol": "knl", "knoll": "knl", "knls": "knls",
    "knolls": "knls", "key": "ky", "ky": "ky", "keys": "kys", "kys": "kys", "land": "land", "lck": "lck", "lock": "lck", "lcks": "lcks",
    "locks": "lcks", "ldg": "ldg", "ldge": "ldg", "lodg": "ldg", "lodge": "ldg", "lf": "lf", "loaf": "lf", "lgt": "lgt", "light": "lgt",
    "lgts": "lgts", "lights": "lgts", "lake": "lk", "lk": "lk", "lakes": "lks", "lks": "lks", "la": "ln", "lane": "ln", "lanes": "ln",
    "ln": "ln", "landing": "lndg", "lndg": "lndg", "lndng": "lndg", "loop": "loop", "loops": "loop", "mall": "mall", "mdw": "mdw",
    "meadow": "mdw", "mdws": "mdws", "meadows": "mdws", "medows": "mdws", "mews": "mews", "mill": "ml", "ml": "ml", "mills": "mls",
    "mls": "mls", "manor": "mnr", "mnr": "mnr", "manors": "mnrs", "mnrs": "mnrs", "mission": "msn", "missn": "msn", "msn": "msn",
    "mssn": "msn", "mnt": "mt", "mount": "mt", "mt": "mt", "mntain": "mtn", "mntn": "mtn", "mountain": "mtn", "mountin": "mtn",
    "mtin": "mtn", "mtn": "mtn", "mntns": "mtns", "mountains": "mtns", "mtns": "mtns", "motorway": "mtwy", "mtwy": "mtwy", "nck": "nck",
    "neck": "nck", "opas": "opas", "overpass": "opas", "orch": "orch", "orchard": "orch", "orchrd": "orch", "oval": "oval",
    "ovl": "oval", "park": "park", "parks": "park", "pk": "park", "prk": "park", "pass": "pass", "path": "path", "paths": "path",
    "pike": "pike", "pikes": "pike", "parkway": "pkwy", "parkways": "pkwy", "parkwy": "pkwy", "pkway": "pkwy", "pkwy": "pkwy",
    "pkwys": "pkwy", "pky": "pkwy", "pl": "pl", "place": "pl", "plain": "pln", "pln": "pln", "plaines": "plns", "plains": "plns",
    "plns": "plns", "plaza": "plz", "plz": "plz", "plza": "plz", "pine": "pne", "pne": "pne", "pines": "pnes", "pnes": "pnes",
    "pr": "pr", "prairie": "pr", "prarie": "pr", "prr": "pr", "port": "prt", "prt": "prt", "ports": "prts", "prts": "prts",
    "passage": "psge", "psge": "psge", "point": "pt", "pt": "pt", "points": "pts", "pts": "pts", "rad": "radl", "radial": "radl",
    "radiel": "radl", "radl": "radl", "ramp": "ramp", "rd": "rd", "road": "rd", "rdg": "rdg", "rdge": "rdg", "ridge": "rdg",
    "rdgs": "rdgs", "ridges": "rdgs", "rds": "rds", "roads": "rds", "riv": "riv", "river": "riv", "rivr": "riv", "rvr": "riv",
    "ranch": "rnch", "ranches": "rnch", "rnch": "rnch", "rnchs": "rnch", "row": "row", "rapid": "rpd", "rpd": "rpd", "rapids": "rpds",
    "rpds": "rpds", "rest": "rst", "rst": "rst", "route": "rte", "rte": "rte", "rue": "rue", "run": "run", "shl": "shl", "shoal": "shl",
    "shls": "shls", "shoals": "shls", "shoar": "shr", "shore": "shr", "shr": "shr", "shoars": "shrs", "shores": "shrs", "shrs": "shrs",
    "skwy": "skwy", "skyway": "skwy", "smt": "smt", "sumit": "smt", "sumitt": "smt", "summit": "smt", "spg": "spg", "spng": "spg",
    "spring": "spg", "sprng": "spg", "spgs": "spgs", "spngs": "spgs", "springs": "spgs", "sprngs": "spgs", "spur": "spur",
    "spurs": "spur", "sq": "sq", "sqr": "sq", "sqre": "sq", "squ": "sq", "square": "sq", "sqrs": "sqs", "sqs": "sqs", "squares": "sqs",
    "st": "st", "str": "st", "street": "st", "strt": "st", "sta": "sta", "station": "sta", "statn": "sta", "stn": "sta", "stra": "stra",
    "strav": "stra", "strave": "stra", "straven": "stra", "stravenue": "stra", "stravn": "stra", "strvn": "stra", "strvnue": "stra",
    "stream": "strm", "streme": "strm", "strm": "strm", "streets": "sts", "sts": "sts", "ter": "ter", "terr": "ter", "terrace": "ter",
    "tpk": "tpke", "tpke": "tpke", "trnpk": "tpke", "trpk": "tpke", "turnpike": "tpke", "turnpk": "tpke", "track": "trak",
    "tracks": "trak", "trak": "trak", "trk": "trak", "trks": "trak", "trace": "trce", "traces": "trce", "trce": "trce",
    "trafficway": "trfy", "trfy": "trfy", "tr": "trl", "trail": "trl", "trails": "trl", "trl": "trl", "trls": "trl",
    "throughway": "trwy", "trwy": "trwy", "tunel": "tunl", "tunl": "tunl", "tunls": "tunl", "tunnel": "tunl", "tunnels": "tunl",
    "tunnl": "tunl", "un": "un", "union": "un", "unions": "uns", "uns": "uns", "underpass": "upas", "upas": "upas", "vdct": "via",
    "via": "via", "viadct": "via", "viaduct": "via", "vis": "vis", "vist": "vis", "vista": "vis", "vst": "vis", "vsta": "vis",
    "ville": "vl", "vl": "vl", "vill": "vlg", "villag": "vlg", "village": "vlg", "villg": "vlg", "villiage": "vlg", "vlg": "vlg",
    "villages": "vlgs", "vlgs": "vlgs", "valley": "vly", "vally": "vly", "vlly": "vly", "vly": "vly", "valleys": "vlys", "vlys": "vlys",
    "view": "vw", "vw": "vw", "views": "vws", "vws": "vws", "walk": "walk", "walks": "walk", "wall": "wall", "way": "way", "wy": "way",
    "well": "wl", "wl": "wl", "wells": "wls", "wls": "wls", "crossing": "xing", "crssing": "xing", "crssng": "xing", "xing": "xing",
    "crossroad": "xrd", "xrd": "xrd", "crossroads": "xrds", "xrds": "xrds"
  }'::jsonb;
  -- At least two words precede a unit: the number and the street.
  unit constant text := '^(\S+? \S.*?) (?:'
    || '(?:(?:apt|apartment|unit|suite|ste|room|rm|penthouse|ph|floor|fl)(?: ?#)? ?|# )[a-z]{0,2}[0-9]+(?:-[0-9]{1,2}| ?[a-z]|[a-z]{2})?|'
    || '(?:(?:apt|apartment|unit|suite|ste)(?: #)? |# )[a-z]|'
    || '[0-9]+(?:st|nd|rd|th) (?:floor|fl))$';
  line text := plain_words(address);
  words text[];
  first int := 1;
  last int;
begin
  if line = '' then
    return lower(btrim(address));
  end if;
  while line ~ unit loop
    line := regexp_replace(line, unit, '\1');
  end loop;
  words := string_to_array(line, ' ');
  last := cardinality(words);
  if words[1] ~ '^[0-9]' then
    first := case when words[2] ~ '^[0-9]+/[0-9]+$' then 3 else 2 end;
  end if;
  -- A direction at the end, unless only a suffix would be left: Avenue N.
  if last > first and directions ? words[last] and not (last = first + 1 and suffixes ? words[first]) then
    words[last] := directions ->> words[last];
    last := last - 1;
  end if;
  -- A direction at the beginning, unless it is the name itself: North St.
  if last > first and directions ? words[first] and not (last = first + 1 and suffixes ? words[last]) then
    words[first] := directions ->> words[first];
    first := first + 1;
  end if;
  if last > first and suffixes ? words[last] then
    words[last] := suffixes ->> words[last];
    if last = first + 1 then
      words[first] := coalesce(ordinals ->> words[first], words[first]); -- Third Ave
    end if;
  elsif first <= last and suffixes ->> words[first] in ('ave', 'hwy', 'rd', 'rte') then
    words[first] := suffixes ->> words[first]; -- Avenue A, Highway 99
  end if;
  return array_to_string(words, ' ');
end $$;

-- Of several buildings that now have one key, people meet the one that is in use, else the oldest. The others stay as they are,
-- and say so until an administrator merges them.
alter table buildings
  add column address_key text not null generated always as (address_key(address)) stored,
  add column city_key text not null generated always as (plain_words(city)) stored,
  add column duplicate_of uuid references buildings check (duplicate_of <> id);
update buildings b set duplicate_of = met.id
from (select distinct on (address_key, city_key, state, zip_code) id, address_key, city_key, state, zip_code
  from buildings order by address_key, city_key, state, zip_code, captain_id is null, created_at, id) met
where met.id <> b.id and (met.address_key, met.city_key, met.state, met.zip_code) = (b.address_key, b.city_key, b.state, b.zip_code);

-- normalised() stays: a server of the version before calls it.
drop index buildings_one_per_address;
-- [4.profile.8] [5.resident.4] [5.resident.5]
create unique index buildings_one_per_address on buildings (address_key, city_key, state, zip_code) where duplicate_of is null;
create index buildings_duplicate_of on buildings (duplicate_of);
-- Similar addresses have the same house number.
create index buildings_house_number on buildings (substring(address_key from '^[0-9]+'), state);
