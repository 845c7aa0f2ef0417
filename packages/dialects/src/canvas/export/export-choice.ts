// Native choices (`if`, `switch`) as the `if` of a canvas, which compares the previous output as folded text.
import { isObject, ownValue, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';
import type { ExportedNode, ReportLoss } from './exported-node.ts';
import { literalOf } from './export-text.ts';
import type { CanvasCondition } from '../read/read-canvas.ts';

export function exportChoice(node: WorkflowNode, report: ReportLoss): ExportedNode {
  const { id, config = {} } = node;
  const branches = branchesOf(node);
  const handles = new Map<string, string>([[node.type === 'if' ? 'false' : 'default', 'false']]);
  const conditions: { readonly [key: string]: Json }[] = [];
  for (const { port, when, path } of branches) {
    const condition = conditionOf(when);
    if (condition === null) {
      report(
        path,
        'A canvas compares the previous output with a text, folded, by equal or contains.',
      );
    }
    handles.set(port, `condition-${conditions.length}`);
    // An empty value never matches, so a condition that cannot be expressed takes no branch by mistake.
    conditions.push({ ...(condition ?? { operator: 'equal', value: '' }) });
  }
  if (ownValue(config, 'first') === false) {
    report(['config', 'first'], 'In a canvas only the first condition that matches counts.');
  }
  const data = conditions.length === 0 ? {} : { data: { conditions } };
  return { json: { id, type: 'if', ...data }, handles };
}

interface Branch {
  readonly port: string;
  readonly when: Json;
  readonly path: Path;
}

function branchesOf({ type, config = {} }: WorkflowNode): readonly Branch[] {
  if (type === 'if') {
    const when = ownValue(config, 'condition') ?? null;
    // Never true: a canvas says that without any condition.
    return when === false ? [] : [{ port: 'true', when, path: ['config', 'condition'] }];
  }
  const cases = ownValue(config, 'cases');
  const list: readonly Json[] = Array.isArray(cases) ? cases : [];
  return list.filter(isObject).map((one, index) => ({
    port: nameOf(one),
    when: ownValue(one, 'when') ?? null,
    path: ['config', 'cases', index, 'when'],
  }));
}

function nameOf(one: JsonObject): string {
  const name = ownValue(one, 'name');
  return typeof name === 'string' ? name : '';
}

function conditionOf(when: Json): CanvasCondition | null {
  if (!isObject(when) || ownValue(when, 'fold') !== true) return null;
  if (ownValue(when, 'left') !== '${previous}') return null;
  const op = ownValue(when, 'op');
  const right = literalOf(ownValue(when, 'right') ?? null);
  if ((op !== 'eq' && op !== 'contains') || typeof right !== 'string') return null;
  return { operator: op === 'eq' ? 'equal' : 'contains', value: right };
}
