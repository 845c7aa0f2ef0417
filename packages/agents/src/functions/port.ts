import type { Json } from '@skein/kernel';

const brand = Symbol('skein.firedPort');

/** A port that a function fires, with the value on its token. Branded, so that no plain value is taken for one. */
export interface FiredPort {
  readonly port: string;
  readonly value: Json;
  readonly [brand]: true;
}

/** What a function with declared ports returns, one or a list of them. A token without a value carries null. */
export function port(name: string, value: Json = null): FiredPort {
  return { port: name, value, [brand]: true };
}

/** The ports that a function's result fires; nothing when it is a plain value. */
export function firedPortsOf(returned: unknown): readonly FiredPort[] | undefined {
  if (isFiredPort(returned)) return [returned];
  if (!Array.isArray(returned) || returned.length === 0) return undefined;
  return returned.every(isFiredPort) ? returned : undefined;
}

function isFiredPort(value: unknown): value is FiredPort {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, brand);
}
