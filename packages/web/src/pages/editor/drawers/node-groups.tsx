import type { JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { groupFields } from '../../../form/settings-fields.ts';
import { SettingsGroup } from '../../../form/settings-group.tsx';
import { setGroup } from '../../../graph/edit/set-group.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

interface NodeGroupsProps {
  readonly form: DocumentForm;
  readonly id: string;
  /** The node as written in the definition. */
  readonly node: JsonObject;
}

/** Node-level settings, folded. */
export function NodeGroups({ form, id, node }: NodeGroupsProps): ReactNode {
  const store = useEditorStore();
  return (form.groups ?? []).map((group) => (
    <SettingsGroup
      key={group.title}
      id={`node-${id}-${group.keys[0]}`}
      group={group}
      record={node}
      fields={groupFields}
      onChange={(values) =>
        change(
          store,
          (definition) => setGroup(form, definition, { id, group, values }),
          `${group.title} ${id}`,
        )
      }
    />
  ));
}
