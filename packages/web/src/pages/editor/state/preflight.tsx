// Preflight
// The problems of the edited definition: at once from the dialects in the browser, and shortly after from the server, which
// also knows what is registered and stored there. Computed once, for all that show them.
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
import { useHostTypes } from '../../../data/catalogue.ts';
import { useValidation } from '../../../data/workflows.ts';
import { checkDefinition, type Preflight } from '../../../graph/preflight/check-definition.ts';
import { useEditor } from './editor-store.ts';

export const PreflightContext = createContext<Preflight>({ problems: [], errors: [], lacks: [] });

/** Of the definition as a whole, where a workflow inside it is open. */
export const WholePreflight = createContext<Preflight | null>(null);

export function useWholePreflight(): Preflight {
  const own = useContext(PreflightContext);
  return useContext(WholePreflight) ?? own;
}

export function usePreflight(): Preflight {
  return useContext(PreflightContext);
}

export function PreflightProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const definition = useDeferredValue(useEditor(({ history }) => history.present));
  const dialect = useEditor((state) => state.dialect);
  const found = useServerDiagnostics(definition);
  const known = useHostTypes().data?.known;
  const preflight = useMemo(
    () => checkDefinition(definition, { dialect, known, found }),
    [definition, dialect, known, found],
  );
  return <PreflightContext value={preflight}>{children}</PreflightContext>;
}

const pauseMs = 400;

/** Null until the server has validated exactly this definition. */
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
