// Signatures of senders that do not follow Standard Webhooks
// A scheme says where the signature is and what was signed. An HMAC-SHA256 is all that it can be; the key is the text of the secret.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, ownValue, type Json } from '@skein/api';
import { EngineError } from '@skein/ports';
import { refusedSetting } from './refused-setting.ts';

export interface SignatureScheme {
  /** The header that holds the signature. It may hold several parts, separated by commas. */
  readonly header: string;
  /** What stands before the signature. */
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
  /** What was signed: `{body}`, and in braces names of headers, or of parts `name=value` of the signature's header. */
  readonly template: string;
  /** Which of these names holds the time of the delivery, in seconds; without one no time is checked. */
  readonly timestamp: string | null;
  /** The header that holds the id of the delivery; without one it is made of the body. */
  readonly id: string | null;
}

export const signaturePresets = {
  github: {
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
    encoding: 'hex',
    template: '{body}',
    timestamp: null,
    id: 'x-github-delivery',
  },
  stripe: {
    header: 'stripe-signature',
    prefix: 'v1=',
    encoding: 'hex',
    template: '{t}.{body}',
    timestamp: 't',
    id: null,
  },
  slack: {
    header: 'x-slack-signature',
    prefix: 'v0=',
    encoding: 'hex',
    template: 'v0:{x-slack-request-timestamp}:{body}',
    timestamp: 'x-slack-request-timestamp',
    id: null,
  },
} as const satisfies Readonly<Record<string, SignatureScheme>>;

const toleranceMs = 5 * 60 * 1000;
const headerName = /^[a-z0-9][a-z0-9-]{0,99}$/;
const known = new Set(['preset', 'header', 'prefix', 'encoding', 'template', 'timestamp', 'id']);

/** Null: Standard Webhooks. Throws what is wrong with it, naming the place. */
export function signatureScheme(config: Json): SignatureScheme | null {
  const verify = isObject(config) ? (ownValue(config, 'verify') ?? null) : null;
  if (verify === null || verify === 'standard') return null;
  if (typeof verify === 'string') return presetOf(verify, '/config/verify');
  if (!isObject(verify)) throw refusedSetting('/config/verify', mustBe);
  const unknown = Object.keys(verify).find((key) => !known.has(key));
  if (unknown !== undefined) {
    throw refusedSetting(
      `/config/verify/${unknown}`,
      `is not known; there are ${[...known].join(', ')}`,
    );
  }
  const preset = ownValue(verify, 'preset');
  const base = preset === undefined ? usual : presetOf(preset, '/config/verify/preset');
  const text = (key: keyof SignatureScheme, otherwise: string) => {
    const given = ownValue(verify, key) ?? otherwise;
    if (typeof given === 'string' && given.length <= 500) return given;
    throw refusedSetting(`/config/verify/${key}`, 'must be a text of at most 500 letters');
  };
  const header = text('header', base.header).toLowerCase();
  if (!headerName.test(header)) {
    throw refusedSetting('/config/verify/header', 'must be the name of a header');
  }
  const encoding = text('encoding', base.encoding);
  if (encoding !== 'hex' && encoding !== 'base64') {
    throw refusedSetting('/config/verify/encoding', 'must be "hex" or "base64"');
  }
  const template = text('template', base.template);
  if (!template.includes('{body}')) {
    // Whoever could change the body could do anything.
    throw refusedSetting('/config/verify/template', 'must contain "{body}"');
  }
  const [timestamp, id] = [text('timestamp', base.timestamp ?? ''), text('id', base.id ?? '')];
  if (timestamp !== '' && !template.includes(`{${timestamp}}`)) {
    throw refusedSetting(
      '/config/verify/timestamp',
      'must be one of the names in the template: only what is signed counts',
    );
  }
  return {
    header,
    prefix: text('prefix', base.prefix),
    encoding,
    template,
    timestamp: timestamp === '' ? null : timestamp,
    id: id === '' ? null : id.toLowerCase(),
  };
}

const usual: SignatureScheme = {
  header: '',
  prefix: '',
  encoding: 'hex',
  template: '{body}',
  timestamp: null,
  id: null,
};

const mustBe = `must be "standard", ${Object.keys(signaturePresets)
  .map((name) => `"${name}"`)
  .join(', ')}, or { header, prefix, encoding, template }`;

function presetOf(name: Json, place: string): SignatureScheme {
  const found = Object.entries(signaturePresets).find(([each]) => each === name)?.[1];
  if (found === undefined) throw refusedSetting(place, mustBe);
  return found;
}

export interface SignedRequest {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: Uint8Array;
}

/** Returns the id of the delivery; throws SIGNATURE_INVALID. */
export function verifyScheme(
  scheme: SignatureScheme,
  { headers, body }: SignedRequest,
  { secret, now }: { readonly secret: string; readonly now: number },
): string {
  const given = headers.get(scheme.header);
  if (given === null) throw refused(`${scheme.header} is missing.`);
  const parts = given.split(',').map((part) => part.trim());
  const valueOf = (name: string): string => {
    const part = parts.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
    const found = part ?? headers.get(name);
    if (found !== null) return found;
    throw refused(`${name}, which is signed, is missing.`);
  };
  if (scheme.timestamp !== null) {
    const text = valueOf(scheme.timestamp);
    const sentAt = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Number.NaN;
    if (!(Math.abs(now - sentAt) <= toleranceMs)) {
      throw refused('its timestamp is more than five minutes off.');
    }
  }
  const hmac = createHmac('sha256', secret);
  for (const piece of scheme.template.split(/(\{[^{}]+\})/)) {
    if (piece === '{body}') hmac.update(body);
    else hmac.update(/^\{[^{}]+\}$/.test(piece) ? valueOf(piece.slice(1, -1)) : piece);
  }
  const wanted = Buffer.from(`${scheme.prefix}${hmac.digest(scheme.encoding)}`);
  if (!parts.some((part) => isEqual(Buffer.from(part), wanted))) {
    throw refused('its signature was made with another secret or for another body.');
  }
  const id = scheme.id === null ? null : headers.get(scheme.id);
  // It is the sender's: it is kept as long as it is short.
  if (id !== null && id !== '' && id.length <= 200) return id;
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}

function isEqual(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function refused(reason: string): EngineError {
  return new EngineError('SIGNATURE_INVALID', { reason });
}
