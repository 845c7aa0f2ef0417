import { ownValue, pointer, type Diagnostic, type Json, type Workflow } from '@skein/kernel';
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

function aboveCeilings({ policy = {}, nodes }: Workflow, ceilings: Ceilings): Diagnostic[] {
  const found: Diagnostic[] = [];
  const check = (name: CeilingName, value: Json | undefined, ...path: (string | number)[]) => {
    if (typeof value !== 'number' || value <= ceilings[name] || found.length >= foundMax) return;
    found.push(above(name, { value, max: ceilings[name] }, path));
  };
  check('maxSteps', policy.maxSteps, 'policy', 'maxSteps');
  check('window', policy.window, 'policy', 'window');
  check('concurrency', policy.concurrency, 'policy', 'concurrency');
  check('durationMs', policy.timeoutMs ?? undefined, 'policy', 'timeoutMs');
  const { runs, open, depth, bytes } = policy.tree ?? {};
  check('treeRuns', runs ?? undefined, 'policy', 'tree', 'runs');
  check('treeOpen', open ?? undefined, 'policy', 'tree', 'open');
  check('treeDepth', depth ?? undefined, 'policy', 'tree', 'depth');
  check('treeBytes', bytes ?? undefined, 'policy', 'tree', 'bytes');
  for (const [i, { type, config = {}, retry, timeoutMs }] of nodes.entries()) {
    check('retryAttempts', retry?.attempts, 'nodes', i, 'retry', 'attempts');
    check('durationMs', timeoutMs ?? undefined, 'nodes', i, 'timeoutMs');
    for (const key of ['deadlineMs', 'ms']) {
      check('durationMs', ownValue(config, key), 'nodes', i, 'config', key);
    }
    if (type !== 'map') continue;
    check('mapConcurrency', ownValue(config, 'concurrency'), 'nodes', i, 'config', 'concurrency');
  }
  return found;
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
