// The command table
// What users may type. Nothing is loaded here: help and usage errors must not pay for the engine.
import type { DialectName } from '@skein/dialects';
import type { CommandDescription, OptionDescription } from './command.ts';
import { operationCommands } from './operation-table.ts';
import { projectCommands } from './project/project-table.ts';
import { serverCommands } from './serve/serve-table.ts';
import { runsCommands } from './runs/runs-table.ts';
import {
  cassetteOption,
  configOption,
  inputOption,
  missingOption,
  scriptOption,
  serverOption,
  storeOption,
} from './shared-options.ts';

/** Options of every command. */
export const commonOptions: readonly OptionDescription[] = [
  { name: 'json', summary: 'Print exactly one JSON document on stdout, errors included.' },
  { name: 'help', short: 'h', summary: 'Show the help of the command.' },
];

const definitionFile = {
  name: 'FILE',
  summary: 'A workflow definition; `-` reads it from stdin.',
  isRequired: true,
} as const;

/** All of them; the room that knows them is not loaded for help. */
export const dialectChoices: readonly DialectName[] = [
  'native',
  'session-graph',
  'dataflow',
  'agent-graph',
  'canvas',
  'pipeline',
];

const dialectOption: OptionDescription = {
  name: 'dialect',
  value: 'DIALECT',
  summary: 'The dialect of the definition; without it the shape tells.',
  choices: dialectChoices,
};

const outOption: OptionDescription = {
  name: 'out',
  short: 'o',
  value: 'FILE',
  summary: 'Write to this file instead of stdout.',
};

const startOption: OptionDescription = {
  name: 'start',
  value: 'NODE',
  summary: "Start at this node, not at the workflow's entry.",
};

const run: CommandDescription = {
  name: 'run',
  summary: 'Runs a workflow and prints its output.',
  details: [
    'Without a store the run lives in memory and is gone when the command ends. With one it can be looked at, answered and gone on with later, also after a crash; FILE may then be the id of a workflow that is kept there.',
    'Models are those of the configuration and of the keys in the environment. Without any, and with a script, calls are answered offline: by the script, or by an echo of the prompt.',
    'Each --answer is used once, in the order given, when nothing else in the run can go on. A node inside a child run is named by the way to it, as in node/0/review. What is no JSON is a text.',
    'On a terminal, open waits without an answer are asked at the prompt; elsewhere the command ends with exit code 3. Ctrl-C cancels the run.',
  ],
  arguments: [definitionFile],
  options: [
    inputOption,
    startOption,
    dialectOption,
    scriptOption,
    cassetteOption,
    missingOption,
    {
      name: 'record',
      value: 'FILE',
      summary: 'Afterwards, write what the run asked and got as a cassette.',
    },
    {
      name: 'answer',
      value: 'NODE=JSON',
      summary: "The answer to a wait; NODE is the node's exact id.",
      isRepeatable: true,
    },
    configOption,
    { name: 'timeout', value: 'SECONDS', summary: 'Give up and cancel the run after so long.' },
    storeOption,
    serverOption,
    {
      name: 'workflow',
      value: 'NAME',
      summary:
        'With the address of a Neo4j database as FILE: the workflow that was drawn there; default: what can be reached from the step `root`, or from --start.',
    },
    {
      name: 'key',
      value: 'KEY',
      summary: 'Start only once: a second start with the same key goes on with the first run.',
    },
    {
      name: 'detach',
      summary: 'Leave a run that waits to the store, with exit code 0; nobody is asked.',
    },
    {
      name: 'view',
      value: 'VIEW',
      summary: 'Print the run in the shape of this dialect, as JSON; with --json: native.',
      choices: dialectChoices,
    },
    {
      name: 'explain',
      value: 'NODE',
      summary: 'Afterwards, say why this node ran or did not.',
      isRepeatable: true,
    },
  ],
  examples: [
    { command: 'skein run flow.json --input \'{"text":"hi"}\'', summary: 'Run with an input.' },
    {
      command: 'skein run flow.json --answer \'review={"decision":"approve"}\' --json',
      summary: 'Answer an approval beforehand, and print the whole run.',
    },
    {
      command: 'skein run flow.json --store sqlite:./skein.db --detach --json',
      summary: 'Keep the run in a file, and come back to it by its id when it waits.',
    },
    {
      command: 'skein run flow.json --script replies.json --explain publish',
      summary: 'Script the model, then ask why "publish" ran or did not.',
    },
    {
      command: 'skein run flow.json --record flow.cassette.json',
      summary: 'Keep what models and tools said; later, --cassette plays it offline.',
    },
    {
      command: 'skein run neo4j://localhost:7687 --workflow Greeting',
      summary: 'Run a graph as somebody drew it in Neo4j.',
    },
    {
      command: 'skein run steps.json --dialect session-graph --start root --view session-graph',
      summary: 'Name the dialect and the first step, and print the run in its shape.',
    },
  ],
};

const validate: CommandDescription = {
  name: 'validate',
  summary: 'Lists everything that is wrong with definitions.',
  details: ['Errors stop a run, warnings do not.'],
  arguments: [{ ...definitionFile, isRepeatable: true }],
  options: [
    { name: 'strict', summary: 'Treat warnings as errors.' },
    dialectOption,
    { ...startOption, summary: 'Check it for a run that starts at this node.' },
    configOption,
    serverOption,
  ],
  examples: [
    { command: 'skein validate flow.json', summary: 'Check one file.' },
    { command: 'skein validate --strict flows/*.json', summary: 'Check many, warnings included.' },
  ],
};

const show: CommandDescription = {
  name: 'show',
  summary: 'Draws a workflow as text, as a Mermaid flowchart or as a picture.',
  details: ['With --server, FILE may be the id of a workflow of that server.'],
  arguments: [definitionFile],
  options: [
    {
      name: 'as',
      value: 'FORM',
      summary: 'How to draw it.',
      choices: ['text', 'mermaid', 'svg'],
      default: 'text',
    },
    outOption,
    dialectOption,
    serverOption,
  ],
  examples: [
    { command: 'skein show flow.json', summary: 'Read it in the terminal.' },
    { command: 'skein show flow.json --as svg --out flow.svg', summary: 'Make a picture.' },
    {
      command: 'skein show hello --server http://127.0.0.1:4680',
      summary: 'A workflow of a server.',
    },
  ],
};

const diff: CommandDescription = {
  name: 'diff',
  summary: 'Says what changed between two definitions, whatever their layout and key order.',
  details: [
    'Definitions of two dialects are compared in native form.',
    'With --server, A and B may be ids of workflows of that server.',
  ],
  arguments: [
    { name: 'A', summary: 'The definition before.', isRequired: true },
    { name: 'B', summary: 'The definition after.', isRequired: true },
  ],
  options: [
    { name: 'exit-code', summary: 'End with exit code 1 when there is a difference.' },
    { ...dialectOption, summary: 'The dialect of both; without it their shapes tell.' },
    serverOption,
  ],
  examples: [{ command: 'skein diff old.json new.json', summary: 'Compare two files.' }],
};

const convert: CommandDescription = {
  name: 'convert',
  summary: 'Says a definition in another dialect.',
  details: [
    'The way leads through native form, which carries the original document: converting back gives it unchanged unless the workflow was edited in between.',
    'What the other dialect cannot say is listed on stderr, and with --json under the key losses. An invalid definition is refused with exit code 2, and so is one of which nothing valid is left.',
  ],
  arguments: [definitionFile],
  options: [
    {
      name: 'to',
      value: 'DIALECT',
      summary: 'The dialect to convert to; needed.',
      choices: dialectChoices,
    },
    { ...dialectOption, name: 'from' },
    { ...dialectOption, summary: 'The same as --from.' },
    {
      ...startOption,
      summary: 'The node that a run begins with, where the definition leaves it open.',
    },
    outOption,
    serverOption,
  ],
  examples: [
    {
      command: 'skein convert canvas.json --to native --out flow.json',
      summary: 'Make a native file.',
    },
    { command: 'skein convert flow.json --to canvas', summary: 'And back, on stdout.' },
    {
      command: 'skein convert flow.json --to pipeline --json',
      summary: 'As data, with what pipeline cannot say.',
    },
  ],
};

const tools: CommandDescription = {
  name: 'tools',
  summary: 'Lists what agents could call, calls one tool, or confirms changed ones.',
  details: [
    'ls starts the MCP servers of the configuration and lists every tool, or those whose ids begin with a NAME, with its state: ready, changed, new, disabled or unusable.',
    'call makes one call of the tool NAME with --args and prints what it gives.',
    'confirm takes the tools of the MCP server NAME as they are now, or only those named after it: one that changed its description or schema, or is new, is not used before.',
    'With --server, ls and confirm are about the tools of that server; confirm is for its own user.',
  ],
  arguments: [
    { name: 'ls|call|confirm', summary: 'What to do.', isRequired: true },
    {
      name: 'NAME',
      summary: 'A tool; for confirm a server, then names of its tools.',
      isRequired: false,
      isRepeatable: true,
    },
  ],
  options: [
    {
      name: 'args',
      value: 'JSON|@FILE',
      summary: 'The arguments of the call; default: an empty object.',
    },
    configOption,
    { name: 'script', value: 'FILE', summary: 'A script whose tools are there too.' },
    serverOption,
  ],
  examples: [
    { command: 'skein tools ls', summary: 'See every tool.' },
    { command: 'skein tools ls fs- --json', summary: 'Those of one server, with their schemas.' },
    {
      command: 'skein tools call fs-read_text_file --args \'{"path":"notes.txt"}\'',
      summary: 'Call one.',
    },
    { command: 'skein tools confirm fs', summary: 'Take the tools of a server as they are now.' },
  ],
};

const mcp: CommandDescription = {
  name: 'mcp',
  summary: 'Serves workflows as tools of an MCP server, over stdin and stdout.',
  details: [
    'Every active workflow of the store is a tool, those of --workflows too, which are saved there first. A call starts a run and gives its output; a run that waits for a person asks the user of the client, or says how to answer.',
    'stdout carries nothing but the protocol; everything else goes to stderr. The command ends when its client goes. With a store, runs that are not over go on when it is started again.',
  ],
  arguments: [],
  options: [
    {
      name: 'workflows',
      value: 'FILE',
      summary: 'A definition to save and serve.',
      isRepeatable: true,
    },
    storeOption,
    { name: 'user', value: 'USER', summary: 'Serve the workflows of this user.' },
    configOption,
    scriptOption,
  ],
  examples: [
    {
      command: 'skein mcp --workflows flow.json',
      summary: 'Serve one file, with runs in memory.',
    },
    {
      command: 'skein mcp --store sqlite:./skein.db',
      summary: 'Serve what a store holds; runs survive.',
    },
  ],
};

const start: CommandDescription = {
  name: 'start',
  summary: 'Runs a first example and says what to try next.',
  details: [],
  arguments: [],
  options: [],
  examples: [{ command: 'skein start', summary: 'See a workflow run.' }],
};

const help: CommandDescription = {
  name: 'help',
  summary: 'Shows the commands, or the help of one of them.',
  details: [],
  arguments: [
    { name: 'COMMAND', summary: 'The name of a command.', isRequired: false, isRepeatable: true },
  ],
  options: [],
  examples: [
    { command: 'skein help run', summary: 'Everything about `run`.' },
    { command: 'skein help --json', summary: 'All commands as data.' },
  ],
};

export const commandTable: readonly CommandDescription[] = [
  run,
  validate,
  show,
  diff,
  convert,
  tools,
  mcp,
  ...runsCommands,
  ...serverCommands,
  ...operationCommands,
  ...projectCommands,
  start,
  help,
];
