import type { Diagnostic } from '@skein/kernel';
import type { ReactNode } from 'react';
import { DiagnosticList } from '../../viewers/diagnostic-list.tsx';
import { focusStep } from './focus-step.ts';
import { EditorPanel } from './editor-panel.tsx';

interface PlainProblemsProps {
  readonly diagnostics: readonly Diagnostic[];
}

/** The problems of a pipeline; each leads to its step. */
export function PlainProblems({ diagnostics }: PlainProblemsProps): ReactNode {
  const show = (index: number) => {
    const step = /^\/steps\/(\d+)/.exec(diagnostics[index]?.pointer ?? '')?.[1];
    if (step === undefined) return;
    focusStep(Number(step));
  };
  return (
    <EditorPanel title="Problems">
      <DiagnosticList diagnostics={diagnostics} onShow={show} />
    </EditorPanel>
  );
}
