import { given } from '../../draft/given.ts';
import { listAt, objectAt, ownValue, textAt, type Json } from '@skein/kernel';
import { textOf } from '../dify-graph.ts';
import { convertText } from '../dify-text.ts';
import { addStep, loseOf, objectsIn, type ConvertDify, type DifyStep } from './dify-step.ts';
import { withSwitch } from './model-nodes.ts';

const unitMs: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** A form that a person fills in; the button that is pressed decides how the run goes on. */
export const convertHumanInput: ConvertDify = (step) => {
  const { node, scope, id } = step;
  const actions = objectsIn(listAt(node.data, 'user_actions')).map((action) => ({
    id: textOf(ownValue(action, 'id')),
    title: textOf(ownValue(action, 'title')),
  }));
  const properties: { [name: string]: Json } = {};
  for (const input of objectsIn(listAt(node.data, 'inputs'))) {
    const name =
      textOf(ownValue(input, 'output_variable_name')) || textOf(ownValue(input, 'variable'));
    if (name !== '') properties[name] = { type: 'string' };
  }
  properties['__action_id'] = {
    title: 'Decision',
    oneOf: actions.map((action) => ({ const: action.id, title: action.title || action.id })),
  };
  const count = ownValue(node.data, 'timeout');
  const unit = unitMs[textAt(node.data, 'timeout_unit') ?? 'hour'] ?? 3_600_000;
  const prompt = convertText(scope, node, textAt(node.data, 'form_content') ?? '').replaceAll(
    /\{\{#\$output\.([^#]+)#\}\}/g,
    '[$1]',
  );
  addStep(step, {
    type: 'input',
    config: {
      prompt,
      schema: { type: 'object', properties, required: ['__action_id'] },
      ...given({
        deadlineMs: typeof count === 'number' && count > 0 ? count * unit : undefined,
        notify: notifyOf(step),
      }),
    },
  });
  const made = withSwitch(scope, id, {
    origin: node.id,
    key: '__action_id',
    names: actions.map((action) => action.id),
  });
  const isAction = new Set(actions.map((action) => action.id));
  return {
    first: id,
    exit: (handle) => (isAction.has(handle) ? made.exit(handle) : { from: id, out: 'expired' }),
  };
};

/** Who gets a link by mail. A question that Dify shows in its app is in the inbox here. */
function notifyOf(step: DifyStep): Json | undefined {
  const { data, title } = step.node;
  const methods = objectsIn(listAt(data, 'delivery_methods')).filter(
    (method) => ownValue(method, 'enabled') !== false && textAt(method, 'type') !== 'webapp',
  );
  const lists = methods.map((method) => objectAt(objectAt(method, 'config'), 'recipients'));
  const all = lists.flatMap((list) => objectsIn(listAt(list, 'items')));
  const to = all.flatMap((each) => {
    const address = textAt(each, 'email') ?? '';
    return /^[^\s@$]+@[^\s@]+$/.test(address) ? [`mail:${address}`] : [];
  });
  const isWhole =
    to.length === all.length && lists.every((list) => ownValue(list, 'whole_workspace') !== true);
  if (methods.length > 0 && !(isWhole && methods.every(({ type }) => type === 'email'))) {
    loseOf(step, {
      kind: 'delivery',
      key: 'delivery_methods',
      message: `"${title}" sends its question to people who are not named in the file.`,
      hint: 'Say in "notify" of the input node who is told, or answer in the studio.',
    });
  }
  return to.length === 0 ? undefined : { to };
}
