import * as fc from 'fast-check'

/** None of these holds a space. */
const words =
  '$1 % _%\\ \\ {} [] [null] [[[[[[[[]]]]]]]] {"a": {"__proto__":{"x":1}} null undefined true NaN Infinity -1 0 -0 1e309 0x10 ' +
  '1,5 12345678901234567890 2147483648 9007199254740993 +275760-09-13 24:00 all_days javascript:alert(1) http://[::1 ' +
  'https://a@b:99999/ ../../etc/passwd +33612345678 99999'

const spaced =
  '2027-02-30 10:00|2027-03-28 02:30|0000-00-00 00:00|-271821-04-20 00:00|9999-12-31 23:59|99999-01-01 00:00|00 33 6 12 34 56 78'

const texts = [
  ...words.split(' '),
  ...spaced.split('|'),
  '',
  ' ',
  '\u202e\u200b\ufeff',
  '👩‍👩‍👧‍👦'.repeat(40),
  'é'.normalize('NFD'),
  "' or 1=1 --",
  '"; drop table users; --',
  '\n\r\t\v\f',
  '<p>x</p>'.repeat(50),
  '<b>'.repeat(500),
  'a'.repeat(5_001),
]

const others = [null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, [], {}, [null], [[]], { a: { b: [1] } }]

/** Texts that break what reads them: NUL, lone surrogates, dates that are not, numbers too large, marks of SQL, JSON and HTML. */
export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('\u0000', 'a\u0000b', '\ud800', '\udfff\ud800') },
    { weight: 6, arbitrary: fc.constantFrom(...texts) },
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.constant('long '.repeat(20_000)) },
  )

/** Anything that JSON can carry, the hostile texts most of all. */
export const hostileValue = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: hostileText() },
    { weight: 3, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )
