import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { useMemo, useState, type ReactNode } from 'react';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { groupFields } from '../../../form/settings-fields.ts';
import { setGroup } from '../../../graph/edit/set-group.ts';
import { shownValues } from '../../../graph/edit/shown-values.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import type { NodeGroup } from '../../../graph/forms/node-group.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

interface NodeGroupsProps {
  readonly form: DocumentForm;
  readonly id: string;
  /** The node as written in the definition. */
  readonly node: JsonObject;
}

/** Node-level settings, folded. */
export function NodeGroups({ form, id, node }: NodeGroupsProps): ReactNode {
  return (form.groups ?? []).map((group) => (
    <Group key={group.title} form={form} id={id} node={node} group={group} />
  ));
}

function Group({ form, id, node, group }: NodeGroupsProps & { group: NodeGroup }): ReactNode {
  const store = useEditorStore();
  const [isOpen, setOpen] = useState(false);
  const named = useMemo(() => ({ ...groupFields, settings: group.settings }), [group]);
  const write = (data: Json) => {
    const values = plainJson(data);
    if (!isObject(values)) return;
    change(
      store,
      (definition) => setGroup(form, definition, { id, group, values }),
      `${group.title} ${id}`,
    );
  };
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex h-10 list-none items-center gap-2 text-sm font-medium">
        <FoldMark />
        <span className="shrink-0">{group.title}</span>
        <span className="ml-auto truncate text-xs font-normal text-text-3">
          {group.summary(node)}
        </span>
      </summary>
      {isOpen && (
        <div className="pb-3">
          <LazySchemaForm
            id={`node-${id}-${group.keys[0]}`}
            label={group.title}
            schema={group.schema}
            named={named}
            data={shownValues(node, group.keys)}
            onChange={write}
          />
        </div>
      )}
    </details>
  );
}
