import type { JsonObject } from '@skein/kernel';
import { ArrowDownFromLine, ArrowDownToLine, ChevronDown, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { MenuButton } from '../../../design/controls/menu-button.tsx';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { useTryPart } from './use-try-part.ts';

interface RunHereProps {
  readonly workflow: WorkflowDetail;
  readonly node: string;
  /** Of the last run. */
  readonly last: LastValues;
  readonly isRunning: boolean;
  /** Runs the node by itself. */
  readonly onRun: () => void;
}

/** Runs this node, what is after it, or what is before it. */
export function RunHere({ workflow, node, last, isRunning, onRun }: RunHereProps): ReactNode {
  const store = useEditorStore();
  const part = useTryPart(workflow);
  const fromHere = () => {
    // Outputs by node are a JSON object.
    const outputs = last.outputs as JsonObject;
    // A toast reports the failure.
    void part.start({ node, reach: 'from', input: last.input, outputs }).catch(() => {});
  };
  return (
    <div className="flex">
      <Button size="sm" icon={Play} disabled={isRunning} className="rounded-r-none" onClick={onRun}>
        Run node
      </Button>
      <MenuButton
        trigger={
          <IconButton
            label="Other ways to run"
            icon={ChevronDown}
            size="sm"
            disabled={part.isStarting}
            className="rounded-l-none border border-l-0 border-line-strong"
          />
        }
        entries={[
          {
            label: 'Run from here',
            note: 'This node and everything after it, with the values of the last run and pinned outputs.',
            icon: ArrowDownFromLine,
            onSelect: fromHere,
          },
          {
            label: 'Run to here…',
            note: 'Everything that leads to this node, and it. Pinned outputs are not computed again.',
            icon: ArrowDownToLine,
            onSelect: () => store.setState({ runTo: node }),
          },
        ]}
      />
    </div>
  );
}
