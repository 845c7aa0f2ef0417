import { formatReference, type Json } from '@skein/kernel';
import { shapeOfSchema } from './known-shape.ts';
import { withFields, type Variable } from './variables-at.ts';

/** What the filter of a trigger can look at: the delivery, with the fields that are known before one has come. */
export function deliveryVariables(schema: Json | undefined): readonly Variable[] {
  return withFields({
    name: 'Delivery',
    write: (path) =>
      formatReference({ source: { kind: 'trigger' }, select: 'newest', path, text: '' }),
    value: undefined,
    shape: shapeOfSchema(schema),
  });
}
