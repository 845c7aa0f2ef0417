// Preflight
// The problems of what is being edited. They come from the dialects in the browser at once, and a moment later from the server,
// which also knows what is registered and stored there. Worked out once, for everybody who shows them.
import { compileDefinition } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import {
  createContext,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useValidation } from '../../data/workflows.ts';
import { findForm } from '../../graph/forms/find-form.ts';
import { placeProblems, type PlacedProblem } from '../../graph/preflight/place-problems.ts';
import { useEditor } from './editor-store.ts';

export interface Preflight {
  readonly problems: readonly PlacedProblem[];
  readonly errors: readonly Diagnostic[];
}

const PreflightContext = createContext<Preflight>({ problems: [], errors: [] });

export function usePreflight(): Preflight {
  return useContext(PreflightContext);
}

export function PreflightProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const dialect = useEditor((state) => state.dialect);
  const known = useServerDiagnostics(definition);
  const preflight = useMemo(() => {
    const diagnostics = known ?? compileDefinition(definition, { dialect }).diagnostics;
    const form = findForm(dialect);
    const problems =
      form === undefined
        ? diagnostics.map((diagnostic) => ({ diagnostic, node: null, edge: null, field: null }))
        : placeProblems(form, definition, diagnostics);
    return { problems, errors: diagnostics.filter(({ severity }) => severity === 'error') };
  }, [definition, dialect, known]);
  return <PreflightContext value={preflight}>{children}</PreflightContext>;
}

const pauseMs = 400;

/** Null until the server has answered for exactly this definition. */
function useServerDiagnostics(definition: JsonObject): readonly Diagnostic[] | null {
  const dialect = useEditor((state) => state.dialect);
  const [asked, setAsked] = useState(definition);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(definition), pauseMs);
    return () => clearTimeout(timer);
  }, [definition]);
  const { data } = useValidation(asked, dialect);
  return data?.definition === definition ? data.diagnostics : null;
}
