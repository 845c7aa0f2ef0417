import type { Json } from '@skein/kernel';
import { isDeeperThan } from '../json-depth.ts';
import { checkJsonSchema } from '@skein/dialects';
import type { Cassette } from './cassette.ts';
import { cassetteSchema } from './cassette-schema.ts';

export type ParsedCassette =
  | { readonly ok: true; readonly cassette: Cassette }
  | { readonly ok: false; readonly problems: readonly string[] };

const depthMax = 200;

/** Checks a document that should be a cassette. */
export function parseCassette(value: Json): ParsedCassette {
  if (isDeeperThan(value, depthMax)) {
    return { ok: false, problems: [`it is nested deeper than ${depthMax} levels`] };
  }
  const checked = checkJsonSchema(cassetteSchema, value, { isAlone: true });
  if (checked.result === 'misfit') return { ok: false, problems: checked.problems };
  if (checked.result === 'bad-schema') throw new Error(checked.message);
  // The schema says that it has this form.
  const cassette = value as unknown as Cassette;
  const problems = cassette.calls.flatMap(({ ask }, place) => {
    if (ask.type !== 'model' || ask.after === undefined || ask.after <= place) return [];
    return [`/calls/${place}/ask/after does not name an earlier call`];
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, cassette };
}
