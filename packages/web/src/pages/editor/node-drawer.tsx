import { isObject, type Json } from '@skein/kernel';
import { Trash2, X } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { families } from '../../canvas/families.ts';
import { KindTile } from '../../canvas/kind-tile.tsx';
import { useLastRun } from '../../data/runs.ts';
import type { WorkflowDetail } from '../../data/workflows.ts';
import { IconButton } from '../../design/icon-button.tsx';
import { Tabs } from '../../design/tabs.tsx';
import type { DocumentForm } from '../../graph/forms/document-form.ts';
import { removeParts } from '../../graph/edit/remove-parts.ts';
import type { Sketch, SketchNode } from '../../graph/sketch.ts';
import { lastValuesOf } from '../../graph/variables/variables-at.ts';
import { JsonView } from '../../viewers/json-view.tsx';
import { change, useEditorStore } from './editor-store.ts';
import { LastRun } from './last-run.tsx';
import { NodeSettings } from './node-settings.tsx';

interface NodeDrawerProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly workflow: WorkflowDetail;
}

export function NodeDrawer({ form, node, sketch, workflow }: NodeDrawerProps): ReactNode {
  const [tab, setTab] = useState('settings');
  const run = useLastRun(workflow.id).data ?? undefined;
  const last = useMemo(() => lastValuesOf(run), [run]);
  const sources = sketch.edges.filter(({ to }) => to === node.id).map(({ from }) => from);
  const inputs = Object.fromEntries(
    sources.flatMap((id) => (last.outputs[id] === undefined ? [] : [[id, last.outputs[id]]])),
  ) as { [id: string]: Json };
  return (
    <aside
      aria-label={`${node.title} settings`}
      className="z-20 flex shrink-0 flex-col border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:h-[56dvh] max-md:rounded-t-xl max-md:border-t max-md:shadow-3 md:w-[400px] md:border-l"
    >
      <i className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-control md:hidden" />
      <DrawerHeader form={form} node={node} />
      <Tabs
        className="flex-1"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'settings',
            label: 'Settings',
            panel: <NodeSettings form={form} node={node} sketch={sketch} last={last} />,
          },
          {
            id: 'input',
            label: 'Input',
            panel: (
              <Kept
                value={Object.keys(inputs).length === 0 ? undefined : inputs}
                what="What came before it"
              />
            ),
          },
          {
            id: 'output',
            label: 'Output',
            panel: <Kept value={last.outputs[node.id]} what="What it gave" />,
          },
          { id: 'last', label: 'Last run', panel: <LastRun run={run} node={node.id} /> },
        ]}
      />
    </aside>
  );
}

function DrawerHeader({ form, node }: Pick<NodeDrawerProps, 'form' | 'node'>): ReactNode {
  const store = useEditorStore();
  const close = () => store.setState({ open: null, nodes: new Set() });
  return (
    <header className="flex shrink-0 items-center gap-3 py-3 pr-2 pl-4">
      <KindTile family={node.family} type={node.type} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-md font-semibold">{node.title}</h2>
        <p className="truncate text-xs text-text-3">
          {families[node.family].label} · <code className="font-mono">{node.id}</code>
        </p>
      </div>
      <IconButton
        label="Remove this node"
        icon={Trash2}
        onClick={() => {
          change(store, (definition) => removeParts(form, definition, { nodes: [node.id] }));
          close();
        }}
      />
      <IconButton label="Close" icon={X} onClick={close} />
    </header>
  );
}

interface KeptProps {
  readonly value: Json | undefined;
  readonly what: string;
}

function Kept({ value, what }: KeptProps): ReactNode {
  if (value === undefined)
    return (
      <p className="p-4 text-sm text-text-3">
        {what} in the last run is shown here. Run the workflow to see it.
      </p>
    );
  return (
    <div className="h-full p-4">
      <JsonView
        label={what.toLowerCase()}
        value={value}
        className={isObject(value) || Array.isArray(value) ? 'h-full max-h-96' : 'h-24'}
      />
    </div>
  );
}
