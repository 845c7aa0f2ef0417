import { isObject, ownValue, type Json } from '@skein/kernel';
import { Link } from '@tanstack/react-router';
import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { JsonField } from '../../../form/fields/json-field.tsx';
import { readPins, setPin } from '../../../graph/edit/pins.ts';
import { change, useEditor, useEditorStore } from '../state/editor-store.ts';
import { LastRunValue } from './last-run-value.tsx';
import type { NodeResult } from './use-run-node.ts';

interface NodeOutputProps {
  readonly node: string;
  /** Of the last run. */
  readonly last: Json | undefined;
  /** Of a run of only this node. */
  readonly alone: NodeResult | null;
}

/** The output of a node, and its pinned output: a value for trying the nodes after it. */
export function NodeOutput({ node, last, alone }: NodeOutputProps): ReactNode {
  const store = useEditorStore();
  const pinned = useEditor(({ history }) => ownValue(readPins(history.present), node));
  const newest = alone === null || alone.error !== null ? last : alone.output;
  const pin = (value: Json | undefined, merge: string | null = null) =>
    change(store, (definition) => setPin(definition, { node, value }), merge);
  return (
    <div className="grid gap-4 p-4 text-sm">
      {pinned !== undefined && (
        <section aria-label="Pinned output" className="grid gap-1.5">
          <div className="flex items-center gap-2">
            <Pin size={14} aria-hidden className="text-accent-text" />
            <h3 className="flex-1 font-medium">Pinned output</h3>
            <Button size="sm" icon={PinOff} onClick={() => pin(undefined)}>
              Unpin
            </Button>
          </div>
          <JsonField
            id={`pin-${node}`}
            label="Pinned output"
            value={pinned}
            onChange={(value) => pin(value ?? null, `pin ${node}`)}
          />
          <p className="text-xs text-text-3">
            Replaces the output of this node in trial runs: of another node, from a node on or up to
            one. Workflow runs ignore it.
          </p>
        </section>
      )}
      {alone !== null && <Alone result={alone} />}
      {alone === null && <LastRunValue value={last} what="Output" />}
      {newest !== undefined && (
        <Button size="sm" icon={Pin} className="justify-self-start" onClick={() => pin(newest)}>
          Pin this output
        </Button>
      )}
    </div>
  );
}

function Alone({ result }: { readonly result: NodeResult }): ReactNode {
  const { output, error, run, status } = result;
  const isLarge = isObject(output) || Array.isArray(output);
  return (
    <section aria-label="Output of the node on its own" className="grid gap-1.5">
      <h3 className="font-medium">Run on its own: {status}</h3>
      {error === null ? (
        <LastRunValue value={output} what="Output" isTall={isLarge} />
      ) : (
        <p role="alert" className="rounded-md bg-bad-soft p-3 break-words text-bad-text">
          {error}
        </p>
      )}
      <Link
        to="/runs/$id"
        params={{ id: run }}
        className="justify-self-start rounded-sm font-medium text-accent-text hover:underline"
      >
        Open this run
      </Link>
    </section>
  );
}
