// Functions that are not registered
// A warning, because the process that validates need not be the one that runs.
import { isObject, ownValue } from '@skein/kernel';
import { createSuggester } from '../../diagnostics/suggester.ts';
import type { Finding } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { unchosenFunction } from '../nodes/function.ts';
import { nodesOf } from './check-workflow.ts';

export function checkFunctions(
  definition: unknown,
  registered: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const suggest = createSuggester();
  const names = [...registered];
  for (const { node, path } of nodesOf(definition)) {
    if (ownValue(node, 'type') !== 'function') continue;
    const config = ownValue(node, 'config');
    const name = isObject(config) ? ownValue(config, 'name') : undefined;
    if (typeof name !== 'string' || name === '' || name.includes('${')) continue;
    if (registered.has(name)) continue;
    const place = { path: [...path, 'config', 'name'], severity: 'warning' } as const;
    if (name === unchosenFunction) {
      findings.push({ ...place, code: 'FUNCTION_NOT_REGISTERED', ...unchosen(names) });
      continue;
    }
    const meant = suggest(name, names);
    findings.push({
      ...place,
      code: 'FUNCTION_NOT_REGISTERED',
      message: `No function is registered under the name ${quotedShort(name)}.`,
      hint: meant === null ? hintFor(names) : `Did you mean ${quotedShort(meant)}?`,
    });
  }
  return findings;
}

function unchosen(registered: readonly string[]): Pick<Finding, 'message' | 'hint'> {
  return {
    message: 'No function is chosen yet.',
    hint:
      registered.length === 0
        ? 'Register one; none is registered yet.'
        : `Choose one of ${listed(registered)}.`,
  };
}

const namesShown = 20;

function hintFor(registered: readonly string[]): string {
  if (registered.length === 0) {
    return 'Register it before the run reaches the node; none is registered yet.';
  }
  return `Register it before the run reaches the node. Registered: ${listed(registered)}.`;
}

function listed(registered: readonly string[]): string {
  const names = registered.slice(0, namesShown).join(', ');
  const rest = registered.length - namesShown;
  return `${names}${rest > 0 ? `, and ${rest} more` : ''}`;
}
