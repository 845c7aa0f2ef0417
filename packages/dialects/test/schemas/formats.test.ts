import { describe, expect, it } from 'vitest';
import { checkJsonSchema } from '../../src/index.ts';

const cases: readonly (readonly [
  format: string,
  fits: readonly string[],
  not: readonly string[],
])[] = [
  [
    'date',
    ['2026-03-31', '2024-02-29', '0001-01-01'],
    [
      '2026-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-3-1',
      '31.03.2026',
      '2026-03-31T00:00:00Z',
      '',
    ],
  ],
  [
    'date-time',
    ['2026-03-31T09:30:00Z', '2026-03-31t09:30:00.123z', '2026-03-31T23:59:60+02:00'],
    [
      '2026-03-31',
      '2026-03-31T09:30',
      '2026-03-31T24:00:00Z',
      '2026-02-30T09:30:00Z',
      '2026-03-31T09:30:00+24:00',
    ],
  ],
  [
    'email',
    ['ada@example.com', 'a.b+c@sub.example.co.uk', 'ada@müller.example'],
    [
      'ada',
      'ada@',
      '@example.com',
      'a b@example.com',
      'ada..b@example.com',
      'ada@-x.com',
      'a@b@c d',
    ],
  ],
  [
    'uri',
    ['https://example.com/a?b=c#d', 'mailto:ada@example.com', 'urn:isbn:0451450523'],
    [
      'example.com',
      '/path',
      'https://exa mple.com',
      'http://',
      'https://example.com/%zz',
      'https://example.com/<x>',
    ],
  ],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400g'],
  ],
  [
    'ipv4',
    ['192.0.2.1', '0.0.0.0', '255.255.255.255'],
    ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.'],
  ],
  [
    'ipv6',
    ['::', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '1::'],
    [
      '1:2:3:4:5:6:7',
      '1::2::3',
      '12345::',
      '1:2:3:4:5:6:7:8:9',
      '::256.0.0.1',
      'fe80::1%eth0',
      ':1',
      '1.2.3.4',
    ],
  ],
  [
    'duration',
    ['P3D', 'PT1H30M', 'P1Y2M3DT4H5M6S', 'P2W', 'PT0S'],
    ['P', 'PT', '3D', 'P1H', 'P1DT', 'P1W2D', 'PT1S2M'],
  ],
];

describe('formats', () => {
  it.each(cases)('[A382] %s', (format, fits, not) => {
    const result = (text: string) => checkJsonSchema({ format }, text).result;
    expect(fits.filter((text) => result(text) !== 'fits')).toEqual([]);
    expect(not.filter((text) => result(text) !== 'misfit')).toEqual([]);
  });

  it('[A382] are of texts only, and say nothing when unknown', () => {
    expect(checkJsonSchema({ format: 'date' }, 5).result).toBe('fits');
    expect(checkJsonSchema({ format: 'colour' }, 'soon').result).toBe('fits');
    expect(checkJsonSchema({ properties: { day: { format: 'date' } } }, { day: 'soon' })).toEqual({
      result: 'misfit',
      problems: ['/day must be a date such as 2026-03-31'],
    });
  });

  it('[A382] a long text is refused without effort, and a file as an address is taken', () => {
    const given = { isAlone: true };
    for (const [format] of cases) {
      const long = '1'.repeat(500_000);
      expect(checkJsonSchema({ format }, long, given).result).toBe('misfit');
      expect(checkJsonSchema({ format }, `a@${'a.'.repeat(200_000)}`, given).result).toBe('misfit');
    }
    const schema = { type: 'string', minLength: 1, format: 'uri' };
    const file = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
    expect(checkJsonSchema(schema, file, given).result).toBe('fits');
  });
});
