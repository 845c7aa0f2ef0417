// The command table
// What users may type. Nothing is loaded here: help and usage errors must not pay for the engine.
import type { CommandDescription, OptionDescription } from './command.ts';

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

const run: CommandDescription = {
  name: 'run',
  summary: 'Runs a workflow and prints its output.',
  details: [
    'The run lives in memory and is gone when the command ends. Model calls are answered offline: by the script, or by an echo of the prompt.',
    'Each --answer is used once, in the order given, when nothing else in the run can go on. A node inside a child run is named by the way to it, as in node/0/review. What is no JSON is a text.',
    'On a terminal, open waits without an answer are asked at the prompt; elsewhere the command ends with exit code 3. Ctrl-C cancels the run.',
  ],
  arguments: [definitionFile],
  options: [
    {
      name: 'input',
      value: 'JSON|@FILE|TEXT',
      summary: "The run's input. What is no JSON is a text; @- reads stdin.",
    },
    { name: 'start', value: 'NODE', summary: "Start at this node, not at the workflow's entry." },
    { name: 'script', value: 'FILE', summary: 'Replies of the offline model.' },
    {
      name: 'answer',
      value: 'NODE=JSON',
      summary: "The answer to a wait; NODE is the node's exact id.",
      isRepeatable: true,
    },
    { name: 'timeout', value: 'SECONDS', summary: 'Give up and cancel the run after so long.' },
    {
      name: 'view',
      value: 'VIEW',
      summary: 'The form of the run with --json.',
      choices: ['native'],
      default: 'native',
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
      command: 'skein run flow.json --script replies.json --explain publish',
      summary: 'Script the model, then ask why "publish" ran or did not.',
    },
  ],
};

const validate: CommandDescription = {
  name: 'validate',
  summary: 'Lists everything that is wrong with definitions.',
  details: ['Errors stop a run, warnings do not.'],
  arguments: [{ ...definitionFile, isRepeatable: true }],
  options: [{ name: 'strict', summary: 'Treat warnings as errors.' }],
  examples: [
    { command: 'skein validate flow.json', summary: 'Check one file.' },
    { command: 'skein validate --strict flows/*.json', summary: 'Check many, warnings included.' },
  ],
};

const show: CommandDescription = {
  name: 'show',
  summary: 'Draws a workflow as text, as a Mermaid flowchart or as a picture.',
  details: [],
  arguments: [definitionFile],
  options: [
    {
      name: 'as',
      value: 'FORM',
      summary: 'How to draw it.',
      choices: ['text', 'mermaid', 'svg'],
      default: 'text',
    },
    { name: 'out', short: 'o', value: 'FILE', summary: 'Write to this file instead of stdout.' },
  ],
  examples: [
    { command: 'skein show flow.json', summary: 'Read it in the terminal.' },
    { command: 'skein show flow.json --as svg --out flow.svg', summary: 'Make a picture.' },
  ],
};

const diff: CommandDescription = {
  name: 'diff',
  summary: 'Says what changed between two definitions, whatever their layout and key order.',
  details: [],
  arguments: [
    { name: 'A', summary: 'The definition before.', isRequired: true },
    { name: 'B', summary: 'The definition after.', isRequired: true },
  ],
  options: [{ name: 'exit-code', summary: 'End with exit code 1 when there is a difference.' }],
  examples: [{ command: 'skein diff old.json new.json', summary: 'Compare two files.' }],
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
  arguments: [{ name: 'COMMAND', summary: 'The name of a command.', isRequired: false }],
  options: [],
  examples: [
    { command: 'skein help run', summary: 'Everything about `run`.' },
    { command: 'skein help --json', summary: 'All commands as data.' },
  ],
};

export const commandTable: readonly CommandDescription[] = [run, validate, show, diff, start, help];
