import { useState, type ReactNode } from 'react';
import {
  useMcpServerSettings,
  usePutMcpServer,
  type McpServer,
  type McpServerSettings,
} from '../../../data/settings/mcp-servers.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { HeaderFields, type Header } from './header-fields.tsx';
import { joinWords, splitWords } from './command-words.ts';

interface ServerDialogProps {
  /** The server to change; undefined: a new one. */
  readonly name?: string;
  readonly onClose: () => void;
}

export function ServerDialog(props: ServerDialogProps): ReactNode {
  const { data } = useMcpServerSettings(props.name);
  // The fields begin with what was set.
  if (props.name !== undefined && data === undefined) return null;
  return <ServerForm {...props} settings={data?.settings} />;
}

/** Stays open when the server was saved but cannot be used, so that it can be corrected. */
function ServerForm({
  name: known,
  settings,
  onClose,
}: ServerDialogProps & { readonly settings: McpServerSettings | undefined }): ReactNode {
  const [way, setWay] = useState(settings?.url === undefined ? 'command' : 'url');
  const [name, setName] = useState(known ?? '');
  const [command, setCommand] = useState(
    joinWords([settings?.command ?? '', ...(settings?.args ?? [])]),
  );
  const [variables, setVariables] = useState(() => pairsOf(settings?.env));
  const [url, setUrl] = useState(settings?.url ?? '');
  const [headers, setHeaders] = useState(() => pairsOf(settings?.headers));
  const [problem, setProblem] = useState<string | null>(null);
  const put = usePutMcpServer((server) => {
    setProblem(tellSaved(server));
    if (server.state !== 'failed') onClose();
  });
  const isCommand = way === 'command';
  const save = () => {
    const [program = '', ...args] = splitWords(command);
    const { tools, disabled } = settings ?? {};
    const given = isCommand
      ? { command: program, args, env: fromPairs(variables) }
      : { url: url.trim(), headers: fromPairs(headers) };
    put.mutate({ name, settings: { ...given, tools, disabled } });
  };
  return (
    <FormDialog
      title={known === undefined ? 'Add an MCP server' : `Change ${visibleText(known)}`}
      action={put.isPending ? 'Connecting…' : 'Save and connect'}
      isBusy={put.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {known === undefined && <NameField value={name} onChange={setName} />}
      <SelectField
        label="How it is reached"
        value={way}
        onChange={setWay}
        options={[
          { value: 'command', label: 'A command that this server starts' },
          { value: 'url', label: 'An address' },
        ]}
      />
      <ReachFields
        isCommand={isCommand}
        command={command}
        onCommand={setCommand}
        variables={variables}
        onVariables={setVariables}
        url={url}
        onUrl={setUrl}
        headers={headers}
        onHeaders={setHeaders}
      />
      <Problem text={problem} />
    </FormDialog>
  );
}

function pairsOf(given: Readonly<Record<string, string>> | undefined): readonly Header[] {
  return Object.entries(given ?? {}).map(([name, value]) => ({ name, value }));
}

function fromPairs(pairs: readonly Header[]): Record<string, string> {
  return Object.fromEntries(pairs.map((each) => [each.name.trim(), each.value]));
}

function tellSaved({ name, state, error, tools }: McpServer): string | null {
  if (state !== 'failed') {
    showToast({ tone: 'ok', text: `Saved ${name}: ${tools.length} tools.` });
    return null;
  }
  return `Saved, but it cannot be used yet. ${error ?? ''}`;
}

interface NameFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NameField({ value, onChange }: NameFieldProps): ReactNode {
  return (
    <TextField
      label="Name"
      note="Its tools are called <name>-<tool>."
      required
      pattern="[A-Za-z0-9_\-]{1,64}"
      title="Letters, digits, _ and -"
      placeholder="files"
      value={value}
      onChange={onChange}
      className="font-mono"
    />
  );
}

function Problem({ text }: { readonly text: string | null }): ReactNode {
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft p-3 text-sm break-words text-bad-text">
      {visibleText(text)}
    </p>
  );
}

interface ReachFieldsProps {
  readonly isCommand: boolean;
  readonly command: string;
  readonly onCommand: (command: string) => void;
  readonly variables: readonly Header[];
  readonly onVariables: (variables: readonly Header[]) => void;
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly headers: readonly Header[];
  readonly onHeaders: (headers: readonly Header[]) => void;
}

/** What starts it, or where it is. */
function ReachFields(props: ReachFieldsProps): ReactNode {
  const { isCommand, command, onCommand, variables, onVariables } = props;
  const { url, onUrl, headers, onHeaders } = props;
  if (isCommand)
    return (
      <>
        <TextField
          label="Command"
          note="Runs on the machine of this server, with its rights. Only add what you trust."
          required
          maxLength={4000}
          placeholder="npx -y @modelcontextprotocol/server-filesystem /srv/files"
          value={command}
          onChange={onCommand}
          className="font-mono"
        />
        <HeaderFields kind="variable" headers={variables} onChange={onVariables} />
      </>
    );
  return (
    <>
      <TextField
        label="URL"
        note="Where it speaks MCP over HTTP."
        required
        type="url"
        maxLength={2000}
        placeholder="https://mcp.example.com/mcp"
        value={url}
        onChange={onUrl}
        className="font-mono"
      />
      <HeaderFields kind="header" whose="server" headers={headers} onChange={onHeaders} />
    </>
  );
}
