import { isObject, type Json, type JsonObject } from '@skein/api';
import { badArgument, parameters, text, textIn, type BuildingTool } from '../building-tool.ts';
import type { BuildingHost } from '../building-host.ts';
import { definitionIn, readDefinition } from './writing-tools.ts';

const which = {
  id: text('A saved workflow; or give definition.'),
  version: text('One of its versions; default: your draft, else the newest.'),
  definition: { type: 'object' },
};

export const tryWorkflow: BuildingTool = {
  name: 'try_workflow',
  description:
    'Runs a workflow once, in virtual time (delays cost nothing) and without calling models: script gives the replies, {"replies":[{"when":{"node"?,"contains"?},"text"}],"tools":{"name":{"result"}}}. answers are those of people. Only live: true asks real models, which costs money; http requests and functions are always real. Next: explain_run where a node did not do what it should.',
  parameters: parameters({
    ...which,
    input: { description: 'The input of the run.' },
    script: { type: 'object' },
    answers: {
      type: 'array',
      items: {
        type: 'object',
        properties: { node: { type: 'string' }, answer: {} },
        required: ['node', 'answer'],
      },
    },
    live: { type: 'boolean' },
  }),
  // Requests, functions and tools of its nodes are real.
  isReadOnly: false,
  async call(host, given) {
    const { input = null, script, answers = [], live = false } = given;
    const tried = await host.tryOut({
      definition: await chosen(host, given),
      input,
      script: isObject(script) ? script : undefined,
      answers: answersIn(answers),
      isLive: live === true,
    });
    return { run: tried.id, ...tried.result };
  },
};

export const explainRun: BuildingTool = {
  name: 'explain_run',
  description: 'Why a node ran or did not run in a run (also of try_workflow), in sentences.',
  parameters: parameters({ run: text('The id of the run.'), node: text('The id of the node.') }, [
    'run',
    'node',
  ]),
  isReadOnly: true,
  call: async (host, given) => ({
    words: [...(await host.explain(textIn(given, 'run'), textIn(given, 'node')))],
  }),
};

export const testWorkflow: BuildingTool = {
  name: 'test_workflow',
  description:
    'Plays tests of a workflow: [{"name","input","script"?,"people"?:[{"node","answer"}],"expect":{"status"?,"output"?,"nodes"?,"check"?}}]. Keep those that pass in FILE.test.json; read_docs page "testing" has every key.',
  parameters: parameters({ ...which, tests: { type: 'array', items: { type: 'object' } } }, [
    'tests',
  ]),
  isReadOnly: false,
  async call(host, given) {
    const { tests } = given;
    if (!Array.isArray(tests) || tests.length === 0 || !tests.every(isObject))
      throw badArgument('tests', 'is not a list of tests');
    return host.test(await chosen(host, given), tests);
  },
};

async function chosen(host: BuildingHost, given: JsonObject): Promise<JsonObject> {
  if (given['definition'] !== undefined) return definitionIn(given);
  return readDefinition(host, textIn(given, 'id'), given['version']);
}

function answersIn(answers: Json) {
  if (!Array.isArray(answers)) throw badArgument('answers', 'is not a list');
  return answers.map((each) => {
    if (!isObject(each) || typeof each['node'] !== 'string')
      throw badArgument('answers', 'has an item that names no node');
    return { node: each['node'], answer: each['answer'] ?? null };
  });
}
