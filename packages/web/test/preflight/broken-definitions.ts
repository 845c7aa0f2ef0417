import { agentGraphRules } from './agent-graph-rules.ts';
import type { BrokenDefinition } from './broken-definition.ts';
import { canvasRules } from './canvas-rules.ts';
import { dataflowRules } from './dataflow-rules.ts';
import { nativeRules } from './native-rules.ts';
import { pipelineRules } from './pipeline-rules.ts';
import { sessionRules } from './session-rules.ts';

/** Every rule of every dialect, as one reads it in the studio. */
export const brokenDefinitions: readonly BrokenDefinition[] = [
  ...canvasRules,
  ...agentGraphRules,
  ...dataflowRules,
  ...sessionRules,
  ...pipelineRules,
  ...nativeRules,
];

/** Codes that no definition in the studio can have, and why. */
export const impossibleInStudio: Readonly<Record<string, string>> = {
  BAD_JSON: 'The studio sends values, not text; the import dialog shows it for a pasted text.',
  BAD_YAML: 'The studio sends values, not text.',
  BAD_NUMBER:
    'The server writes JSON, which has no such number; the import dialog shows it for a pasted text.',
  DIALECT_UNKNOWN:
    'A stored workflow has its dialect; the import dialog shows it for a pasted text.',
  DOCUMENT_TOO_LARGE: 'The server takes no text that long; the import shows it for a file.',
  IMPORT_LOSS: 'Said when a file of another product is imported.',
  EXPORT_LOSS: 'Said on the way to another dialect; the export dialog shows it.',
  LOOPS_TOO_DEEP:
    'It takes over a thousand loops inside one another, and seconds to check them: the tests of the kernel and of dataflow do.',
  ABOVE_CEILING:
    'Only the server knows the ceilings of its operator; it shows what is above them when a draft is saved.',
  MORE_PROBLEMS: 'The studio shows all problems that it finds, and those that the server lists.',
  SECRET_UNAVAILABLE:
    'Only the server knows which secrets are there; the dialog that starts a run shows what is missing.',
  SCHEMA_INVALID:
    'Only the server checks schemas whole; it shows what is wrong with them when a draft is saved.',
  NOT_JSON: 'Only a program can give a value that JSON does not hold.',
  TOO_MANY_ITEMS: 'It takes a written list of more than 100,000 items, which nobody types.',
  TOO_DEEP: 'The server takes no draft that deep; the import dialog shows it for a pasted text.',
};
