// Zones of dates
// A date in a zone that nobody knows has no value, and a run would say no more than that it lacks one.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { isKnownZone } from '../../triggers/is-known-zone.ts';

const zoned = /\bnow\.date\(\s*(?:"([^"]*)"|'([^']*)')\s*\)/g;

export function checkZones(node: JsonObject, path: Path): readonly Finding[] {
  const config = ownValue(node, 'config');
  if (!isObject(config)) return [];
  // A workflow that is written in the node is checked by itself.
  return Object.entries(config).flatMap(([key, value]) =>
    key === 'workflow' ? [] : zonesIn(value, [...path, 'config', key]),
  );
}

function zonesIn(value: Json, path: Path): readonly Finding[] {
  if (typeof value === 'string') return value.includes('${') ? findingsIn(value, path) : [];
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) {
    return value.flatMap((each: Json, index) => zonesIn(each, [...path, index]));
  }
  return Object.entries(value).flatMap(([key, each]) => zonesIn(each, [...path, key]));
}

function findingsIn(text: string, path: Path): readonly Finding[] {
  return [...text.matchAll(zoned)].flatMap(([, double, single]) => {
    const zone = double ?? single ?? '';
    return isKnownZone(zone) ? [] : [unknownZone(zone, path)];
  });
}

function unknownZone(zone: string, path: Path): Finding {
  return {
    path,
    code: 'BAD_VALUE',
    severity: 'warning',
    message: `${quotedShort(zone)} is no time zone, so now.date has no value here.`,
    hint: 'Write the name of a place, as in now.date("Europe/Brussels"), or "UTC".',
  };
}
