// Parsing conditions
// Reads a condition as its author wrote it: `{ all }`, `{ any }`, `{ not }`, `{ left, op, right, fold }`, a text that
// is exactly one reference or expression (truthy), or true and false. All problems are reported at once.
import { isObject, ownValue, type Json, type JsonObject } from '../json.ts';
import { isList } from '../references/is-list.ts';
import { parseTemplate } from '../templates/parse-template.ts';
import type { Template } from '../references/template.ts';
import type { TemplateProblem } from '../references/template-problem.ts';
import type { Condition } from './condition.ts';
import { conditionOperators, isUnary, type ConditionOperator } from './condition-operators.ts';

/** `warnings` name keys that mean nothing here: often a typo, never a reason not to run. */
export type ParsedCondition =
  | {
      readonly condition: Condition;
      readonly problems: readonly [];
      readonly warnings: readonly TemplateProblem[];
    }
  | {
      readonly condition: null;
      readonly problems: readonly TemplateProblem[];
      readonly warnings: readonly TemplateProblem[];
    };

const CONDITION_DEPTH_MAX = 200;

/** `locals` are names that both sides may read, besides what the run knows. */
export function parseCondition(value: Json, locals?: readonly string[]): ParsedCondition {
  const walk: Walk = { path: [], problems: [], warnings: [], locals };
  const condition = parse(walk, value);
  const { problems, warnings } = walk;
  if (condition === null || problems.length > 0) return { condition: null, problems, warnings };
  return { condition, problems: [], warnings };
}

interface Walk {
  readonly path: (string | number)[];
  readonly problems: TemplateProblem[];
  readonly warnings: TemplateProblem[];
  readonly locals: readonly string[] | undefined;
}

const FORMS = ['all', 'any', 'not', 'left'] as const;
const FORMS_HINT =
  'Write { "all": […] }, { "any": […] }, { "not": … }, { "left": …, "op": …, "right": … } or one reference.';

function parse(walk: Walk, value: Json): Condition | null {
  if (walk.path.length >= CONDITION_DEPTH_MAX) {
    const message = `The condition is nested over ${CONDITION_DEPTH_MAX} levels deep.`;
    return problem(walk, message, 'Move a part of it into an "if" node of its own.');
  }
  if (typeof value === 'boolean') return truthy({ kind: 'constant', value });
  if (typeof value === 'string') return parseBareText(walk, value);
  if (!isObject(value)) {
    const message = `A condition is an object, one reference, true or false, not ${nameOf(value)}.`;
    return problem(walk, message, FORMS_HINT);
  }
  const forms = FORMS.filter((form) => Object.hasOwn(value, form));
  const [form] = forms;
  if (form === undefined || forms.length > 1)
    return problem(walk, formMessage(value, forms), FORMS_HINT);
  switch (form) {
    case 'all':
    case 'any':
      return parseGroup(walk, value, form);
    case 'not':
      return parseNot(walk, value);
    case 'left':
      return parseCompare(walk, value);
  }
}

function formMessage(value: JsonObject, forms: readonly string[]): string {
  if (forms.length > 1) return `A condition has one form, but this has ${listed(forms)}.`;
  if (Object.hasOwn(value, 'op')) return 'This comparison has no left side.';
  return `This object is no condition: it has none of ${listed(FORMS)}.`;
}

function truthy(left: Template): Condition {
  return { kind: 'compare', left, op: 'truthy', right: null, fold: false };
}

function parseBareText(walk: Walk, text: string): Condition | null {
  const { template, problems } = parseTemplate(text, { locals: walk.locals });
  for (const { message, hint, code } of problems) problem(walk, message, hint, code);
  if (problems.length > 0) return null;
  const isReference =
    template.kind === 'reference' ||
    template.kind === 'expression' ||
    (template.kind === 'text' && template.parts.length === 1);
  if (isReference) return truthy(template);
  const message = 'A text is a condition only when it is exactly one reference or expression.';
  return problem(
    walk,
    message,
    'Write "${node.output.flag}", or compare: { "left", "op", "right" }.',
  );
}

function parseGroup(walk: Walk, value: JsonObject, kind: 'all' | 'any'): Condition | null {
  warnUnknown(walk, value, [kind]);
  const list = value[kind];
  walk.path.push(kind);
  const conditions = isList(list) ? parseList(walk, list) : null;
  if (conditions === null) {
    problem(walk, `"${kind}" takes a list of conditions.`, `Write { "${kind}": [ … ] }.`);
  }
  walk.path.pop();
  return conditions === null ? null : { kind, of: conditions };
}

function parseList(walk: Walk, list: readonly Json[]): Condition[] {
  const conditions: Condition[] = [];
  for (const [index, item] of list.entries()) {
    walk.path.push(index);
    const condition = parse(walk, item);
    if (condition !== null) conditions.push(condition);
    walk.path.pop();
  }
  return conditions;
}

function parseNot(walk: Walk, value: JsonObject): Condition | null {
  warnUnknown(walk, value, ['not']);
  walk.path.push('not');
  const of = parse(walk, ownValue(value, 'not') ?? null);
  walk.path.pop();
  return of === null ? null : { kind: 'not', of };
}

function parseCompare(walk: Walk, value: JsonObject): Condition | null {
  warnUnknown(walk, value, ['left', 'op', 'right', 'fold']);
  const op = parseOperator(walk, value);
  const left = parseSide(walk, value, 'left');
  const right = Object.hasOwn(value, 'right') ? parseSide(walk, value, 'right') : null;
  const fold = ownValue(value, 'fold') ?? false;
  if (typeof fold !== 'boolean') {
    return problem(walk, '"fold" is true or false.', 'Leave "fold" out, or write "fold": true.');
  }
  if (op === null || left === null) return null;
  if (!isUnary(op)) {
    if (right !== null) return { kind: 'compare', left, op, right, fold };
    return problem(walk, `The operator "${op}" needs a right side.`, 'Add "right": …');
  }
  // An editor that always writes the key writes null where there is nothing to compare with.
  if (right !== null && (right.kind !== 'constant' || right.value !== null)) {
    return problem(walk, `The operator "${op}" takes no right side.`, 'Leave out "right".');
  }
  if (fold) warn(walk, `"fold" does nothing beside the operator "${op}".`, 'Leave out "fold".');
  return { kind: 'compare', left, op, right: null, fold: false };
}

function parseOperator(walk: Walk, value: JsonObject): ConditionOperator | null {
  const written = ownValue(value, 'op');
  const op = conditionOperators.find((known) => known === written);
  if (op !== undefined) return op;
  const message =
    written === undefined
      ? 'This comparison has no operator.'
      : `The operator ${JSON.stringify(written).slice(0, 60)} is not known.`;
  return problem(walk, message, `Known operators: ${conditionOperators.join(', ')}.`);
}

function parseSide(walk: Walk, value: JsonObject, side: 'left' | 'right'): Template {
  const { template, problems } = parseTemplate(ownValue(value, side) ?? null, {
    locals: walk.locals,
  });
  for (const { path, ...found } of problems) {
    walk.problems.push({ path: [...walk.path, side, ...path], ...found });
  }
  return template;
}

function warnUnknown(walk: Walk, value: JsonObject, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    walk.path.push(key);
    warn(walk, `The key ${JSON.stringify(key)} means nothing here.`, `Known: ${known.join(', ')}.`);
    walk.path.pop();
  }
}

function problem(walk: Walk, message: string, hint: string, code?: TemplateProblem['code']): null {
  const found = { path: [...walk.path], message, hint };
  walk.problems.push(code === undefined ? found : { ...found, code });
  return null;
}

function warn(walk: Walk, message: string, hint: string): void {
  walk.warnings.push({ path: [...walk.path], message, hint });
}

function nameOf(value: Json): string {
  if (value === null) return 'null';
  return isList(value) ? 'a list' : `a ${typeof value}`;
}

function listed(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ');
}
