import { nodeNames } from '@skein/dialects';
import { ownValue, type Json } from '@skein/kernel';
import { Pin, Trash2, X } from 'lucide-react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { families } from '../../../canvas/families.ts';
import { KindTile } from '../../../canvas/kind-tile.tsx';
import type { RunJson } from '../../../data/runs.ts';
import type { WorkflowDetail } from '../../../data/workflows.ts';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { Tabs } from '../../../design/controls/tabs.tsx';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { readPins, withPins } from '../../../graph/edit/pins.ts';
import { removeParts } from '../../../graph/edit/remove-parts.ts';
import type { Sketch, SketchNode } from '../../../graph/sketch.ts';
import { lastValuesOf, type LastValues } from '../../../graph/variables/variables-at.ts';
import { change, nothingSelected, useEditor, useEditorStore } from '../state/editor-store.ts';
import { focusCard } from '../focus/focus-card.ts';
import { CodeScopeOf } from './code-scope-of.tsx';
import { LastRunValue } from './last-run-value.tsx';
import { LastRun } from './last-run.tsx';
import { NodeOutput } from './node-output.tsx';
import { NodeSettings } from './node-settings.tsx';
import { RunHere } from './run-here.tsx';
import { useShownRun } from './use-shown-run.ts';
import { useRunNode } from './use-run-node.ts';
import { WithOwnTools } from './with-own-tools.tsx';

interface NodeDrawerProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly workflow: WorkflowDetail;
}

export function NodeDrawer({ form, node, sketch, workflow }: NodeDrawerProps): ReactNode {
  const [tab, setTab] = useState('settings');
  const run = useShownRun(workflow.id);
  const inLastRun = useMemo(() => lastValuesOf(run), [run]);
  const definition = useEditor(({ history }) => history.present);
  const last = useMemo(() => withPins(inLastRun, definition), [inLastRun, definition]);
  // A node inside a sub-workflow runs with that only.
  const isInside = useEditor((state) => state.inside.length > 0);
  const alone = useRunNode(workflow, node.id, inLastRun);
  const inputs = inputsOf(sketch, node.id, last);
  const around = { form, node, sketch, last };
  const runAlone = () => {
    setTab('output');
    // A toast reported the failure.
    void alone.start().catch(() => {});
  };
  return (
    <aside
      aria-label={`${node.title} settings`}
      data-node-drawer=""
      onKeyDown={(event) => {
        if (isPlainEscape(event)) focusCard(node.id);
      }}
      className="z-20 flex shrink-0 flex-col border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-14 max-md:h-[56dvh] max-md:rounded-t-xl max-md:border-t max-md:shadow-3 md:w-[400px] md:border-l"
    >
      <i className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-control md:hidden" />
      <DrawerHeader
        form={form}
        node={node}
        run={
          !isInside && (
            <RunHere
              workflow={workflow}
              node={node.id}
              last={inLastRun}
              isRunning={alone.isRunning}
              onRun={runAlone}
            />
          )
        }
      />
      <Tabs
        className="flex-1"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'settings',
            label: 'Settings',
            panel: (
              <CodeScopeOf {...around} run={run} workflow={workflow} trial={alone}>
                <WithOwnTools>
                  <NodeSettings {...around} workflow={workflow.id} />
                </WithOwnTools>
              </CodeScopeOf>
            ),
          },
          ...(isInside
            ? []
            : runTabs({ node: node.id, inputs, run, last: inLastRun, alone: alone.result })),
        ]}
      />
    </aside>
  );
}

interface RunTabsOptions {
  readonly node: string;
  readonly inputs: ReturnType<typeof inputsOf>;
  readonly run: RunJson | undefined;
  readonly last: LastValues;
  readonly alone: ReturnType<typeof useRunNode>['result'];
}

/** What the node was in runs. */
function runTabs({ node, inputs, run, last, alone }: RunTabsOptions) {
  return [
    { id: 'input', label: 'Input', panel: <InputPanel inputs={inputs} /> },
    {
      id: 'output',
      label: <OutputLabel node={node} />,
      panel: <NodeOutput node={node} last={ownValue(last.outputs, node)} alone={alone} />,
    },
    { id: 'last', label: 'Last run', panel: <LastRun run={run} node={node} /> },
  ];
}

function InputPanel({ inputs }: { readonly inputs: ReturnType<typeof inputsOf> }): ReactNode {
  return (
    <div className="p-4">
      <LastRunValue value={Object.keys(inputs).length === 0 ? undefined : inputs} what="Input" />
    </div>
  );
}

/** Back to the card, unless the key closes a list or a dialog of the drawer. */
function isPlainEscape(event: KeyboardEvent<HTMLElement>): boolean {
  const { target, currentTarget } = event;
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element))
    return false;
  return currentTarget.contains(target) && target.getAttribute('aria-expanded') !== 'true';
}

/** What the nodes before it gave, by their names. */
function inputsOf(
  sketch: Sketch,
  node: string,
  last: LastValues,
): { readonly [name: string]: Json } {
  const sources = sketch.edges.filter(({ to }) => to === node).map(({ from }) => from);
  const names = nodeNames(sketch.nodes);
  return Object.fromEntries(
    sources.flatMap((id): [string, Json][] => {
      const value = ownValue(last.outputs, id);
      return value === undefined ? [] : [[names.get(id) ?? id, value]];
    }),
  );
}

function OutputLabel({ node }: { readonly node: string }): ReactNode {
  const isPinned = useEditor(({ history }) => Object.hasOwn(readPins(history.present), node));
  return (
    <>
      Output
      {isPinned && <Pin size={14} role="img" aria-label="pinned" className="text-accent-text" />}
    </>
  );
}

interface DrawerHeaderProps extends Pick<NodeDrawerProps, 'form' | 'node'> {
  /** Starts runs of it. */
  readonly run: ReactNode;
}

function DrawerHeader({ form, node, run }: DrawerHeaderProps): ReactNode {
  const store = useEditorStore();
  const close = () => store.setState(nothingSelected);
  // As the palette calls it: a family has several types.
  const kind = form.palette.find(({ type }) => type === node.type)?.name;
  return (
    <header className="flex shrink-0 items-center gap-3 py-3 pr-2 pl-4">
      <KindTile family={node.family} type={node.type} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-md font-semibold">{node.title}</h2>
        <p className="truncate text-xs text-text-3">
          {kind ?? families[node.family].label} · <code className="font-mono">{node.id}</code>
        </p>
      </div>
      {run}
      <IconButton
        label="Remove node"
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
