import { any, choice, integer, list, optional, required, template } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { workflowSetting, workflowVersionSetting } from '../settings/setting-shapes.ts';

const failureWords = {
  fail: {
    title: 'The node fails',
    about: 'With the error of the item, unless enough others can still succeed.',
  },
  collect: {
    title: 'The others go on',
    about: 'The result says of each item whether it succeeded, with its value or its error.',
  },
} as const;

const restWords = {
  cancel: { title: 'Stop them', about: 'Their runs are cancelled, and they have no result.' },
  finish: {
    title: 'Let them finish',
    about: 'Their runs go on in the background. The node does not wait for their results.',
  },
} as const;

export const mapNode = nativeNode({
  type: 'map',
  name: 'Map',
  summary: 'Run for each item',
  keywords: ['loop', 'for each', 'foreach', 'batch', 'iterate', 'parallel', 'fan out', 'split'],
  description: 'Runs a workflow once per item and passes the results on in item order.',
  family: 'children',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: { items: '${previous}', workflow: { nodes: [{ id: 'start', type: 'start' }] } },
  settings: {
    items: required(
      template(list(any)),
      'the list; each item is done in a run of its own, with the item and its index as the input',
    ),
    with: optional(
      any,
      'what the run of every item gets in its input beside the item, under with',
      { title: 'Values for every run' },
    ),
    workflow: workflowSetting,
    version: workflowVersionSetting,
    concurrency: optional(template(integer(1)), 'how many items are worked on at once; default 8', {
      title: 'At the same time',
    }),
    failures: optional(
      choice('fail', 'collect'),
      'a failed item fails the node (fail), or the results say of each item whether it succeeded (collect)',
      {
        title: 'If an item fails',
        unset: 'fail',
        choices: failureWords,
      },
    ),
    atLeast: optional(
      template(integer(0)),
      'how many items must succeed; as soon as they have, the node goes on; default all of them',
      { title: 'Enough when done' },
    ),
    rest: optional(
      choice('cancel', 'finish'),
      'what happens to the other items when enough are done: cancel or finish',
      { title: 'Items that are open then', unset: 'cancel', choices: restWords },
    ),
  },
});
