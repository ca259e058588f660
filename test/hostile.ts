/** Marks texts that only 1431 Minor Ave may read: in any other response it is a leak. */
export const MINOR_ONLY = 'known at Minor Avenue alone'
/** Marks what visitors write: it must not appear in the log. */
export const PRIVATE_WORDS = 'between you and me'

/** Markup and script that a page must show letter by letter. */
export const MARKUP = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '"><svg onload=window.hit=1>',
  `'"><iframe srcdoc="<script>parent.hit=1</script>">`,
  'javascript:window.hit=1',
  '</title><script>window.hit=1</script>',
  '<!--<a href="https://evil.example">--><b>bold</b>',
  '&lt;script&gt;&#x3c;script&#62;',
  '{{constructor.constructor("window.hit=1")()}}<%= window.hit=1 %>',
]

/** SQL that ends a statement or makes its condition true. */
export const STATEMENTS = [
  `' or '1'='1`,
  `' or 1=1 --`,
  `'`,
  `''`,
  `\\'; select 1; --`,
  `'; delete from contact_messages; --`,
  `') or true --`,
  `' union select null --`,
  `1; select pg_sleep(5)`,
  `x' || (select 'y') || '`,
  '$$ $1 $2 ? :name %s %I',
  `"; reset role; --`,
  `'; set role postgres; --`,
  `%_%\\`,
  '%',
]

/** For mails, headers, paths and log lines. */
export const LINES = [
  'name\r\nBcc: everybody@evil.example',
  'name\nSubject: yours\n\nanother body',
  'one\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<b>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/etc/passwd%00.pdf',
  'file:///etc/passwd',
  'a"; filename="b.html',
  '=cmd|calc!A1',
  '\u202Egnp.exe',
  '\u0000',
  'nul\u0000byte',
  '\uD800',
  '\uDFFF tail',
  '\u001b[2J',
  '\uFEFF',
  '\u200b',
  'ﬁ İ ß Ω',
  '👩‍👩‍👧‍👦'.repeat(50),
  'Z\u0351\u036b'.repeat(60),
]

export const TEXTS = [...MARKUP, ...STATEMENTS, ...LINES, 'x'.repeat(5001), 'x'.repeat(100_000), ' ', '']

export const NUMBERS = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e300,
  -1e300,
  5e-324,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
]

/** Dates, times, ids and addresses that look valid. */
export const LOOKALIKES = [
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-13',
  '2026-11-20T00:00:00Z',
  'infinity',
  'now',
  '24:00',
  '23:59:60',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-4000-8000-000000000000}',
  'a@b',
  'a@b.c',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example`,
  'maya@example.com,otto@example.com',
  '"quoted local"@example.com',
  'Maya <maya@example.com>',
  'maya@example.com\u0000',
  'ＭＡＹＡ@example.com',
]

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)

/** Raw bodies that no serializer writes. */
export const BODIES = [
  '',
  '{',
  '[',
  'null',
  'true',
  '"text"',
  '0',
  '-',
  '1e999',
  '{"a":1}}',
  "{'a':1}",
  '{"id":undefined}',
  'NaN',
  '\uFEFF{}',
  '{"a":"\u0000"}',
  '{"email":"a","email":{"b":1}}',
  '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}',
  '{"constructor":null,"toString":1,"hasOwnProperty":1,"then":1,"length":-1}',
  '{"then":{"__proto__":null}}',
  deep('[', ']', 20_000),
  deep('{"a":', '}', 20_000),
  `{"a":${deep('[', ']', 500)}}`,
  `{${Array.from({ length: 5000 }, (_, key) => `"k${key}":0`).join()}}`,
  `"${'\\u0000'.repeat(2000)}"`,
  `"${'x'.repeat(1_200_000)}"`,
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'email=maya%40example.com&password=x',
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--',
]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE']

export const TYPES = [
  'application/json',
  'application/json; charset=utf-7',
  'text/plain',
  'text/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'x',
  '',
]

export const HEADERS: Record<string, string>[] = [
  {},
  { cookie: 'stoop.session_token=; stoop.session_token=x.y; __proto__=1' },
  { cookie: `stoop.session_token=${'%'.repeat(2000)}` },
  { cookie: `stoop.session_token=${'a'.repeat(32)}.${'b'.repeat(44)}` },
  { cookie: 'stoop.session_data=eyJhbGciOiJub25lIn0.e30.' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.' },
  { host: 'evil.example' },
  { host: 'a b' },
  { host: '' },
  { host: '[::1' },
  { host: 'localhost:99999999' },
  { 'x-forwarded-for': `${'1.2.3.4,'.repeat(500)}x` },
  { 'x-forwarded-for': '<script>, ::ffff:999.1.1.1, [::1]:80' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/admin', 'x-rewrite-url': '/admin' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { 'trpc-accept': 'application/jsonl' },
  { 'trpc-accept': 'x', 'x-trpc-source': '__proto__' },
  { accept: 'text/event-stream' },
  { 'accept-encoding': 'gzip;q=nan, br;q=-1, *' },
  { 'content-encoding': 'gzip' },
  { 'last-event-id': '-1' },
  { 'last-event-id': '99999999999999999999' },
  { 'last-event-id': '1e15' },
  { 'if-none-match': '*', 'if-modified-since': 'never', range: 'bytes=9-1,-0' },
  { 'accept-language': '*'.repeat(3000) },
  { 'user-agent': `Mozilla ${'('.repeat(3000)}` },
  { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'eA==' },
  { expect: '100-continue' },
]

const end = '\r\n\r\n'
/** Malformed requests, sent unchanged on a connection of their own. */
export const CONNECTIONS = [
  end,
  `GET / HTTP/1.1${end}`,
  `GET / HTTP/9.9\r\nhost: a${end}`,
  `GET /\0 HTTP/1.1\r\nhost: a${end}`,
  `GET  /a b HTTP/1.1\r\nhost: a${end}`,
  `GET //evil.example/%5c.. HTTP/1.1\r\nhost: a${end}`,
  `GET http://evil.example/ HTTP/1.1\r\nhost: a${end}`,
  `GET http://:99999/ HTTP/1.1\r\nhost: a${end}`,
  `GET * HTTP/1.1\r\nhost: a${end}`,
  `OPTIONS * HTTP/1.1\r\nhost: a${end}`,
  `CONNECT evil.example:443 HTTP/1.1\r\nhost: a${end}`,
  `BREW /pot HTTP/1.1\r\nhost: a${end}`,
  `GET / HTTP/1.1\r\nhost: a\r\nhost: b${end}`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: \0${end}`,
  `GET / HTTP/1.1\r\nhost: a\r\n : x${end}`,
  `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(70_000)}${end}`,
  `GET /${'y'.repeat(70_000)} HTTP/1.1\r\nhost: a${end}`,
  `GET /%ff%fe%c0%af HTTP/1.1\r\nhost: a${end}`,
  `GET /files/%E0%A4%A HTTP/1.1\r\nhost: a${end}`,
  `GET /photos/%zz HTTP/1.1\r\nhost: a${end}`,
  `GET /assets/%00 HTTP/1.1\r\nhost: a${end}`,
  `GET /assets/..%2f..%2f..%2fpackage.json HTTP/1.1\r\nhost: a${end}`,
  `POST /api/trpc/contact.send HTTP/1.1\r\nhost: a\r\ncontent-length: -1${end}`,
  `POST /api/trpc/contact.send HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ncontent-length: 4${end}{}`,
  `POST /api/trpc/contact.send HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked${end}0${end}`,
  `POST /api/trpc/contact.send HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked${end}zz\r\n`,
  `POST /api/trpc/contact.send HTTP/1.1\r\nhost: a\r\ntransfer-encoding: x${end}`,
  `POST /api/documents?name=a.pdf HTTP/1.1\r\nhost: a\r\ncontent-length: 9e9${end}`,
  `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
]
