// Lines that cannot be drawn
// Whether a line may be drawn is asked of the dialect, not decided here: the definition is compiled with it, and an error that
// was not there before is the reason to refuse it. So the rules are those of the server, all seven of subagents included.
import { compileDefinition } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import { connect } from '../edit/connect.ts';
import type { DocumentForm } from '../forms/document-form.ts';
import type { Connection } from '../sketch.ts';

/** The rule that a new line would break; null when it may be drawn. */
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
  const { diagnostics } = compileDefinition(definition, { dialect: form.dialect });
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Without its place: adding an edge at the end moves no other, but messages say more than indexes. */
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
