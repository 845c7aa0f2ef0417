import { compileDefinition } from '@skein/dialects';
import type { Diagnostic } from '@skein/kernel';
import { useDeferredValue, useMemo } from 'react';
import { findForm } from '../../graph/forms/find-form.ts';
import { placeProblems, type PlacedProblem } from '../../graph/preflight/place-problems.ts';
import { useEditor } from './editor-store.ts';

export interface Preflight {
  readonly problems: readonly PlacedProblem[];
  readonly errors: readonly Diagnostic[];
}

/** The problems of what is being edited: those that the server would find. */
export function usePreflight(): Preflight {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const dialect = useEditor((state) => state.dialect);
  return useMemo(() => {
    const { diagnostics } = compileDefinition(definition, { dialect });
    const form = findForm(dialect);
    const problems =
      form === undefined
        ? diagnostics.map((diagnostic) => ({ diagnostic, node: null, edge: null, field: null }))
        : placeProblems(form, definition, diagnostics);
    return { problems, errors: diagnostics.filter(({ severity }) => severity === 'error') };
  }, [definition, dialect]);
}
