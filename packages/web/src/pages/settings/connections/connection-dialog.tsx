import { useState, type ReactNode } from 'react';
import {
  useConnectionPresets,
  usePutConnection,
  type Connection,
} from '../../../data/settings/connections.ts';
import { SelectField } from '../../../design/controls/select-field.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';
import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { showToast } from '../../../design/feedback/toasts.ts';
import {
  bodyOf,
  formOf,
  mcpService,
  otherService,
  type ConnectionForm,
} from './connection-form.ts';

interface ConnectionDialogProps {
  /** The connection to change; undefined: a new one. */
  readonly connection?: Connection;
  readonly onClose: () => void;
}

export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps): ReactNode {
  const [form, setForm] = useState<ConnectionForm>(() => formOf(connection));
  const set = (key: keyof ConnectionForm) => (value: string) => setForm({ ...form, [key]: value });
  const put = usePutConnection(() => {
    showToast({ tone: 'ok', text: `Saved ${form.name}.` });
    onClose();
  });
  return (
    <FormDialog
      title={connection === undefined ? 'Add a connection' : `Change ${connection.name}`}
      action="Save"
      isBusy={put.isPending}
      onSubmit={() => put.mutate({ name: form.name, body: bodyOf(form) })}
      onClose={onClose}
    >
      {connection === undefined && (
        <TextField
          label="Name"
          note="Workflows and tools use it by this name."
          required
          pattern="[A-Za-z0-9][A-Za-z0-9_\-]{0,63}"
          title="Letters, digits, _ and -"
          placeholder="google"
          value={form.name}
          onChange={set('name')}
          className="font-mono"
        />
      )}
      <Service form={form} set={set} />
      <TextField
        label="Client ID"
        note={
          form.preset === mcpService
            ? 'Empty: one is registered there for each user.'
            : `Register ${callbackUrl(connection)} as its callback address.`
        }
        required={form.preset !== mcpService}
        value={form.clientId}
        onChange={set('clientId')}
        className="font-mono"
      />
      <TextField
        label="Client secret"
        note={
          connection?.hasSecret === true
            ? 'Leave it empty to keep the one that is stored.'
            : 'Encrypted when saved. It cannot be read again.'
        }
        type="password"
        autoComplete="off"
        value={form.clientSecret}
        onChange={set('clientSecret')}
        className="font-mono"
      />
      <TextField
        label="Scopes"
        note="What is asked for, separated by spaces. Empty: those of the service."
        value={form.scopes}
        onChange={set('scopes')}
        className="font-mono"
      />
    </FormDialog>
  );
}

interface ServiceProps {
  readonly form: ConnectionForm;
  readonly set: (key: keyof ConnectionForm) => (value: string) => void;
}

function Service({ form, set }: ServiceProps): ReactNode {
  const presets = useConnectionPresets().data?.items ?? [];
  const options = presets.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectField
        label="Service"
        value={form.preset}
        onChange={set('preset')}
        options={[
          ...options,
          { value: mcpService, label: 'An MCP server' },
          { value: otherService, label: 'Another service' },
        ]}
      />
      {form.preset === mcpService && (
        <TextField
          label="Address"
          note="It says itself where people sign in."
          required
          type="url"
          placeholder="https://mcp.example.com/mcp"
          value={form.mcp}
          onChange={set('mcp')}
          className="font-mono"
        />
      )}
      {form.preset === otherService && (
        <>
          <TextField
            label="Issuer"
            note="Its addresses are read from what it publishes there."
            required
            type="url"
            placeholder="https://accounts.example.com"
            value={form.issuer}
            onChange={set('issuer')}
            className="font-mono"
          />
          <TextField
            label="Hosts"
            note="Where tokens may be sent, separated by spaces."
            required
            placeholder="api.example.com"
            value={form.hosts}
            onChange={set('hosts')}
            className="font-mono"
          />
        </>
      )}
    </>
  );
}

function callbackUrl(connection: Connection | undefined): string {
  return connection?.callbackUrl ?? `${location.origin}/connections/callback`;
}
