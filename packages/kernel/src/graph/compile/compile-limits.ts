// Limits across runs, compiled: of nodes and of the workflow (SPEC K361, K363).
import {
  pointer,
  type ConcurrencyLimit,
  type RateLimit,
  type RatePeriod,
  type SharedLimits,
  type WorkflowNode,
} from '../../definition.ts';
import { parseTemplate } from '../../templates/parse-template.ts';
import { referencesOf } from '../../references/references-of.ts';
import type { Template } from '../../references/template.ts';
import type { GraphDebounce, SharedSlots, SlotRule } from '../graph.ts';
import type { Compilation } from './compilation.ts';
import { notePlace } from './note-place.ts';

const periods: Readonly<Record<RatePeriod, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

interface Place {
  readonly path: readonly (string | number)[];
  /** Null: of the workflow. */
  readonly node: number | null;
}

export function compileNodeLimits(
  compilation: Compilation,
  definition: WorkflowNode,
  { index, mutex }: { readonly index: number; readonly mutex: Template | null },
): SharedSlots | null {
  const hasMutex = mutex !== null && typeof definition.mutex === 'string' && !ofContext(mutex);
  const place: Place = { path: ['nodes', index], node: index };
  const rules = [
    ...compileNodeDebounce(compilation, definition, place),
    ...(hasMutex ? [{ kind: 'node', key: mutex, limit: 1, perMs: null } as const] : []),
    ...compileRules(compilation, definition, place),
  ];
  if (rules.length === 0) return null;
  return { rules, priority: compilePriority(compilation, definition, place), hasMutex };
}

function compileNodeDebounce(
  compilation: Compilation,
  { debounce }: WorkflowNode,
  { path, node }: Place,
): readonly SlotRule[] {
  if (!debounce) return [];
  const { key, quietMs, maxMs = null } = debounce;
  const place: Place = { path: [...path, 'debounce', 'key'], node };
  const template = key === undefined ? null : compileText(compilation, key, place);
  const quiet = { quietMs, maxMs };
  return [{ kind: 'node debounce', key: template, limit: 1, perMs: null, quiet }];
}

export function compileRunLimits(compilation: Compilation): SharedSlots | null {
  const limits = compilation.workflow.policy?.runs;
  if (limits === undefined) return null;
  const place: Place = { path: ['policy', 'runs'], node: null };
  const rules = compileRules(compilation, limits, place);
  if (rules.length === 0) return null;
  return { rules, priority: compilePriority(compilation, limits, place), hasMutex: false };
}

export function compileDebounce(compilation: Compilation): GraphDebounce | null {
  const debounce = compilation.workflow.policy?.runs?.debounce ?? null;
  if (debounce === null) return null;
  const { key, quietMs, maxMs = null } = debounce;
  const place: Place = { path: ['policy', 'runs', 'debounce', 'key'], node: null };
  const template = key === undefined ? null : compileText(compilation, key, place);
  return { key: template, quietMs, maxMs };
}

/** A conversation belongs to one run: whoever writes to it can only meet nodes of that run. */
function ofContext(mutex: Template): boolean {
  return referencesOf(mutex).some(({ source }) => source.kind === 'context');
}

function compileRules(
  compilation: Compilation,
  { concurrency, rate }: SharedLimits,
  { path, node }: Place,
): readonly SlotRule[] {
  const key = (limit: ConcurrencyLimit | RateLimit, name: string) =>
    limit.key === undefined
      ? null
      : compileText(compilation, limit.key, { path: [...path, name, 'key'], node });
  const rules: SlotRule[] = [];
  if (concurrency) {
    const kind = node === null ? 'runs' : 'node';
    rules.push({
      kind,
      key: key(concurrency, 'concurrency'),
      limit: concurrency.limit,
      perMs: null,
    });
  }
  if (rate) {
    const kind = node === null ? 'runs rate' : 'node rate';
    const perMs = typeof rate.per === 'number' ? rate.per : periods[rate.per];
    rules.push({ kind, key: key(rate, 'rate'), limit: rate.limit, perMs });
  }
  return rules;
}

function compilePriority(
  compilation: Compilation,
  { priority }: SharedLimits,
  { path, node }: Place,
): Template | null {
  if (priority === undefined) return null;
  if (typeof priority === 'number') return { kind: 'constant', value: priority };
  return compileText(compilation, priority, { path: [...path, 'priority'], node });
}

function compileText(compilation: Compilation, text: string, { path, node }: Place): Template {
  const { template, problems } = parseTemplate(text);
  for (const { message, hint, code = 'BAD_REFERENCE' } of problems) {
    compilation.diagnostics.push({
      code,
      severity: 'error',
      pointer: pointer(...path),
      message,
      hint,
    });
  }
  if (node !== null) notePlace(compilation, template, { node, path: path.slice(2).map(String) });
  return template;
}
