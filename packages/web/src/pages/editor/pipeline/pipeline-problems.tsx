import type { Diagnostic } from '@skein/kernel';
import type { ReactNode } from 'react';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { focusStep } from './focus-step.ts';
import { EditorPanel } from '../panels/editor-panel.tsx';
import { useEditorStore } from '../state/editor-store.ts';

interface PlainProblemsProps {
  readonly diagnostics: readonly Diagnostic[];
}

/** The problems of a pipeline; each jumps to its step or to the workflow panel. */
export function PipelineProblems({ diagnostics }: PlainProblemsProps): ReactNode {
  const store = useEditorStore();
  const show = (index: number) => {
    const step = /^\/steps\/(\d+)/.exec(diagnostics[index]?.pointer ?? '')?.[1];
    if (step === undefined) {
      store.setState({ panel: 'workflow' });
      return;
    }
    focusStep(Number(step));
  };
  return (
    <EditorPanel title="Problems">
      <DiagnosticList diagnostics={diagnostics} onShow={show} />
    </EditorPanel>
  );
}
