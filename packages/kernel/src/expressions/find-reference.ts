// What an expression reads of its run, found without running it
// A path that begins at a node or at one of the reserved words is one reference: checks, `explain`, pending nodes and editors
// know it like one in a template.
import { formatReference } from '../references/format-reference.ts';
import { nodeFields } from '../references/node-fields.ts';
import type { Reference, ReferenceSource } from '../references/template.ts';
import { closestName } from '../values/closest-name.ts';
import { ExpressionProblem } from './expression-problem.ts';
import { nameOf } from './name-of.ts';
import { dashHint } from './scanner.ts';
import type { Tree } from './syntax-tree.ts';
import { writeStep } from './write-step.ts';

export interface FoundReference {
  readonly reference: Reference;
  /** The part of the tree that is more than the reference: what is computed from it. Outermost last. */
  readonly rest: readonly PathStep[];
}

export type PathStep = Extract<Tree, { readonly kind: 'member' | 'index' | 'method' }>;

/** Null for a tree that does not begin at something that the run knows; `locals` are names of parameters. */
export function findReference(
  text: string,
  tree: Tree,
  locals: ReadonlyMap<string, number>,
): FoundReference | null {
  const steps: PathStep[] = [];
  let base = tree;
  while (base.kind === 'member' || base.kind === 'index' || base.kind === 'method') {
    steps.unshift(base);
    base = base.of;
  }
  if (base.kind !== 'node' && base.kind !== 'name') return null;
  if (base.kind === 'name' && locals.has(base.name)) return null;
  const target = findTarget(text, base, { steps, locals });
  const path: (string | number)[] = [];
  let used = target.used;
  for (let step = steps[used]; step !== undefined; step = steps[used]) {
    const key = target.hasPath ? literalKey(step) : undefined;
    // The length of a list is not a part of it; a whole number is.
    if (key === undefined || key === 'length') break;
    path.push(key);
    used += 1;
  }
  const { source, select } = target;
  const bare: Reference = { source, select, path, text: '' };
  // As a template would write it, because messages name both kinds side by side.
  const reference = { ...bare, text: formatReference(bare) };
  return { reference, rest: steps.slice(used) };
}

interface Target {
  readonly source: ReferenceSource;
  readonly select: Reference['select'];
  /** How many steps name the target. */
  readonly used: number;
  readonly hasPath: boolean;
}

type Base = Extract<Tree, { readonly kind: 'node' | 'name' }>;

/** What follows the name at which a path begins, and which names are there besides those of nodes. */
interface Around {
  readonly steps: readonly PathStep[];
  readonly locals: ReadonlyMap<string, number>;
}

const RESERVED = ['trigger', 'inputs', 'previous', 'context', 'now', 'state'];

function findTarget(text: string, base: Base, around: Around): Target {
  if (base.kind === 'node') return nodeTarget(text, base.id, base, around);
  const { steps } = around;
  switch (base.name) {
    case 'trigger':
    case 'inputs':
    case 'previous':
    case 'context':
      return { source: { kind: base.name }, select: 'newest', used: 0, hasPath: true };
    case 'now':
      return nowTarget(steps);
    case 'state':
      return stateTarget(text, base, around);
    default:
      return nodeTarget(text, base.name, base, around);
  }
}

function nodeTarget(text: string, node: string, base: Base, around: Around): Target {
  const source: ReferenceSource = { kind: 'node', node };
  const [first, second] = around.steps;
  const field = first === undefined ? undefined : literalKey(first);
  if (field === 'output') return { source, select: 'newest', used: 1, hasPath: true };
  if (field === 'status') return { source, select: 'status', used: 1, hasPath: false };
  const index = second === undefined ? undefined : literalKey(second);
  if (field === 'outputs' && typeof index === 'number') {
    return { source, select: index, used: 2, hasPath: true };
  }
  if (field === 'outputs') return { source, select: 'all', used: 1, hasPath: false };
  throw unknownValue(text, base, around);
}

/** As in a template: no name in the state is one of those that a node has. */
function stateTarget(text: string, base: Base, around: Around): Target {
  const [first] = around.steps;
  const field = first === undefined ? undefined : literalKey(first);
  if (typeof field === 'string' && nodeFields.has(field)) {
    return nodeTarget(text, 'state', base, around);
  }
  if (first !== undefined && field === undefined) {
    const hint = 'Write its name out, so that it can be checked before a run: state.name.';
    throw new ExpressionProblem('a value of the state is read by its name', first.at, hint);
  }
  return { source: { kind: 'state' }, select: 'newest', used: 0, hasPath: true };
}

function unknownValue(text: string, base: Base, { steps, locals }: Around): ExpressionProblem {
  const [first] = steps;
  const name = base.kind === 'node' ? base.id : base.name;
  const dashed = base.kind === 'name' ? dashHint(text, base.at) : '';
  if (dashed !== '') return new ExpressionProblem(`"${name}" is not a value here`, base.at, dashed);
  const meant = base.kind === 'name' ? closestName(name, [...locals.keys(), ...RESERVED]) : null;
  if (meant !== null) {
    const hint = `Did you mean ${meant}? A node is read as ${nameOf(name)}.output.`;
    return new ExpressionProblem(`"${name}" is not a value here`, base.at, hint);
  }
  if (first === undefined || first.kind === 'method') {
    const hint = `Read a node as ${nameOf(name)}.output, and write a text in quotes.`;
    return new ExpressionProblem(`"${name}" is not a value here`, base.at, hint);
  }
  const key = literalKey(first);
  const hint =
    typeof key === 'string'
      ? `A field of its output is read as ${nameOf(name)}.output${writeStep(key)}.`
      : '';
  const message = `expected .output, .outputs or .status after the node "${name}"`;
  return new ExpressionProblem(message, first.at, hint);
}

function nowTarget(steps: readonly PathStep[]): Target {
  const [first] = steps;
  const target = (source: ReferenceSource, used: number): Target => {
    return { source, select: 'newest', used, hasPath: false };
  };
  if (first?.kind === 'method' && first.name === 'date') {
    const [zone] = first.given;
    if (first.given.length !== 1 || zone?.kind !== 'literal' || typeof zone.value !== 'string') {
      throw new ExpressionProblem('expected a time zone in quotes in now.date(…)', first.at);
    }
    return target({ kind: 'now', field: 'date', zone: zone.value }, 1);
  }
  const field = first === undefined ? undefined : literalKey(first);
  if (field === 'ms' || field === 'date') return target({ kind: 'now', field }, 1);
  return target({ kind: 'now', field: 'iso' }, 0);
}

/** A key that is written out; undefined for one that is computed, and for a method. */
function literalKey(step: PathStep): string | number | undefined {
  if (step.kind === 'member') return step.key;
  if (step.kind === 'method') return undefined;
  const { key } = step;
  const isNegative = key.kind === 'unary' && key.operator === '-';
  const literal = isNegative ? key.of : key;
  if (literal.kind !== 'literal') return undefined;
  const { value } = literal;
  if (typeof value === 'string') return isNegative ? undefined : value;
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return isNegative ? 0 - value : value;
}
