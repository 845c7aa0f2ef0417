import type { ReactNode } from 'react';
import { TextField } from '../../../design/controls/text-field.tsx';

interface ServerUrlProps {
  readonly note: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ServerUrl({ note, value, onChange }: ServerUrlProps): ReactNode {
  return (
    <TextField
      label="URL"
      note={note}
      required
      type="url"
      pattern="[hH][tT][tT][pP][sS]?://.+"
      title="An address that begins with https:// or http://"
      maxLength={2000}
      placeholder="https://mcp.example.com/mcp"
      value={value}
      onChange={onChange}
      className="font-mono"
    />
  );
}
