// AWS Step Functions
// State machines in the Amazon States Language, with JSONPath or JSONata.
import { isObject, objectAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { addEdge, addNode, newDraft, newReport, takeId, toDefinition } from '../draft/draft.ts';
import type { Importer } from '../importer.ts';
import { uuidCode, type AslScope } from './asl-scope.ts';
import { convertMachine, isMachine } from './convert-machine.ts';

export const aslImporter: Importer = {
  format: 'asl',
  title: 'AWS Step Functions',
  recognises: (source) => isMachine(source),
  convert: (source, options) => {
    const machine = isObject(source) ? source : {};
    const report = newReport();
    const draft = newDraft(report);
    const execution = takeId(draft, 'execution');
    let usesExecution = false;
    const isJsonata = textAt(machine, 'QueryLanguage') === 'JSONata';
    const scope: AslScope = {
      draft,
      machine,
      pointer: '',
      ids: new Map(),
      isInMap: false,
      isJsonata,
      variables: assignedNames(machine),
      prefix: '',
      convertInner: convertMachine,
      execution: () => {
        usesExecution = true;
        return `${execution}.output`;
      },
    };
    const start = takeId(draft, 'start');
    addNode(draft, { id: start, type: 'start' });
    const entry = takeId(draft, 'input');
    convertMachine(scope, entry);
    addNode(draft, { id: entry, type: 'transform', config: { value: '${trigger}' } });
    if (usesExecution) {
      addNode(draft, { id: execution, type: 'code', config: { code: uuidCode } });
      addEdge(draft, { from: start, to: execution });
    }
    addEdge(draft, { from: usesExecution ? execution : start, to: entry });
    const definition = toDefinition(draft, {
      name: options.name ?? 'State machine',
      description: textAt(machine, 'Comment') ?? '',
      metadata: { origin: { format: 'asl' } },
    });
    return {
      definition: withTimeout(definition, ownValue(machine, 'TimeoutSeconds')),
      more: [],
      losses: report.losses,
      bindings: [...report.bindings.values()],
      secrets: [],
    };
  },
};

/** Variables of the outermost machine; each is state of the run. */
function assignedNames(machine: JsonObject): Set<string> {
  const states = ownValue(machine, 'States');
  const all = isObject(states) ? Object.values(states) : [];
  return new Set(
    all.flatMap((state) => (isObject(state) ? Object.keys(objectAt(state, 'Assign')) : [])),
  );
}

function withTimeout(definition: JsonObject, seconds: Json | undefined): JsonObject {
  if (typeof seconds !== 'number' || seconds <= 0) return definition;
  return { ...definition, policy: { timeoutMs: Math.round(seconds * 1000) } };
}
