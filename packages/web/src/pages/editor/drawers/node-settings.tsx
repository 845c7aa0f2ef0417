import { isObject, nativeKinds, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { lazy, Suspense, useCallback, useMemo, useRef, type ReactNode } from 'react';
import { PackageOpen } from 'lucide-react';
import { Button } from '../../../design/controls/button.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { Skeleton } from '../../../design/feedback/skeleton.tsx';
import { ArgumentFormContext } from '../../../form/fields/argument-form.ts';
import { LazySchemaForm } from '../../../form/lazy-schema-form.tsx';
import { settingsFields } from '../../../form/settings-fields.ts';
import { editorOf } from '../../../form/schema/shape-editors.ts';
import type { NamedFields } from '../../../form/schema/ui-schema.ts';
import { OpenInside } from '../../../form/open-inside.ts';
import { CalledWorkflow } from '../../../form/inputs/called-workflow.ts';
import { ListChanges } from '../../../form/lists/list-changes.ts';
import { WrittenValues } from '../../../form/written-values.ts';
import { asWritten, valueAt, withValueAt } from '../../../graph/as-written.ts';
import type { ListChange } from '../../../graph/edit/list-change.ts';
import { setConfig } from '../../../graph/edit/set-config.ts';
import { setRequest } from '../../../graph/edit/set-request.ts';
import { setTitle } from '../../../graph/edit/set-title.ts';
import { schemaOfRole } from '../../../graph/forms/config-schema.ts';
import type { DocumentForm } from '../../../graph/forms/document-form.ts';
import { listAt, objectAt, textAt, withKey } from '../../../graph/own-keys.ts';
import { stepOf } from '../../../graph/steps/problems-at.ts';
import { plainJson } from '../../../graph/plain-json.ts';
import { embeddedIn } from '../../../graph/sub/unpack-workflow.ts';
import type { Sketch, SketchNode } from '../../../graph/sketch.ts';
import type { PlacedProblem } from '../../../graph/preflight/place-problems.ts';
import type { LastValues } from '../../../graph/variables/variables-at.ts';
import { DiagnosticList } from '../../../viewers/diagnostic-list.tsx';
import { change, changeSinceStart, useEditor, useEditorStore } from '../state/editor-store.ts';
import { useSubWorkflows } from '../sub/use-sub-workflows.ts';
import { openLevel } from '../inside/open-level.ts';
import { NodeGroups } from './node-groups.tsx';
import { usePreflight } from '../state/preflight.tsx';
import { NodeValues } from './node-values.tsx';
import { useArgumentForm } from './use-argument-form.ts';

const DataSteps = lazy(async () => ({
  default: (await import('../steps/data-steps.tsx')).DataSteps,
}));

const PasteCurl = lazy(async () => ({
  default: (await import('../http/paste-curl.tsx')).PasteCurl,
}));

interface NodeSettingsProps {
  readonly form: DocumentForm;
  readonly node: SketchNode;
  readonly sketch: Sketch;
  readonly last: LastValues;
  /** The id of the workflow. */
  readonly workflow: string;
}

export function NodeSettings(props: NodeSettingsProps): ReactNode {
  const { form, node, sketch, workflow } = props;
  const definition = useEditor(({ history }) => history.present);
  const written = listAt(definition, form.nodesKey)
    .filter(isObject)
    .find((each) => textAt(each, 'id') === node.id);
  const config = written === undefined ? {} : form.readConfig(definition, written);
  const { schema, named } = useNodeForm(form, { node, sketch, config });
  const stepsKey = stepsKeyOf(form, node.type);
  const own = usePreflight().problems.filter((problem) => problem.node === node.id);
  // Those of steps are shown at their cards.
  const others = stepsKey === null ? own : own.filter((problem) => stepOf(problem) === null);
  const { note, write, put } = useWriteConfig(form, node.id);
  const withoutBuilt = Object.fromEntries(
    Object.entries(config).filter(([key]) => !isBuilt(key, named)),
  );
  const called = useArgumentForm(node.type, hasNativeNodes(form) ? config : {});
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      {form.titleKey(node.type)?.inConfig === false && <TitleField form={form} node={node} />}
      {embeddedIn(definition, node.id) !== null && <TakeApart form={form} node={node} />}
      {hasNativeNodes(form) && node.type === 'http' && (
        <Suspense fallback={<Skeleton className="h-8" />}>
          <PasteCurl onUse={(request) => put(setRequest(config, request))} />
        </Suspense>
      )}
      <NodeValues {...props} written={written ?? {}} workflow={workflow}>
        <ArgumentFormContext value={called}>
          <SettingsOf node={node.id} config={config} note={note} write={write}>
            <LazySchemaForm
              id={`node-${node.id}`}
              label="Node settings"
              schema={schema}
              named={named}
              data={withoutBuilt}
              problems={problemTexts(others)}
              onChange={(data) => write(withBuilt(plainJson(data), config, named))}
            />
          </SettingsOf>
        </ArgumentFormContext>
        {stepsKey !== null && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <DataSteps form={form} node={node} config={config} problems={own} />
          </Suspense>
        )}
        {written !== undefined && (
          <div>
            <NodeGroups key={node.id} form={form} id={node.id} node={written} />
          </div>
        )}
      </NodeValues>
      {others.length > 0 && (
        <section aria-label="Problems of this node">
          <DiagnosticList diagnostics={others.map(({ diagnostic }) => diagnostic)} />
        </section>
      )}
    </div>
  );
}

/** The library of the forms loses names such as those of prototypes: what is built field by field goes past it. */
function isBuilt(key: string, { settings }: NamedFields): boolean {
  const field = settings?.get(key);
  return field !== undefined && editorOf(key, field) === 'fields';
}

/** What a form sends, in the order of what was there, with what goes past it. */
function withBuilt(data: Json, config: JsonObject, named: NamedFields): Json {
  const sent = asWritten(data, config);
  if (!isObject(sent)) return sent;
  const whole: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(config)) {
    const next = isBuilt(key, named) ? value : ownValue(sent, key);
    if (next !== undefined) setOwn(whole, key, next);
  }
  for (const [key, value] of Object.entries(sent))
    setOwn(whole, key, ownValue(whole, key) ?? value);
  return whole;
}

interface SettingsOfProps {
  readonly node: string;
  readonly config: JsonObject;
  readonly note: (change: ListChange) => void;
  readonly write: (data: Json) => void;
  readonly children: ReactNode;
}

/** What fields of the form know of the node beside their own value. */
function SettingsOf({ node, config, note, write, children }: SettingsOfProps): ReactNode {
  const store = useEditorStore();
  const values: WrittenValues = {
    at: (path) => valueAt(config, path),
    write: (path, value, pressed) => {
      if (pressed !== null) note(pressed);
      write(withValueAt(config, path, value) ?? {});
    },
  };
  const isEmbedding = isObject(ownValue(config, 'workflow'));
  const open = () => openLevel(store, [...store.getState().inside, node]);
  return (
    <OpenInside value={isEmbedding ? open : null}>
      <CalledWorkflow value={textAt(config, 'workflow')}>
        <WrittenValues value={values}>
          <ListChanges value={note}>{children}</ListChanges>
        </WrittenValues>
      </CalledWorkflow>
    </OpenInside>
  );
}

/** By field, for those that were left; all of them are listed below. */
function problemTexts(problems: readonly PlacedProblem[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    problems.flatMap(({ field, diagnostic: { message, hint } }) =>
      field === null ? [] : [[field, `${message} ${hint}`]],
    ),
  );
}

/** Typing is one step of the history until something else happens; pressing a button of a list is a step of its own. */
function useWriteConfig(
  form: DocumentForm,
  id: string,
): {
  readonly note: (change: ListChange) => void;
  readonly write: (data: Json) => void;
  /** As a step of its own. */
  readonly put: (config: JsonObject) => void;
} {
  const store = useEditorStore();
  const pressed = useRef<ListChange | null>(null);
  const note = useCallback((listChange: ListChange) => {
    pressed.current = listChange;
  }, []);
  const write = (data: Json) => {
    const config = plainJson(data);
    if (!isObject(config)) return;
    const { current: listChange } = pressed;
    pressed.current = null;
    const next = (before: JsonObject) =>
      setConfig(form, before, { id, config, change: listChange });
    if (listChange === null) changeSinceStart(store, next, `config ${id}`);
    else change(store, next);
  };
  const put = (config: JsonObject) =>
    change(store, (before) => setConfig(form, before, { id, config }));
  return { note, write, put };
}

/** The fields of a node, as its role needs them. */
function useNodeForm(
  form: DocumentForm,
  {
    node,
    sketch,
    config,
  }: Pick<NodeSettingsProps, 'node' | 'sketch'> & { readonly config: JsonObject },
): { readonly schema: JsonObject; readonly named: NamedFields } {
  const { type } = node;
  const isSubagent = sketch.edges.some(({ kind, to }) => kind === 'subagent' && to === node.id);
  const ignored = isSubagent ? [...(form.ignoredBySubagents?.(type) ?? [])] : [];
  // Texts, because they are compared: typing must not make another form.
  const given = ignored.filter((key) => textAt(config, key).trim() !== '').join(' ');
  const left = [...ignored, ...withoutVersion(config)].join(' ');
  return useMemo(() => {
    const ignoredKeys = new Set(left.split(' '));
    const filled = form.filledFields?.(type);
    const used = filled && new Set([...filled].filter((key) => !ignoredKeys.has(key)));
    const schema = schemaOfRole(form.configSchema(type), ignoredKeys, new Set(given.split(' ')));
    return {
      schema: withoutSteps(schema, stepsKeyOf(form, type)),
      named: {
        ...settingsFields,
        filled: used,
        raw: form.rawFields?.(type),
        settings: form.settings?.(type),
      },
    };
  }, [form, type, left, given]);
}

/** What stands in the definition has no versions of its own. */
function withoutVersion(config: JsonObject): readonly string[] {
  return isObject(ownValue(config, 'workflow')) && !Object.hasOwn(config, 'version')
    ? ['version']
    : [];
}

/** The setting with the steps of a data node, which are edited as cards; null for other nodes. */
function stepsKeyOf(form: DocumentForm, type: string): string | null {
  return (hasNativeNodes(form) ? nativeKinds.get(type)?.rows?.steps : undefined) ?? null;
}

/** Whether nodes of native types can be in it. */
function hasNativeNodes({ dialect }: DocumentForm): boolean {
  return dialect === 'native' || dialect === 'dataflow';
}

function withoutSteps(schema: JsonObject, key: string | null): JsonObject {
  if (key === null) return schema;
  const required = listAt(schema, 'required').filter((name) => name !== key);
  const properties = withKey(objectAt(schema, 'properties'), key, undefined);
  return { ...schema, required, properties };
}

/** The workflow that it runs is in this definition: its nodes can be edited here again. */
function TakeApart({ form, node }: Pick<NodeSettingsProps, 'form' | 'node'>): ReactNode {
  const { unpack } = useSubWorkflows(form);
  return (
    <Button
      size="sm"
      icon={PackageOpen}
      className="justify-self-start"
      onClick={() => unpack(node.id)}
    >
      Take it apart
    </Button>
  );
}

function TitleField({ form, node }: Pick<NodeSettingsProps, 'form' | 'node'>): ReactNode {
  const store = useEditorStore();
  return (
    <TextField
      label="Name"
      value={node.title}
      onChange={(title) =>
        change(
          store,
          (definition) => setTitle(form, definition, { id: node.id, title }),
          `title ${node.id}`,
        )
      }
    />
  );
}
