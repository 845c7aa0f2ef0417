// Events as CloudEvents 1.0: in one JSON object, or with the attributes in headers and the data as the body.
import { createHash } from 'node:crypto';
import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';

const structured = /^application\/cloudevents\+json\s*(?:;.*)?$/i;
const idLengthMax = 200;

/** Whether the headers hold the attributes: then the body is the data, and may be missing. */
export function isBinaryEvent(headers: Headers): boolean {
  return headers.has('ce-specversion') && !isStructuredEvent(headers);
}

export function isStructuredEvent(headers: Headers): boolean {
  return structured.test(headers.get('content-type') ?? '');
}

/** The body that the same event has in our own words; any other body as it is. */
export function eventBody(headers: Headers, body: Json | undefined): Json | undefined {
  if (isStructuredEvent(headers)) {
    if (!isObject(body)) throw refused('', 'must be a JSON object');
    const data = dataOf(body);
    return named(
      {
        specversion: textAt(body, 'specversion'),
        type: textAt(body, 'type'),
        source: textAt(body, 'source'),
        id: textAt(body, 'id'),
      },
      data,
    );
  }
  if (!isBinaryEvent(headers)) return body;
  const read = (name: string) => decoded(headers.get(`ce-${name}`));
  return named(
    {
      specversion: read('specversion'),
      type: read('type'),
      source: read('source'),
      id: read('id'),
    },
    body,
  );
}

type Attributes = {
  readonly [name in 'specversion' | 'type' | 'source' | 'id']: string | undefined;
};

function named(attributes: Attributes, data: Json | undefined): JsonObject {
  const { specversion, type, source, id } = attributes;
  if (specversion !== '1.0') throw refused('/specversion', 'must be "1.0"');
  for (const [name, value] of Object.entries({ type, source, id })) {
    if (value === undefined || value === '') throw refused(`/${name}`, 'is required');
  }
  // An id is unique for its source only.
  const whole = `${source} ${id}`;
  const known =
    whole.length <= idLengthMax ? whole : createHash('sha256').update(whole).digest('hex');
  const event = { name: type ?? '', id: known };
  return data === undefined ? event : { ...event, data };
}

function dataOf(body: JsonObject): Json | undefined {
  if (ownValue(body, 'data_base64') !== undefined) {
    throw refused('/data_base64', 'is not supported: send the data as JSON');
  }
  return ownValue(body, 'data');
}

/** Attributes in headers are percent-encoded. */
function decoded(value: string | null): string | undefined {
  if (value === null) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function refused(pointer: string, message: string): EngineError {
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}
