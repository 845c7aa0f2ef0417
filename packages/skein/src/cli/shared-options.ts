// Options that several commands have.
import type { OptionDescription } from './command.ts';

export const inputOption: OptionDescription = {
  name: 'input',
  value: 'JSON|@FILE|TEXT',
  summary: "The run's input. What is no JSON is a text; @- reads stdin.",
};

export const scriptOption: OptionDescription = {
  name: 'script',
  value: 'FILE',
  summary: 'Replies of the offline model.',
};

export const storeOption: OptionDescription = {
  name: 'store',
  value: 'URL',
  summary:
    'Where runs are kept: memory, sqlite:PATH, postgres://…, mysql://…, neo4j://…. Default: what SKEIN_STORE or the configuration says, else memory.',
};

export const serverOption: OptionDescription = {
  name: 'server',
  value: 'URL',
  summary: 'Have it done by this server, with the key in SKEIN_KEY.',
};

export const configOption: OptionDescription = {
  name: 'config',
  value: 'FILE',
  summary: 'The configuration; default: skein.config.json in this folder, if there is one.',
};

export const cassetteOption: OptionDescription = {
  name: 'cassette',
  value: 'FILE',
  summary: 'A recording that answers models, tools and requests, without keys and network.',
};

export const missingOption: OptionDescription = {
  name: 'missing',
  value: 'HOW',
  summary:
    'What is not on the cassette: fail, or live for who would answer without one: the script, else the model.',
  choices: ['fail', 'live'],
  default: 'fail',
};
