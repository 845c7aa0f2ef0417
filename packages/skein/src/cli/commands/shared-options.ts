// Arguments and options that several commands have.
import type { DialectName, ImportFormat } from '@skein/dialects';
import type { ArgumentDescription, OptionDescription } from '../arguments/command-description.ts';

export const definitionFile: ArgumentDescription = {
  name: 'FILE',
  summary: 'A workflow definition; `-` reads it from stdin.',
  isRequired: true,
};

/** All of them; the room that knows them is not loaded for help. */
export const dialectChoices: readonly DialectName[] = [
  'native',
  'session-graph',
  'dataflow',
  'agent-graph',
  'canvas',
  'pipeline',
];

/** Formats of other products; a test compares them with the importers. */
export const importFormats: readonly ImportFormat[] = ['n8n', 'dify', 'flowise', 'asl'];

export const dialectOption: OptionDescription = {
  name: 'dialect',
  value: 'DIALECT',
  summary: 'The dialect of the definition. Default: detected from its shape.',
  choices: dialectChoices,
};

export const startOption: OptionDescription = {
  name: 'start',
  value: 'NODE',
  summary: "Start at this node instead of the workflow's entry.",
};

export const outOption: OptionDescription = {
  name: 'out',
  short: 'o',
  value: 'FILE',
  summary: 'Write to this file instead of stdout.',
};

export const inputOption: OptionDescription = {
  name: 'input',
  value: 'JSON|@FILE|TEXT',
  summary: "The run's input. Anything that is not JSON is taken as text; @- reads stdin.",
};

/** Who answers, for waits that name people. */
export const answererOptions: readonly OptionDescription[] = [
  {
    name: 'by',
    value: 'USER',
    summary: 'Who answers, for waits that name people. With --server it is the user of the key.',
  },
  {
    name: 'as',
    value: 'NAME',
    summary: 'A group or role of who answers: group:NAME or role:NAME.',
    isRepeatable: true,
  },
];

export const scriptOption: OptionDescription = {
  name: 'script',
  value: 'FILE',
  summary: 'Replies of the offline model.',
};

export const storeOption: OptionDescription = {
  name: 'store',
  value: 'URL',
  summary:
    'Where runs are stored: memory, sqlite:PATH, postgres://…, mysql://… or neo4j://…. Default: SKEIN_STORE, then the configuration.',
};

export const serverOption: OptionDescription = {
  name: 'server',
  value: 'URL',
  summary: 'Send the command to this server, with the key in SKEIN_KEY.',
};

export const configOption: OptionDescription = {
  name: 'config',
  value: 'FILE',
  summary: 'The configuration file. Default: skein.config.json in this folder, if it exists.',
};

export const cassetteOption: OptionDescription = {
  name: 'cassette',
  value: 'FILE',
  summary: 'Answer model, tool and HTTP calls from this recording, without keys or network.',
};

export const missingOption: OptionDescription = {
  name: 'missing',
  value: 'HOW',
  summary:
    'What happens to calls that are not on the cassette: `fail`, or `live` to pass them to the script or the model.',
  choices: ['fail', 'live'],
  default: 'fail',
};

export const detachOption: OptionDescription = {
  name: 'detach',
  summary: 'Exit with code 0 when the run waits, and leave it in the store; nobody is prompted.',
};

export const exitCodeOption: OptionDescription = {
  name: 'exit-code',
  summary: 'Exit with code 1 when there is a difference.',
};

export const restateOption: OptionDescription = {
  name: 'restate',
  value: 'URL',
  summary: "Restate's ingress; separate several nodes with commas.",
};

export const namespaceOption: OptionDescription = {
  name: 'namespace',
  value: 'NAME',
  summary: 'Keeps several installations on one Restate apart.',
};
