import type { DescribedStep, Json, JsonObject, StepSettingKind } from '@skein/kernel';

/** What a setting of this kind can begin with for rows that have this field; others begin as in the example. */
const beginnings: { readonly [Kind in StepSettingKind]?: (field: string) => Json } = {
  condition: (field) => ({ field, op: 'exists' }),
  order: (field) => [{ field, order: 'asc' }],
  field: (field) => field,
  fields: (field) => [field],
  aggregates: () => ({ count: { fn: 'count' } }),
  names: (field) => ({ [field]: `${field}_2` }),
  match: (field) => field,
};

/** A step that is valid: its example, with a field that the rows have. */
export function newStep(
  { op, settings, example }: DescribedStep,
  fields: readonly string[],
): JsonObject {
  const [field] = fields;
  const given = Object.entries(example.step).map(([name, value]): [string, Json] => {
    const kind = settings.find((setting) => setting.name === name)?.kind;
    const begin = kind === undefined ? undefined : beginnings[kind];
    return [name, field === undefined || begin === undefined ? value : begin(field)];
  });
  return { op, ...Object.fromEntries(given) };
}
