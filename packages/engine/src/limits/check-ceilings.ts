import { inlineWorkflow } from '@skein/dialects';
import {
  isObject,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
  type RetryTimes,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import type {
  Compile,
  CompiledWorkflow,
  ReadingOptions,
} from '../state/definitions/compiled-workflow.ts';
import type { CeilingName, Ceilings } from './ceilings.ts';

/** The same, which refuses definitions that ask for more than there may be. */
export function withCeilings(compile: Compile, ceilings: Ceilings): Compile {
  const checked = (compiled: CompiledWorkflow): CompiledWorkflow => {
    if (compiled.graph === null) return compiled;
    const found = aboveCeilings(compiled.graph.workflow, ceilings);
    if (found.length === 0) return compiled;
    return { ...compiled, diagnostics: [...compiled.diagnostics, ...found] };
  };
  const { inParts } = compile;
  const atOnce = (definition: unknown, options: ReadingOptions) =>
    checked(compile(definition, options));
  if (inParts === undefined) return atOnce;
  return Object.assign(atOnce, {
    *inParts(definition: unknown, options: ReadingOptions) {
      return checked(yield* inParts(definition, options));
    },
  });
}

type Check = (name: CeilingName, value: Json | undefined, ...path: (string | number)[]) => void;

function aboveCeilings(workflow: Workflow, ceilings: Ceilings): Diagnostic[] {
  const found: Diagnostic[] = [];
  const checkBelow =
    (prefix: readonly (string | number)[]): Check =>
    (name, value, ...path) => {
      if (Array.isArray(value)) {
        for (const [i, each] of value.entries()) checkBelow(prefix)(name, each, ...path, i);
        return;
      }
      if (typeof value !== 'number' || value <= ceilings[name] || found.length >= foundMax) return;
      found.push(above(name, { value, max: ceilings[name] }, [...prefix, ...path]));
    };
  const pending: { readonly inner: Workflow; readonly path: readonly (string | number)[] }[] = [
    { inner: workflow, path: [] },
  ];
  // Those inside it too: they become runs of their own.
  for (const { inner, path } of pending) {
    checkPolicy(inner, checkBelow(path));
    for (const [i, node] of inner.nodes.entries()) {
      checkNode(node, checkBelow([...path, 'nodes', i]));
      const nested = inlineWorkflow(node.type, node.config);
      if (nested === undefined) continue;
      // Its shape was checked together with that of the outer one.
      const below = nested as unknown as Workflow;
      pending.push({ inner: below, path: [...path, 'nodes', i, 'config', 'workflow'] });
    }
  }
  return found;
}

function checkPolicy({ policy = {} }: Workflow, check: Check): void {
  check('maxSteps', policy.maxSteps, 'policy', 'maxSteps');
  check('window', policy.window, 'policy', 'window');
  check('concurrency', policy.concurrency, 'policy', 'concurrency');
  check('durationMs', policy.timeoutMs ?? undefined, 'policy', 'timeoutMs');
  check('durationMs', policy.modelRetryMs ?? undefined, 'policy', 'modelRetryMs');
  const { rate, debounce } = policy.runs ?? {};
  check('durationMs', rate?.per, 'policy', 'runs', 'rate', 'per');
  check('durationMs', debounce?.quietMs, 'policy', 'runs', 'debounce', 'quietMs');
  check('durationMs', debounce?.maxMs, 'policy', 'runs', 'debounce', 'maxMs');
  const { runs, open, depth, bytes } = policy.tree ?? {};
  check('treeRuns', runs ?? undefined, 'policy', 'tree', 'runs');
  check('treeOpen', open ?? undefined, 'policy', 'tree', 'open');
  check('treeDepth', depth ?? undefined, 'policy', 'tree', 'depth');
  check('treeBytes', bytes ?? undefined, 'policy', 'tree', 'bytes');
}

function checkNode(
  { type, config = {}, retry, rate, debounce, timeoutMs }: WorkflowNode,
  check: Check,
): void {
  checkRetry(retry, check, 'retry');
  for (const [i, rule] of (retry?.rules ?? []).entries())
    checkRetry(rule, check, 'retry', 'rules', i);
  check('durationMs', timeoutMs ?? undefined, 'timeoutMs');
  check('durationMs', rate?.per, 'rate', 'per');
  check('durationMs', debounce?.quietMs, 'debounce', 'quietMs');
  check('durationMs', debounce?.maxMs, 'debounce', 'maxMs');
  for (const key of ['deadlineMs', 'ms', 'timeoutMs']) {
    check('durationMs', ownValue(config, key), 'config', key);
  }
  const notify = ownValue(config, 'notify');
  if (isObject(notify)) {
    for (const key of ['remindAfterMs', 'escalateAfterMs', 'expiresAfterMs']) {
      check('durationMs', ownValue(notify, key), 'config', 'notify', key);
    }
  }
  if (type === 'map')
    check('mapConcurrency', ownValue(config, 'concurrency'), 'config', 'concurrency');
  const pagination = ownValue(config, 'pagination');
  if (type !== 'http' || !isObject(pagination)) return;
  check('httpPages', ownValue(pagination, 'pagesMax'), 'config', 'pagination', 'pagesMax');
  check('httpItems', ownValue(pagination, 'itemsMax'), 'config', 'pagination', 'itemsMax');
}

function checkRetry(
  times: RetryTimes | null | undefined,
  check: Check,
  ...path: (string | number)[]
): void {
  check('retryAttempts', times?.attempts, ...path, 'attempts');
  check('durationMs', times?.backoffMs, ...path, 'backoffMs');
  check('durationMs', times?.maxMs, ...path, 'maxMs');
}

const foundMax = 200;

function above(
  name: CeilingName,
  { value, max }: { readonly value: number; readonly max: number },
  path: readonly (string | number)[],
): Diagnostic {
  return {
    code: 'ABOVE_CEILING',
    severity: 'error',
    pointer: pointer(...path),
    message: `${value} is more than the ceiling ${name} of this engine, ${max}.`,
    hint: `Write at most ${max}, or have the operator raise limits.engine.ceilings.${name}.`,
  };
}
