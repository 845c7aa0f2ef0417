import { lazy, Suspense, type ReactNode } from 'react';
import type { ExpressionForm } from './expression-context.ts';
import type { ExpressionMode } from './use-expression-mode.ts';

const ExpressionEditor = lazy(async () => ({
  default: (await import('./expression-editor.tsx')).ExpressionEditor,
}));

interface ExpressionFieldProps {
  readonly label: string;
  readonly inner: string;
  readonly mode: ExpressionMode;
  readonly place: ExpressionForm;
  readonly problems: readonly number[];
}

/** The editor of a value that is an expression; loaded when the first one is shown. */
export function ExpressionField(props: ExpressionFieldProps): ReactNode {
  const { label, inner, mode, place, problems } = props;
  return (
    <Suspense fallback={<div className="h-9 rounded-md border border-control" />}>
      <ExpressionEditor
        label={label}
        value={inner}
        onChange={mode.writeInner}
        place={place}
        problems={problems}
        takesFocus={mode.takesFocus}
      />
    </Suspense>
  );
}
