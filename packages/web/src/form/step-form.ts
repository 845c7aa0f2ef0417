// The form of a step, from its entry in the table of steps: a new setting of it is a new field.
import type { DescribedStep, Json, JsonObject, StepSetting, StepSettingKind } from '@skein/kernel';
import { toTitle } from '../graph/forms/config-schema.ts';
import type { FieldName } from './schema/field-names.ts';
import type { NamedFields } from './schema/ui-schema.ts';

/** Kinds with a field of their own; the others are plain inputs. */
const fieldOf: { readonly [Kind in StepSettingKind]: FieldName | null } = {
  condition: 'where',
  order: 'order',
  field: 'rowField',
  fields: 'rowFields',
  name: null,
  count: null,
  amount: null,
  choice: null,
  aggregates: 'aggregates',
  names: 'names',
  values: 'values',
  list: 'value',
  match: 'match',
};

/** Their field shows itself what the table says about how it is written. */
const silent: ReadonlySet<StepSettingKind> = new Set(['condition', 'order', 'aggregates']);

/** What the engine fills. */
const filledKinds: ReadonlySet<StepSettingKind> = new Set([
  'condition',
  'values',
  'list',
  'amount',
]);

export function stepForm({ settings }: DescribedStep): {
  readonly schema: JsonObject;
  readonly named: NamedFields;
} {
  const properties = Object.fromEntries(settings.map((each) => [each.name, schemaOf(each)]));
  const required = settings.filter(({ isOptional }) => isOptional !== true).map(({ name }) => name);
  const fields = settings.flatMap(({ name, kind, choices = [] }) => {
    const field = fieldOf[kind];
    return field === null
      ? []
      : [[name, { 'ui:field': field, 'ui:options': { choices: [...choices] } }] as const];
  });
  const filled = settings.filter(({ kind }) => filledKinds.has(kind)).map(({ name }) => name);
  return {
    schema: { type: 'object', properties, required },
    named: {
      widgets: {},
      fields: Object.fromEntries(fields),
      rare: new Set(),
      filled: new Set(filled),
      isDense: true,
    },
  };
}

function schemaOf({ name, kind, about, choices = [] }: StepSetting): JsonObject {
  const words: { [key: string]: Json } = { title: toTitle(name) };
  const text = about.replaceAll('`', '');
  if (!silent.has(kind)) words['description'] = text.charAt(0).toUpperCase() + text.slice(1);
  if (kind === 'count') return { ...words, type: 'integer' };
  if (kind === 'amount') return { ...words, type: ['integer', 'string'] };
  if (kind === 'name') return { ...words, type: 'string' };
  return kind === 'choice' ? { ...words, type: 'string', enum: [...choices] } : words;
}
