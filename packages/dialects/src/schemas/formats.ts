// Formats of texts
// What `format` says about a text, wherever one is checked: in inputs, arguments, replies and answers alike, so that nothing that a form
// would refuse comes in elsewhere. Unknown formats say nothing. Every check is linear in the text, or refuses it for its length.

export interface Format {
  /** "a date such as 2026-03-31". */
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^(\d{2}):(\d{2}):(\d{2})(\.\d{1,9})?(z|[+-](\d{2}):(\d{2}))$/i;

export const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['date', { words: 'a date such as 2026-03-31', fits: isDate }],
  ['date-time', { words: 'a time such as 2026-03-31T09:30:00Z', fits: isDateTime }],
  ['email', { words: 'an e-mail address', fits: isEmail }],
  ['uri', { words: 'an address such as https://example.com/page', fits: isUri }],
  ['uuid', { words: 'a UUID', fits: isUuid }],
  ['ipv4', { words: 'an IPv4 address such as 192.0.2.1', fits: isIpv4 }],
  ['ipv6', { words: 'an IPv6 address such as 2001:db8::1', fits: isIpv6 }],
  ['duration', { words: 'a duration such as P3D or PT1H30M', fits: isDuration }],
]);

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = dayPattern.exec(text) ?? [];
  if (day === '') return false;
  const at = new Date(`${year}-${month}-01T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return false;
  // The last day of a month is the one before the first of the next.
  at.setUTCMonth(at.getUTCMonth() + 1, 0);
  return Number(day) >= 1 && Number(day) <= at.getUTCDate();
}

function isDateTime(text: string): boolean {
  const dateLength = 10;
  const separator = text[dateLength];
  if (separator !== 'T' && separator !== 't') return false;
  return isDate(text.slice(0, dateLength)) && isTime(text.slice(dateLength + 1));
}

function isTime(text: string): boolean {
  const [whole, hour, minute, second, , , offsetHour = '0', offsetMinute = '0'] =
    timePattern.exec(text) ?? [];
  if (whole === undefined) return false;
  const isBelow = (part: string | undefined, bound: number) => Number(part) < bound;
  // A minute may have a leap second.
  return (
    [hour, offsetHour].every((part) => isBelow(part, 24)) &&
    [minute, offsetMinute].every((part) => isBelow(part, 60)) &&
    isBelow(second, 61)
  );
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const isLocal = /^[^\s@"(),:;<>[\\\]]{1,64}$/.test(local) && !/^\.|\.\.|\.$/.test(local);
  return isLocal && isHostName(text.slice(at + 1));
}

function isHostName(text: string): boolean {
  const lengthMax = 253;
  const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
  return text.length <= lengthMax && text.split('.').every((part) => label.test(part));
}

function isUri(text: string): boolean {
  // Files travel as `data:` addresses, which may have megabytes.
  const lengthMax = 8_000;
  if (text.length > lengthMax && !/^data:/i.test(text)) return false;
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(text)) return false;
  return !/["<>\\^`{|}]|%(?![0-9a-f]{2})/i.test(text) && URL.canParse(text);
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.', 5);
  return (
    parts.length === 4 &&
    parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  );
}

function isIpv6(text: string): boolean {
  const lengthMax = 45;
  if (text.length > lengthMax) return false;
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const all = groups.flat();
  const last = all.at(-1) ?? '';
  const isMixed = last.includes('.');
  if (isMixed && (!isIpv4(last) || groups.at(-1)?.length === 0)) return false;
  const plain = isMixed ? all.slice(0, -1) : all;
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = plain.length + (isMixed ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

function isDuration(text: string): boolean {
  const lengthMax = 100;
  if (text.length > lengthMax || /T$|^P$/.test(text)) return false;
  return /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text);
}
