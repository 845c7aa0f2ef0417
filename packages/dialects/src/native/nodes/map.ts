import { any, choice, integer, list, optional, required, template } from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';
import { workflowSetting, workflowVersionSetting } from '../settings/setting-shapes.ts';

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
    items: required(template(list(any)), 'the list; one child run is made per item'),
    with: optional(any, 'what every child run gets beside its item, as trigger.with'),
    workflow: workflowSetting,
    version: workflowVersionSetting,
    concurrency: optional(
      template(integer(1)),
      'the maximum number of concurrent child runs; default 8',
    ),
    atLeast: optional(template(integer(0)), 'how many must succeed for the node to complete'),
    rest: optional(
      choice('cancel', 'finish'),
      'what happens to the other child runs then: cancel or finish',
      { unset: 'cancel' },
    ),
    failures: optional(
      choice('fail', 'collect'),
      'a failed item fails the node (fail), or the results say of each item whether it succeeded (collect)',
      { unset: 'fail' },
    ),
  },
});
