// Invalid connections
// The dialect decides whether an edge may be drawn: the definition is compiled with it, and a new error is the reason to
// refuse it. So the rules are those of the server, including all seven for subagents.
import { compileDefinition } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import { connect } from '../edit/connect.ts';
import type { DocumentForm } from '../forms/document-form.ts';
import type { Connection } from '../sketch.ts';

/** The rule that a new edge would break; null if it may be drawn. */
export function checkConnection(
  form: DocumentForm,
  definition: JsonObject,
  connection: Connection,
): Diagnostic | null {
  const connected = connect(form, definition, connection);
  if (connected === definition) return alreadyThere(connection);
  const before = new Set(problemsOf(form, definition).map(signature));
  const added = problemsOf(form, connected).filter((problem) => !before.has(signature(problem)));
  return added[0] ?? null;
}

function problemsOf(form: DocumentForm, definition: JsonObject): readonly Diagnostic[] {
  const { diagnostics } = compileDefinition(definition, { ...form.known, dialect: form.dialect });
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Compared without its place: appending an edge moves no other, and messages say more than indexes. */
function signature({ code, message }: Diagnostic): string {
  return `${code} ${message}`;
}

function alreadyThere({ from, to }: Connection): Diagnostic {
  return {
    code: 'EDGE_REPEATED',
    severity: 'error',
    pointer: '',
    message: `"${from}" and "${to}" are connected in this way already.`,
    hint: 'Choose another port or another node.',
  };
}
