import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSecrets, type Whose } from '../../../data/secrets.ts';
import { Button } from '../../../design/controls/button.tsx';
import { IconButton } from '../../../design/controls/icon-button.tsx';
import { TextField } from '../../../design/controls/text-field.tsx';

export interface Header {
  readonly name: string;
  /** `${NAME}` stands for a secret of the user. */
  readonly value: string;
}

/** What a server gets: headers with each request, or variables when its process starts. */
type Kind = 'header' | 'variable';

const words: Readonly<Record<Kind, { readonly label: string; readonly first: Header }>> = {
  header: { label: 'Header', first: { name: 'Authorization', value: 'Bearer ' } },
  variable: { label: 'Variable', first: { name: '', value: '' } },
};

interface HeaderFieldsProps {
  readonly kind?: Kind;
  /** Whose secrets can be named. */
  readonly whose?: Whose;
  readonly headers: readonly Header[];
  readonly onChange: (headers: readonly Header[]) => void;
}

/** The headers that are sent to a server of the user, with secrets by name. */
export function HeaderFields(props: HeaderFieldsProps): ReactNode {
  const {
    kind = 'header',
    whose = kind === 'variable' ? 'server' : 'own',
    headers,
    onChange,
  } = props;
  const { label, first } = words[kind];
  return (
    <div className="grid gap-3">
      {headers.map((header, index) => (
        <HeaderField
          // Headers have no identity but their place.
          key={index}
          number={index + 1}
          label={label}
          whose={whose}
          header={header}
          onChange={(next) => onChange(headers.with(index, next))}
          onRemove={() => onChange(headers.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...headers, first])}
      >
        Add a {label.toLowerCase()}
      </Button>
    </div>
  );
}

interface HeaderFieldProps {
  readonly number: number;
  readonly label: string;
  readonly whose: Whose;
  readonly header: Header;
  readonly onChange: (header: Header) => void;
  readonly onRemove: () => void;
}

function HeaderField(props: HeaderFieldProps): ReactNode {
  const { number, label, whose, header, onChange, onRemove } = props;
  const secrets = useSecrets(whose).data?.items ?? [];
  const { name, value } = header;
  return (
    <fieldset
      aria-label={`${label} ${number}`}
      className="grid min-w-0 gap-3 rounded-md border border-line p-3"
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={label}
            required
            maxLength={200}
            pattern="[!#$%&'*+.^_`\|~0-9A-Za-z\-]+"
            title="Letters, digits and -"
            value={name}
            onChange={(next) => onChange({ ...header, name: next })}
            className="font-mono"
          />
        </div>
        <IconButton
          label={`Remove ${label.toLowerCase()} ${number}`}
          icon={Trash2}
          onClick={onRemove}
        />
      </div>
      <TextField
        label="Value"
        note="Write a secret as ${NAME}, never its value: it is shown here again."
        required
        maxLength={10_000}
        autoComplete="off"
        value={value}
        onChange={(next) => onChange({ ...header, value: next })}
        className="font-mono"
      />
      {secrets.length > 0 && (
        <div
          role="group"
          aria-label={whose === 'own' ? 'Your secrets' : 'Secrets'}
          className="flex flex-wrap gap-2"
        >
          {secrets.map((secret) => (
            <Button
              key={secret.name}
              size="sm"
              className="max-w-full font-mono"
              onClick={() => onChange({ ...header, value: `${value}\${${secret.name}}` })}
            >
              <span className="truncate">{`\${${secret.name}}`}</span>
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
