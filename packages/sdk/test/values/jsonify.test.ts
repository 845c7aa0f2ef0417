import type { Json } from '@skein/kernel';
import type { Jsonify, NotJson } from '@skein/sdk';
import { expectTypeOf, it } from 'vitest';

interface Order {
  readonly id: number;
  readonly placed: Date;
  readonly note?: string;
  readonly lines: readonly { readonly sku: string; readonly count: number }[];
  total(): number;
}

it('[SD2] dates are texts, methods are gone, interfaces stay', () => {
  expectTypeOf<Jsonify<Order>>().toEqualTypeOf<{
    readonly id: number;
    readonly placed: string;
    readonly note?: string;
    readonly lines: readonly { readonly sku: string; readonly count: number }[];
  }>();
  expectTypeOf<Jsonify<unknown>>().toEqualTypeOf<Json>();
});

it('[SD2] what no journal can hold says so', () => {
  type Why = NotJson<'a journal holds JSON: no functions, symbols, bigints, promises, Map or Set'>;
  expectTypeOf<Jsonify<{ at: Map<string, number> }>>().toEqualTypeOf<{ at: Why }>();
});
