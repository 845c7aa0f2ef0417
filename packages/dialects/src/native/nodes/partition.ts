import {
  any,
  boolean,
  nonEmptyList,
  nonEmptyText,
  nullable,
  optional,
  record,
  required,
} from '../../shape/shape.ts';
import { nativeNode } from './native-node.ts';

// Like those of a switch: ports, so not templates.
const caseShape = record('case', {
  name: required(nonEmptyText, 'the port that its items leave on'),
  when: required(any, 'the condition for an item: it reads ${item} and ${index}'),
});

export const partitionNode = nativeNode({
  type: 'partition',
  name: 'Partition',
  summary: 'Items to several branches',
  keywords: ['split', 'filter', 'route', 'router', 'items', 'list', 'if', 'switch', 'branch'],
  description: 'Sends every item of a list to the case that takes it; each port has its own list.',
  family: 'choice',
  palette: { group: 'Flow', family: 'logic' },
  initialConfig: {
    items: '${previous}',
    cases: [{ name: 'true', when: { left: '${item}', op: 'truthy' } }],
    rest: 'false',
  },
  settings: {
    items: optional(any, 'the list; default what came over the edge', { isSingle: true }),
    cases: required(nonEmptyList(caseShape), 'the ports in order, each with its condition', {
      newItem: { name: 'case', when: { left: '${item}', op: 'eq', right: '' } },
    }),
    rest: optional(
      nullable(nonEmptyText),
      'the port of the items that no case takes; null drops them; default rest',
      { title: 'Port of all other items' },
    ),
    all: optional(
      boolean,
      'whether an item goes to every case that takes it; default false: to the first',
      { title: 'To every case that fits' },
    ),
  },
});
