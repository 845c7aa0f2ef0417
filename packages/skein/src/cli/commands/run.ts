import type { Command } from '../arguments/command.ts';
import {
  answererOptions,
  cassetteOption,
  configOption,
  definitionFile,
  detachOption,
  dialectChoices,
  dialectOption,
  inputOption,
  missingOption,
  scriptOption,
  serverOption,
  startOption,
  storeOption,
} from './shared-options.ts';

export const run: Command = {
  name: 'run',
  summary: 'Runs a workflow and prints its output.',
  details: [
    'Without a store the run lives in memory and is gone when the command ends. With one it can be inspected, answered and resumed later, even after a crash; FILE may then be the id of a workflow in that store.',
    'Models come from the configuration and from the keys in the environment. Without any, or with a script, calls are answered offline: by the script, or by echoing the prompt.',
    'Each --answer is used once, in the order given, when the run can make no progress without it. A node inside a child run is named by its path, as in node/0/review. Anything that is not JSON is taken as text.',
    'On a terminal you are prompted for open waits that have no answer; elsewhere the command exits with code 3. Ctrl-C cancels the run.',
  ],
  arguments: [definitionFile],
  options: [
    inputOption,
    startOption,
    {
      name: 'trigger',
      value: 'NAME',
      summary: 'Start at the node of this trigger of the definition.',
    },
    {
      name: 'from',
      value: 'NODE',
      summary:
        'Try only this node and everything after it, with --outputs of what is before. Approvals before something with effects are asked.',
    },
    {
      name: 'to',
      value: 'NODE',
      summary: 'Try only what leads to this node, and the node; nodes in --outputs are not run.',
    },
    {
      name: 'outputs',
      value: 'JSON|@FILE',
      summary: 'Outputs by the ids of their nodes, for --from and --to.',
    },
    dialectOption,
    scriptOption,
    cassetteOption,
    missingOption,
    {
      name: 'record',
      value: 'FILE',
      summary: 'After the run, write its calls and their answers to this file as a cassette.',
    },
    {
      name: 'answer',
      value: 'NODE=JSON',
      summary: "The answer to a wait; NODE is the node's exact id.",
      isRepeatable: true,
    },
    ...answererOptions,
    configOption,
    { name: 'timeout', value: 'SECONDS', summary: 'Cancel the run after this long.' },
    storeOption,
    serverOption,
    {
      name: 'workflow',
      value: 'NAME',
      summary:
        'If FILE is the address of a Neo4j database: the workflow that was drawn there. Default: everything reachable from the step `root`, or from --start.',
    },
    {
      name: 'key',
      value: 'KEY',
      summary: 'Idempotency key: starting again with the same key resumes the first run.',
    },
    detachOption,
    {
      name: 'view',
      value: 'VIEW',
      summary: 'Print the run in the shape of this dialect, as JSON. Default with --json: native.',
      choices: dialectChoices,
    },
    {
      name: 'explain',
      value: 'NODE',
      summary: 'After the run, explain why this node ran or did not run.',
      isRepeatable: true,
    },
  ],
  examples: [
    { command: 'skein run flow.json --input \'{"text":"hi"}\'', summary: 'Run with an input.' },
    {
      command: 'skein run flow.json --answer \'review={"decision":"approve"}\' --json',
      summary: 'Answer an approval in advance and print the whole run.',
    },
    {
      command: 'skein run flow.json --store sqlite:./skein.db --detach --json',
      summary: 'Store the run in a file, and return to it by its id when it waits.',
    },
    {
      command: 'skein run flow.json --script replies.json --explain publish',
      summary: 'Script the model, then explain why "publish" ran or did not run.',
    },
    {
      command: 'skein run flow.json --record flow.cassette.json',
      summary: 'Record what models and tools answered; --cassette plays it back offline.',
    },
    {
      command: 'skein run flow.json --from summary --outputs \'{"fetch":"a text"}\'',
      summary: 'Run from a node on, with what the one before it would have given.',
    },
    {
      command: 'skein run neo4j://localhost:7687 --workflow Greeting',
      summary: 'Run a graph that was drawn in Neo4j.',
    },
    {
      command: 'skein run steps.json --dialect session-graph --start root --view session-graph',
      summary: 'Name the dialect and the first step, and print the run in its shape.',
    },
  ],
  load: async () => (await import('../run/run-command.ts')).runCommand,
};
