// Conditions, loops, people, tools, requests and code of an agentflow.
import type { Json } from '@skein/kernel';
import { addEdge, bind, takeId } from '../draft/draft.ts';
import { given } from '../draft/given.ts';
import { computed } from '../draft/place.ts';
import {
  addFlow,
  inputObjects,
  inputText,
  loseFlow,
  single,
  type FlowMade,
  type FlowStep,
} from './flow-step.ts';
import { flowExpression, flowText } from './flowise-text.ts';
import { withState } from './model-nodes.ts';

const operators: Readonly<Record<string, (left: string, right: string) => string>> = {
  equal: (left, right) => `text(${left}) == text(${right})`,
  notEqual: (left, right) => `text(${left}) != text(${right})`,
  contains: (left, right) => `text(${left}).includes(text(${right}))`,
  notContains: (left, right) => `!text(${left}).includes(text(${right}))`,
  startsWith: (left, right) => `text(${left}).startsWith(text(${right}))`,
  endsWith: (left, right) => `text(${left}).endsWith(text(${right}))`,
  isEmpty: (left) => `empty(${left})`,
  notEmpty: (left) => `!empty(${left})`,
  smaller: (left, right) => `number(${left}) < number(${right})`,
  smallerEqual: (left, right) => `number(${left}) <= number(${right})`,
  larger: (left, right) => `number(${left}) > number(${right})`,
  largerEqual: (left, right) => `number(${left}) >= number(${right})`,
};

export function convertCondition(step: FlowStep): FlowMade {
  const conditions = inputObjects(step.node.inputs, 'conditions');
  const cases = conditions.map((condition, index) => {
    const operation = inputText(condition, 'operation');
    const make = Object.hasOwn(operators, operation) ? operators[operation] : undefined;
    if (make === undefined)
      loseFlow(
        step,
        'operator',
        `"${step.node.label}" compares by "${operation}", which is not known.`,
        'Write the condition anew.',
      );
    const [left, right] = [
      flowExpression(step, inputText(condition, 'value1')),
      flowExpression(step, inputText(condition, 'value2')),
    ];
    return {
      name: `output-${index}`,
      when: computed(make === undefined ? 'false' : make(left, right)),
    };
  });
  addFlow(step, {
    type: 'switch',
    config: { cases: cases.length === 0 ? [{ name: 'none', when: computed('false') }] : cases },
  });
  return {
    first: step.id,
    exit: (output) => ({
      from: step.id,
      out: output < cases.length ? `output-${output}` : 'default',
    }),
  };
}

/** Back to a node, at most so many times. */
export function convertLoop(step: FlowStep): FlowMade {
  const { node, id, scope } = step;
  const [target = ''] = inputText(node.inputs, 'loopBackToNode').split('-');
  const most = Number(inputText(node.inputs, 'maxLoopCount') || '5');
  const counter = `rounds_${id}`;
  scope.draft.state[counter] = 0;
  addFlow(step, { type: 'set', config: { increment: { [counter]: 1 } } });
  const again = takeId(scope.draft, `${id}_again`);
  addFlow(step, {
    id: again,
    type: 'if',
    config: {
      condition: {
        left: `\${state.${counter}}`,
        op: 'lte',
        right: Number.isInteger(most) && most > 0 ? most : 5,
      },
    },
  });
  addEdge(scope.draft, { from: id, to: again });
  const to = scope.ids.get(target);
  if (to === undefined)
    loseFlow(
      step,
      'edge',
      `"${node.label}" goes back to "${target}", which is not there.`,
      'Draw the edge anew.',
    );
  else addEdge(scope.draft, { from: again, out: 'true', to });
  return { first: id, exit: () => ({ from: again, out: 'false' }) };
}

export function convertReply(step: FlowStep): FlowMade {
  addFlow(step, {
    type: 'transform',
    config: { value: flowText(step, inputText(step.node.inputs, 'directReplyMessage')) },
  });
  return single(step.id);
}

export function convertHuman(step: FlowStep): FlowMade {
  const { inputs, label } = step.node;
  const written =
    inputText(inputs, 'humanInputDescription') || inputText(inputs, 'humanInputModelPrompt');
  if (inputText(inputs, 'humanInputDescriptionType') === 'dynamic') {
    loseFlow(
      step,
      'question',
      `"${label}" lets a model write its question; here it is its instruction.`,
      'Ask a model in a step before it, and insert its answer into the question.',
    );
  }
  addFlow(step, { type: 'approval', config: { prompt: flowText(step, written) || 'Continue?' } });
  return {
    first: step.id,
    exit: (output) => ({ from: step.id, out: output === 0 ? 'approved' : 'rejected' }),
  };
}

export function convertTool(step: FlowStep): FlowMade {
  const { inputs } = step.node;
  const args: { [name: string]: Json } = {};
  for (const arg of inputObjects(inputs, 'toolInputArgs')) {
    const name = inputText(arg, 'inputArgName');
    if (name !== '') args[name] = flowText(step, inputText(arg, 'inputArgValue'));
  }
  const tool = inputText(inputs, 'toolAgentflowSelectedTool') || 'flowise-tool';
  return withState(
    step,
    'toolUpdateState',
    callTool(step, tool, args, `the Flowise tool "${tool}"`),
  );
}

export function convertRetriever(step: FlowStep): FlowMade {
  const query = flowText(step, inputText(step.node.inputs, 'retrieverQuery') || '{{ question }}');
  return withState(
    step,
    'retrieverUpdateState',
    callTool(step, 'knowledge-search', { query }, 'document stores of a Flowise installation'),
  );
}

export function convertFlowCall(step: FlowStep): FlowMade {
  const { inputs } = step.node;
  const flow = inputText(inputs, 'executeFlowSelectedFlow') || 'flow';
  const input = flowText(step, inputText(inputs, 'executeFlowInput') || '{{ question }}');
  const made = callTool(
    step,
    `flow-${flow}`.slice(0, 100),
    { question: input },
    `the flow ${flow}`,
  );
  return withState(step, 'executeFlowUpdateState', made);
}

function callTool(
  step: FlowStep,
  tool: string,
  args: { [name: string]: Json },
  what: string,
): FlowMade {
  const call = takeId(step.scope.draft, `${step.id}_call`);
  addFlow(step, { id: call, type: 'tool', config: { tool, args } });
  addFlow(step, {
    type: 'transform',
    config: { value: `\${${call}.output.results[0].result|null}` },
  });
  addEdge(step.scope.draft, { from: call, to: step.id });
  bind(step.scope.draft.report, { tool, title: what, nodes: [step.node.id], parameters: {} });
  loseFlow(
    step,
    'binding',
    `"${step.node.label}" calls ${what}.`,
    `Offer a tool named "${tool}" from an MCP server, an OpenAPI document or a function.`,
  );
  return { first: call, exit: () => ({ from: step.id }) };
}

export function convertHttp(step: FlowStep): FlowMade {
  const { inputs, label } = step.node;
  const pairs = (key: string): { [name: string]: Json } => {
    const made: { [name: string]: Json } = {};
    for (const entry of inputObjects(inputs, key)) {
      const name = inputText(entry, 'key');
      if (name !== '' && !/authorization|api-?key|token/i.test(name))
        made[name] = flowText(step, inputText(entry, 'value'));
      else if (name !== '') {
        step.scope.draft.report.secrets.add('FLOWISE_HTTP_KEY');
        loseFlow(
          step,
          'credential',
          `"${label}" sends a credential, which is not imported.`,
          'Store it: skein secrets set FLOWISE_HTTP_KEY --host HOST, and name it in "auth".',
        );
      }
    }
    return made;
  };
  const headers = pairs('headers');
  const query = pairs('queryParams');
  const body = inputText(inputs, 'body');
  const method = inputText(inputs, 'method').toUpperCase() || 'GET';
  const kind = inputText(inputs, 'bodyType');
  addFlow(step, {
    type: 'http',
    config: {
      url: flowText(step, inputText(inputs, 'url')) || 'https://example.com',
      method,
      ...given({
        headers: Object.keys(headers).length === 0 ? undefined : headers,
        query: Object.keys(query).length === 0 ? undefined : query,
        body:
          body === '' || method === 'GET'
            ? undefined
            : {
                text: flowText(step, body),
                type: kind === 'raw' ? 'text/plain' : 'application/json',
              },
        response: inputText(inputs, 'responseType') === 'text' ? 'text' : undefined,
      }),
    },
  });
  return single(step.id);
}

export function convertFunction(step: FlowStep): FlowMade {
  const { inputs } = step.node;
  const args: { [name: string]: Json } = {};
  const names: string[] = [];
  for (const variable of inputObjects(inputs, 'customFunctionInputVariables')) {
    const name = inputText(variable, 'variableName');
    if (!/^[A-Za-z_]\w*$/.test(name)) continue;
    names.push(name);
    args[name] = flowText(step, inputText(variable, 'variableValue'));
  }
  const state = step.scope.isInner ? '{}' : 'state ?? {}';
  const prelude = [
    ...names.map((name) => `const $${name} = args.${name};`),
    `const $flow = { state: ${state}, input: args.question };`,
    'const $input = args.question;',
  ].join('\n');
  const own = inputText(inputs, 'customFunctionJavascriptFunction');
  if (/\b(?:require|fetch|axios|process|\$vars)\b/.test(own)) {
    loseFlow(
      step,
      'code',
      `The code of "${step.node.label}" uses modules, the network or variables of an installation.`,
      'Offer what it needs as a tool, and call that from the code.',
    );
  }
  addFlow(step, {
    type: 'code',
    config: {
      code: `${prelude}\n${own}`,
      args: { ...args, question: flowText(step, '{{ question }}') },
    },
  });
  return withState(step, 'customFunctionUpdateState');
}
