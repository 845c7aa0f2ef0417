// The output of a state: its result at its place in the raw input.
import { ownValue, type Json } from '@skein/kernel';
import { addEdge, takeId } from '../draft/draft.ts';
import { computed } from '../draft/place.ts';
import {
  addState,
  computedOrLoss,
  loseState,
  quoted,
  rootsOf,
  type AslState,
} from './asl-scope.ts';
import { pathExpression } from './json-path.ts';

/** What a state leaves behind: the node whose value is its output, with its port; null where it ends the machine. */
export interface Left {
  readonly from: string;
  readonly out?: string;
}

/** The value through `OutputPath`. */
export function outputTemplate(step: AslState, value: string): Json {
  const path = ownValue(step.state, 'OutputPath');
  if (path === null) return {};
  if (typeof path !== 'string' || path === '$') return computed(value);
  return computedOrLoss(step, path, () => pathExpression(path, rootsOf(step, value, [])));
}

/** The output of a state: its result put into the raw input at `ResultPath`, then `OutputPath`. */
export function finishResult(
  step: AslState,
  entry: string,
  { from, result }: { readonly from: string; readonly result: string },
): Left {
  const path = ownValue(step.state, 'ResultPath');
  const output = ownValue(step.state, 'OutputPath');
  const isWhole = path === undefined || path === '$' || step.scope.isJsonata;
  if (isWhole && (output === undefined || output === '$') && result === `${quoted(from)}.output`)
    return { from };
  const raw = `${quoted(entry)}.output`;
  const placed = isWhole
    ? result
    : path === null
      ? raw
      : placeAt(step, typeof path === 'string' ? path : '', raw, result);
  const id = takeId(step.scope.draft, `${step.name}_out`);
  const config = { value: outputTemplate(step, placed) };
  addState(step, { id, type: 'transform', config });
  addEdge(step.scope.draft, { from, to: id });
  return { from: id };
}

/** The raw input with a value at a path: `$.a.b`. */
export function placeAt(step: AslState, path: string, raw: string, value: string): string {
  const keys = [...path.matchAll(/\.([\w-]+)|\['([^']+)'\]/g)].map(
    ([, plain, other]) => plain ?? other ?? '',
  );
  if (!/^\$(?:\.[\w-]+|\['[^']+'\])+$/.test(path)) {
    loseState(
      step,
      'path',
      `"${step.name}" puts its result at "${path}", which has no counterpart.`,
      'Put it at a path of names.',
    );
    return value;
  }
  const build = (base: string, [key = '', ...rest]: readonly string[]): string => {
    const inner = rest.length === 0 ? value : build(`${base}[${JSON.stringify(key)}]`, rest);
    return `merge(type(${base} ?? null) == "object" ? ${base} : {}, { ${JSON.stringify(key)}: ${inner} })`;
  };
  return build(raw, keys);
}
