// Where runs begin, end and branch.
import { listAt, objectAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { computed } from '../../draft/place.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText, loseReference } from '../dify-text.ts';
import { valueExpression, valueTemplate, type DifyScope } from '../scope.ts';
import { convertCases } from './conditions.ts';
import {
  addStep,
  loseOf,
  objectsIn,
  single,
  type ConvertDify,
  type DifyStep,
} from './dify-step.ts';
import { inputSchema } from './input-schema.ts';

export const convertStart: ConvertDify = (step) => {
  const variables = objectsIn(listAt(step.node.data, 'variables'));
  addStep(step, { type: 'start', config: { schema: inputSchema(step, variables) } });
  const response = textOf(ownValue(step.node.data, 'response_body'));
  if (response !== '') {
    loseOf(step, {
      kind: 'trigger',
      key: 'response_body',
      message: `"${step.node.title}" answers its caller with a text of its own.`,
      hint: 'Callers get the id of the run, or its output if they wait for it.',
    });
  }
  return single(step.id);
};

/** The values that it gives; `convertGraph` decides whether it ends the run by itself. */
export const convertEnd: ConvertDify = (step) => {
  addStep(step, { type: 'transform', config: { value: outputsOf(step) } });
  return single(step.id);
};

function outputsOf(step: DifyStep): JsonObject {
  const value: { [name: string]: Json } = {};
  for (const output of objectsIn(listAt(step.node.data, 'outputs'))) {
    const selector = readSelector(ownValue(output, 'value_selector'));
    value[textAt(output, 'variable') ?? ''] = templateOrLoss(step, selector);
  }
  return value;
}

/** What a setting reads; null, and a loss, where nothing is known about it. */
export function templateOrLoss({ scope, node }: DifyStep, selector: readonly string[]): Json {
  if (selector.length === 0) return null;
  const found = valueTemplate(scope, selector);
  if (found !== undefined) return found;
  loseReference(scope, node, selector);
  return null;
}

export const convertAnswer: ConvertDify = (step) => {
  const { node, scope } = step;
  const value = convertText(scope, node, textAt(node.data, 'answer') ?? '', { isAnswer: true });
  addStep(step, { type: 'transform', config: { value } });
  return single(step.id);
};

export const convertIfElse: ConvertDify = (step) => {
  const cases = convertCases(step);
  addStep(step, { type: 'switch', config: { cases } });
  const names = new Set(cases.map((each) => textOf(ownValue(each, 'name'))));
  return {
    first: step.id,
    exit: (handle) => ({ from: step.id, out: names.has(handle) ? handle : 'default' }),
  };
};

/** The first variable that has a value; with groups, that of each group. */
export const convertAggregator: ConvertDify = (step) => {
  const { data } = step.node;
  const settings = objectAt(data, 'advanced_settings');
  if (ownValue(settings, 'group_enabled') !== true) {
    const value = firstOf(step, listAt(data, 'variables'));
    addStep(step, { type: 'transform', config: { value } });
    return single(step.id);
  }
  const value: { [name: string]: Json } = {};
  for (const group of objectsIn(listAt(settings, 'groups'))) {
    value[textAt(group, 'group_name') ?? ''] = firstOf(step, listAt(group, 'variables'));
  }
  addStep(step, { type: 'transform', config: { value } });
  return single(step.id);
};

function firstOf({ scope, node }: DifyStep, variables: readonly Json[]): Json {
  const read = variables.flatMap((variable) => {
    const selector = readSelector(variable);
    const found = readable(scope, selector);
    if (found === null) loseReference(scope, node, selector);
    return found === null ? [] : [found];
  });
  return read.length === 0 ? null : computed([...read, 'null'].join(' ?? '));
}

function readable(scope: DifyScope, selector: readonly string[]): string | null {
  return valueExpression(scope, selector);
}
