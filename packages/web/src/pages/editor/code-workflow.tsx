import { withoutCode } from '@skein/api';
import { isObject } from '@skein/kernel';
import { ReactFlowProvider } from '@xyflow/react';
import { Braces } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { createMarkStore, MarkContext } from '../../canvas/card-marks.ts';
import { RunCanvas } from '../../canvas/run-canvas.tsx';
import { useHostTypes } from '../../data/catalogue.ts';
import type { WorkflowDetail } from '../../data/workflows.ts';
import { Button } from '../../design/controls/button.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';
import { Tag } from '../../design/status/tag.tsx';
import { findForm } from '../../graph/forms/find-form.ts';
import { readSketch } from '../../graph/read-sketch.ts';
import { copyText } from '../../viewers/copy-text.ts';
import { JsonView } from '../../viewers/json/json-view.tsx';
import { RunButton } from './header/run-button.tsx';

interface CodeWorkflowProps {
  readonly workflow: WorkflowDetail;
  readonly language: string;
}

const words: Readonly<Record<string, string>> = { typescript: 'TypeScript' };

/** A workflow that a program has made: it is changed there, and shown here. */
export function CodeWorkflow({ workflow, language }: CodeWorkflowProps): ReactNode {
  const { name, definition } = workflow;
  const word = words[language] ?? language;
  // Without its origin: what is imported from it is edited.
  const plain = isObject(definition) ? withoutCode(definition) : definition;
  const copy = () => copyText(JSON.stringify(plain, undefined, 2), 'definition');
  return (
    <>
      <TopBar>
        <BackLink to="/workflows" label="Back to workflows" />
        <h1 className="truncate text-sm font-semibold">{name}</h1>
        <Tag>{word}</Tag>
        <span className="ml-auto" />
        <Button icon={Braces} onClick={copy}>
          Copy as JSON
        </Button>
        <RunButton workflow={workflow} isDraft={false} />
      </TopBar>
      <p className="shrink-0 border-b border-line bg-sunken px-4 py-2 text-sm text-text-2">
        This workflow is written in {word}: change it in your program. A copy as JSON can be
        imported and edited here.
      </p>
      <CodeGraph workflow={workflow} />
    </>
  );
}

/** The graph, and what is in the card that was chosen. */
function CodeGraph({ workflow }: Pick<CodeWorkflowProps, 'workflow'>): ReactNode {
  const host = useHostTypes().data;
  const { dialect, definition } = workflow;
  const [marks] = useState(createMarkStore);
  const [selected, setSelected] = useState<string | null>(null);
  const sketch = useMemo(() => {
    const form = findForm(dialect, host);
    return form === undefined ? { nodes: [], edges: [] } : readSketch(form, definition);
  }, [dialect, definition, host]);
  const node = nodesOf(definition).find(({ id }) => id === selected);
  return (
    <MarkContext value={marks}>
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <div className="relative min-h-0 flex-1">
          <ReactFlowProvider>
            <RunCanvas
              sketch={sketch}
              frames={[]}
              edges={new Map()}
              selected={selected}
              onSelect={setSelected}
              selectedEdge={null}
              onSelectEdge={() => {}}
            />
          </ReactFlowProvider>
        </div>
        {node !== undefined && (
          <aside
            aria-label="Node"
            className="w-full border-line bg-surface p-4 md:w-96 md:border-l"
          >
            <JsonView label="node" value={node} className="h-full" />
          </aside>
        )}
      </div>
    </MarkContext>
  );
}

function nodesOf(definition: WorkflowDetail['definition']) {
  const nodes = isObject(definition) ? definition['nodes'] : undefined;
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}
