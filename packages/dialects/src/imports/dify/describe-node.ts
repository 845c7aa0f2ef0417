// Words of Dify that a conversion has read and replaced
// Modes, operators and templates have other words natively. The description of a node keeps them, so that someone who knows
// the app can compare the two.
import { isObject, listAt, objectAt, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { textOf, type DifyNode } from './dify-graph.ts';

type Words = (data: JsonObject) => readonly string[];

const at =
  (...keys: readonly string[]): Words =>
  (data) =>
    keys.flatMap((key) => [textOf(ownValue(data, key))]);

const inItems =
  (list: string, ...keys: readonly string[]): Words =>
  (data) =>
    listAt(data, list).flatMap((item) => (isObject(item) ? at(...keys)(item) : []));

const operators: Words = (data) => [
  ...inItems('conditions', 'comparison_operator')(data),
  ...listAt(data, 'cases').flatMap((each) =>
    isObject(each) ? inItems('conditions', 'comparison_operator')(each) : [],
  ),
];

const files: Words = (data) =>
  listAt(data, 'variables').flatMap((variable) =>
    isObject(variable)
      ? [
          ...at('type')(variable),
          ...textsIn(listAt(variable, 'allowed_file_types')),
          ...textsIn(listAt(variable, 'allowed_file_upload_methods')),
          ...textsIn(listAt(variable, 'allowed_file_extensions')),
        ]
      : [],
  );

function textsIn(list: readonly Json[]): readonly string[] {
  return list.map(textOf);
}

const words: Readonly<Record<string, Words>> = {
  start: files,
  'if-else': operators,
  'template-transform': at('template'),
  code: at('code_language'),
  assigner: (data) => [
    ...inItems('items', 'operation', 'input_type', 'write_mode')(data),
    ...at('write_mode')(data),
  ],
  iteration: at('error_handle_mode', 'start_node_id', 'startNodeType', 'iterator_input_type'),
  loop: (data) => [
    ...at('error_handle_mode', 'start_node_id')(data),
    ...inItems('break_conditions', 'comparison_operator')(data),
    ...inItems('loop_variables', 'value_type', 'var_type')(data),
  ],
  'list-operator': (data) => [
    ...at('var_type', 'item_var_type')(data),
    ...inItems('conditions', 'comparison_operator')(objectAt(data, 'filter_by')),
  ],
  'variable-aggregator': at('output_type'),
  'question-classifier': () => ['class_id', 'class_name'],
  'parameter-extractor': at('reasoning_mode'),
  agent: at(
    'agent_strategy_name',
    'agent_strategy_label',
    'agent_strategy_provider_name',
    'plugin_unique_identifier',
  ),
  'http-request': (data) => [
    ...at('type')(objectAt(data, 'authorization')),
    ...at('type')(objectAt(objectAt(data, 'authorization'), 'config')),
    ...at('type')(objectAt(data, 'body')),
    'status_code',
  ],
  'human-input': at('timeout_unit'),
  'trigger-webhook': at('method', 'content_type'),
  'trigger-schedule': at('mode'),
};

/** What its author wrote about it, and "In Dify: …" where words were replaced; undefined without both. */
export function describeNode({ type, data }: DifyNode): string | undefined {
  const read = Object.hasOwn(words, type) ? words[type] : undefined;
  const found = [...new Set([...(read?.(data) ?? []), ...at('error_strategy')(data)])].filter(
    (word) => word !== '',
  );
  const said = found.length === 0 ? '' : `In Dify: ${found.join(', ')}`;
  const parts = [textOf(ownValue(data, 'desc')).trim(), said].filter((part) => part !== '');
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
