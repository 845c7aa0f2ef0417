import type { Json } from '@skein/kernel';
import { contentHash } from '../../dialect/content-hash.ts';

/** A UUID (version 8) that only depends on a value: the same every time, and on every machine. */
export function contentUuid(value: Json): string {
  const digits = contentHash([value]).slice('sha256:'.length);
  const variant = '89ab'[Number.parseInt(digits[16] ?? '0', 16) % 4] ?? '8';
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return pattern.test(text);
}
