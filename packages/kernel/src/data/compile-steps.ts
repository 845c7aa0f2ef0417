// From the `steps` of a config to something that runs
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import { isList } from '../references/is-list.ts';
import type { TemplateProblem } from '../references/template-problem.ts';
import type { Template } from '../references/template.ts';
import type { CompiledStep } from './step-entry.ts';
import { hasOnly, nearHint, report, said, type Path, type StepReader } from './step-reader.ts';
import { stepTable } from './step-table.ts';

/** More than anybody reads; each is compiled when the graph is. */
const STEPS_MAX = 100;

export interface DataStep extends CompiledStep {
  readonly op: string;
}

export interface CompiledSteps {
  /** Those that are sound. */
  readonly steps: readonly DataStep[];
  /** Paths start inside the list of steps. */
  readonly problems: readonly TemplateProblem[];
  readonly templates: readonly { readonly template: Template; readonly path: Path }[];
}

export function compileSteps(given: Json): CompiledSteps {
  const problems: TemplateProblem[] = [];
  const templates: StepReader['templates'] = [];
  const reader = (settings: JsonObject, path: Path): StepReader => {
    return { settings, path, problems, templates };
  };
  const list = isList(given) ? given : [];
  if (!isList(given)) {
    report(reader({}, []), [], `"steps" is a list, not ${said(given)}.`, 'Write [ { "op": … } ].');
  }
  if (list.length > STEPS_MAX) {
    const message = `There are ${list.length} steps; a node has at most ${STEPS_MAX}.`;
    report(reader({}, []), [], message, 'Split them over several data nodes.');
    return { steps: [], problems, templates };
  }
  const steps = list.flatMap((step, index) => {
    const settings = isObject(step) ? step : {};
    const compiled = compileStep(reader(settings, [index]), step);
    return compiled === null ? [] : [compiled];
  });
  return { steps, problems, templates };
}

function compileStep(reader: StepReader, given: Json): DataStep | null {
  const op = isObject(given) ? ownValue(given, 'op') : undefined;
  const entry = typeof op === 'string' ? stepTable.get(op) : undefined;
  if (entry === undefined) {
    const message = op === undefined ? 'A step needs an "op".' : `${said(op)} is not a step.`;
    return report(reader, ['op'], message, nearHint(op, [...stepTable.keys()]));
  }
  const known = ['op', ...entry.settings.map(({ name }) => name)];
  // What was meant may be a part of another setting, such as the order of a field.
  const about = entry.settings
    .map(({ name, about: meaning }) => ` "${name}": ${meaning}.`)
    .join('');
  if (!hasOnly(reader, reader.settings, { known, at: [], about })) return null;
  const before = reader.problems.length;
  const compiled = entry.compile(reader);
  // A problem inside an expression does not stop the step from being read.
  if (compiled === null || reader.problems.length > before) return null;
  return { op: entry.op, ...compiled };
}
